/**
 * Grounds that cost something else for a while: rivers freeze, a key opens all gates. If edits are costs, a cell whose
 * cost no longer matches its ground was built upon since the bake: it keeps its cost.
 */
import { nameOf, refuse, textOf } from '../base/given.ts'
import type { Work } from '../base/work.ts'
import { COST_MAX_OF_BYTE } from '../map/grid.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Blocks } from './cell-pages.ts'
import type { KnownGrounds } from './live-version.ts'

/** New costs by ground; null for the cost at the bake. */
export type Switching = ReadonlyMap<string, number | null>

export class Switches {
  private readonly known: KnownGrounds
  private readonly blocks: Blocks
  /** The cost of each switched ground; 0 for a wall. */
  private readonly costOfName: ReadonlyMap<string, number>

  constructor(known: KnownGrounds, blocks: Blocks, costOfName: ReadonlyMap<string, number> = new Map()) {
    this.known = known
    this.blocks = blocks
    this.costOfName = costOfName
  }

  /** Further grounds switched. */
  with(switching: Switching): Switches {
    if (switching.size === 0) return this
    const all = [...this.costOfName, ...switching].filter(([name]) => switching.get(name) !== null)
    return new Switches(this.known, this.blocks, new Map(all as [string, number][]))
  }

  /** The grounds that are switched. */
  names(): readonly string[] {
    return [...this.costOfName.keys()]
  }

  /** The present costs of all grounds, by name. */
  costs(): Record<string, number> {
    return { ...this.known.traveller.costs, ...Object.fromEntries(this.costOfName) }
  }

  /** Visits the blocks that have a cell of one of these grounds. */
  *forEachBlock(names: readonly string[], visit: (block: number) => void): Work<void> {
    const { blocks } = this
    const { grounds } = this.known
    const { groundOfCell } = grounds
    const isNamed = Uint8Array.from(grounds.names, ground => Number(names.includes(ground)))
    for (let top = 0; top < blocks.height; top += BLOCK_SIDE_CELLS) {
      yield
      const bottom = Math.min(blocks.height, top + BLOCK_SIDE_CELLS)
      for (let left = 0; left < blocks.width; left += BLOCK_SIDE_CELLS) {
        const right = Math.min(blocks.width, left + BLOCK_SIDE_CELLS)
        let isThere = false
        for (let y = top; y < bottom && !isThere; y++) {
          const end = y * blocks.width + right
          for (let cell = end - right + left; cell < end && !isThere; cell++)
            isThere = isNamed[groundOfCell[cell]] === 1
        }
        if (isThere) visit((top >> BLOCK_SHIFT) * blocks.wide + (left >> BLOCK_SHIFT))
      }
    }
  }

  check(name: string, cost: number | null): void {
    const { names } = this.known.grounds
    if (!names.includes(name)) refuse(`There is no ground '${textOf(name)}': this map has ${names.join(', ')}.`)
    if (cost === null || (Number.isInteger(cost) && cost >= 0 && cost <= COST_MAX_OF_BYTE)) return
    refuse(`The ground '${name}' is to cost ${nameOf(cost)}: give 1 to ${COST_MAX_OF_BYTE}, or 0 for a wall.`)
  }

  /** Replaces the map's costs of a block's single cells by the switched costs. */
  apply(block: number, costs: Uint16Array): void {
    if (this.costOfName.size === 0) return
    const { grounds, traveller } = this.known
    const { groundOfCell, names } = grounds
    const nowOfName = this.costs()
    const baked = names.map(name => traveller.costs[name] ?? 0)
    const now = names.map(name => nowOfName[name] ?? 0)
    this.blocks.forEachCell(block, (x, y, place) => {
      const ground = groundOfCell[y * this.blocks.width + x]
      if (costs[place] === baked[ground]) costs[place] = now[ground]
    })
  }
}
