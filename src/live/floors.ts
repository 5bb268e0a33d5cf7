/**
 * The least that each cell of a view has cost since landmarks were measured. Landmarks stay true bounds while no cell is cheaper
 * than that. Danger that comes and goes stays above it. Its regions need no mending, and their tables can wait until a search
 * comes to them.
 *
 * A block gets its floor at its first edit, while landmarks still match its costs. When a wave changes the landmark
 * costs of entries, they match the present ground: blocks beside those entries then start a new floor.
 */

/** An edited block (touched-blocks.ts). */
interface Edited {
  readonly block: number
  readonly cells: ArrayLike<number>
  readonly costsBefore: readonly number[]
}

/** One cost for all cells, or a cost for each; 0 is a wall, which counts as infinite. */
type Floor = number | Uint16Array

export class Floors {
  private readonly floorOfBlock = new Map<number, Floor>()

  /** A copy for an equal version. Floors are replaced, never written. */
  fork(): Floors {
    const copy = new Floors()
    for (const [block, floor] of this.floorOfBlock) copy.floorOfBlock.set(block, floor)
    return copy
  }

  /** Starts a new floor at a block's next edit: landmarks now match its present costs. */
  forget(block: number): void {
    this.floorOfBlock.delete(block)
  }

  /** Whether an edited block stays at or above its floor. If not, lowers the floor to its present costs. */
  holds({ block, cells, costsBefore }: Edited, costsNow: Uint16Array): boolean {
    const known = this.floorOfBlock.get(block)
    let floor = known
    if (floor === undefined) {
      const costs = costsNow.slice()
      for (const [i, cost] of costsBefore.entries()) costs[cells[2 * i]] = cost
      floor = floorOf(costs)
    }
    if (exceeds(costsNow, floor)) {
      if (known === undefined) this.floorOfBlock.set(block, floor)
      return true
    }
    this.floorOfBlock.set(block, lowered(floor, costsNow))
    return false
  }
}

/** Whether some cell of an edited block became cheaper. */
export function isCheaper({ cells, costsBefore }: Edited): boolean {
  return costsBefore.some((cost, i) => cells[2 * i + 1] > 0 && (cost === 0 || cells[2 * i + 1] < cost))
}

function floorOf(costs: Uint16Array): Floor {
  return costs[0] > 0 && costs.every(cost => cost === costs[0]) ? costs[0] : costs
}

function exceeds(costs: Uint16Array, floor: Floor): boolean {
  if (typeof floor === 'number') return costs.every(cost => cost === 0 || cost >= floor)
  return costs.every((cost, place) => cost === 0 || (floor[place] > 0 && cost >= floor[place]))
}

function lowered(floor: Floor, costs: Uint16Array): Floor {
  return floorOf(
    costs.map((cost, place) => {
      const least = typeof floor === 'number' ? floor : floor[place]
      return cost === 0 ? least : least === 0 ? cost : Math.min(cost, least)
    }),
  )
}
