/**
 * The least that each cell of a view has cost since landmarks were measured. Landmarks bound every way as long as no cell is cheaper.
 * Danger that comes and goes stays above it: its regions need no mending, and their tables can wait until a search comes to them.
 *
 * A block has its floor from the first time that it was edited, when landmarks still knew what it cost. What entries cost to
 * landmarks may be found anew, with what ground costs then: from there on that is the floor of the blocks beside them.
 */

/** A block that was edited: what its cells cost before and now. */
interface Edited {
  readonly block: number
  readonly costsBefore: Uint16Array
  readonly costsNow: Uint16Array
}

/** A cost that all cells have, or the costs of the cells: 0 for a wall, which costs more than anything. */
type Floor = number | Uint16Array

export class Floors {
  private readonly floorOfBlock = new Map<number, Floor>()

  /** For an equal version. A floor is replaced and never written. */
  fork(): Floors {
    const copy = new Floors()
    for (const [block, floor] of this.floorOfBlock) copy.floorOfBlock.set(block, floor)
    return copy
  }

  /** Landmarks of a block's entries were found with what its cells cost now. */
  forget(block: number): void {
    this.floorOfBlock.delete(block)
  }

  /** Whether no cell of a block that was edited is cheaper than ever; else what it costs now is part of its floor. */
  holds({ block, costsBefore, costsNow }: Edited): boolean {
    const known = this.floorOfBlock.get(block)
    const floor = known ?? floorOf(costsBefore)
    if (exceeds(costsNow, floor)) {
      if (known === undefined) this.floorOfBlock.set(block, floor)
      return true
    }
    this.floorOfBlock.set(block, lowered(floor, costsNow))
    return false
  }
}

/** Whether a cell of a block that was edited is cheaper than before. */
export function isCheaper({ costsBefore, costsNow }: Edited): boolean {
  return !exceeds(costsNow, costsBefore)
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
