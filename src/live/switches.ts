/**
 * Grounds that cost something else for a while: rivers freeze, a key opens all gates. A cell costs what its footprint's dearest
 * ground costs now. A cell whose cost is no longer that of its ground was built upon since the bake, and is let be.
 */
import { nameOf, refuse } from '../base/given.ts'
import type { Work } from '../base/work.ts'
import { gridOf } from '../map/footprint.ts'
import { COST_MAX_OF_BYTE } from '../map/grid.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { KnownGrounds } from './base-map.ts'
import type { Blocks } from './cell-pages.ts'
import { blocksOfGrounds } from './ground-blocks.ts'

/** What grounds are to cost, or null for what they were baked with. */
export type Switching = ReadonlyMap<string, number | null>

/** A block's cells and what lies around them, as they were baked and as they cost now. */
interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly baked: ArrayLike<number>
  readonly now: ArrayLike<number>
}

export class Switches {
  private readonly known: KnownGrounds
  private readonly blocks: Blocks
  /** What each switched ground costs; 0 for a wall. */
  private readonly costOfName = new Map<string, number>()

  constructor(known: KnownGrounds, blocks: Blocks) {
    this.known = known
    this.blocks = blocks
  }

  /** Switches a ground to a cost, or back where that is null. */
  set(name: string, cost: number | null): void {
    if (cost === null) this.costOfName.delete(name)
    else this.costOfName.set(name, cost)
  }

  /** These with others that are about to be switched. */
  with(switching: Switching): Switches {
    if (switching.size === 0) return this
    const all = new Switches(this.known, this.blocks)
    all.keep(this.costOfName)
    for (const [name, cost] of switching) all.set(name, cost)
    return all
  }

  /** What is switched, to be kept again. */
  kept(): ReadonlyMap<string, number> {
    return new Map(this.costOfName)
  }

  keep(costOfName: ReadonlyMap<string, number>): void {
    this.costOfName.clear()
    for (const [name, cost] of costOfName) this.costOfName.set(name, cost)
  }

  /** The grounds that are switched. */
  names(): readonly string[] {
    return [...this.costOfName.keys()]
  }

  /** What all grounds cost now, by name. */
  costs(): Record<string, number> {
    return { ...this.known.traveller.costs, ...Object.fromEntries(this.costOfName) }
  }

  /** Visits the blocks whose cells may stand on one of these grounds. */
  *forEachBlock(names: Iterable<string>, visit: (block: number) => void): Work<void> {
    const blocksOfGround = yield* blocksOfGrounds(this.known.grounds, this.blocks)
    for (const name of new Set(names)) this.forEachBlockOf(name, blocksOfGround, visit)
  }

  private forEachBlockOf(
    name: string,
    blocksOfGround: readonly ReadonlySet<number>[],
    mark: (block: number) => void,
  ): void {
    const reach = Math.ceil(this.known.traveller.size / BLOCK_SIDE_CELLS) * Number(this.known.traveller.size > 1)
    const { wide, count } = this.blocks
    for (const block of blocksOfGround[this.known.grounds.names.indexOf(name)]) {
      const x = block % wide
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const other = block + dy * wide + dx
          if (x + dx >= 0 && x + dx < wide && other >= 0 && other < count) mark(other)
        }
      }
    }
  }

  check(name: string, cost: number | null): void {
    const { names } = this.known.grounds
    if (!names.includes(name)) refuse(`There is no ground '${name}': this map has ${names.join(', ')}.`)
    if (cost === null || (Number.isInteger(cost) && cost >= 0 && cost <= COST_MAX_OF_BYTE)) return
    refuse(`The ground '${name}' is to cost ${nameOf(cost)}: give 1 to ${COST_MAX_OF_BYTE}, or 0 for a wall.`)
  }

  /** Turns what the cells of a block cost on the map, by their places in it, into what they cost now. */
  apply(block: number, costs: Uint16Array): void {
    if (this.costOfName.size === 0) return
    if (this.known.traveller.size === 1) this.applyOneCell(block, costs)
    else {
      const { left, top, width, baked, now } = this.window(block)
      this.blocks.forEachCell(block, (x, y, place) => {
        const cell = (y - top) * width + x - left
        if (now[cell] !== baked[cell] && costs[place] === baked[cell]) costs[place] = now[cell]
      })
    }
  }

  /** To a traveller of one cell each costs what its own ground does. */
  private applyOneCell(block: number, costs: Uint16Array): void {
    const { grounds, traveller } = this.known
    const { groundOfCell, names } = grounds
    const nowOfName = this.costs()
    const baked = names.map(name => traveller.costs[name] ?? 0)
    const now = names.map(name => nowOfName[name] ?? 0)
    const { width, height } = this.blocks
    const left = this.blocks.leftOf(block)
    const top = this.blocks.topOf(block)
    const wide = Math.min(BLOCK_SIDE_CELLS, width - left)
    for (let row = 0; row < BLOCK_SIDE_CELLS && top + row < height; row++) {
      const cell = (top + row) * width + left
      const place = row * BLOCK_SIDE_CELLS
      for (let column = 0; column < wide; column++) {
        const ground = groundOfCell[cell + column]
        if (costs[place + column] === baked[ground]) costs[place + column] = now[ground]
      }
    }
  }

  private window(block: number): Window {
    const { grounds, traveller } = this.known
    const { blocks } = this
    const left = Math.max(0, blocks.leftOf(block) - traveller.size)
    const top = Math.max(0, blocks.topOf(block) - traveller.size)
    const right = Math.min(blocks.width, blocks.leftOf(block) + BLOCK_SIDE_CELLS + traveller.size)
    const bottom = Math.min(blocks.height, blocks.topOf(block) + BLOCK_SIDE_CELLS + traveller.size)
    const width = right - left
    const groundOfCell = new Uint8Array(width * (bottom - top))
    for (let y = top; y < bottom; y++) {
      const from = y * blocks.width + left
      groundOfCell.set(grounds.groundOfCell.subarray(from, from + width), (y - top) * width)
    }
    const part = { width, height: bottom - top, groundOfCell, names: grounds.names }
    const costs = this.costs()
    const baked = gridOf(part, traveller).cost
    const now = gridOf(part, { costs, size: traveller.size }).cost
    return { left, top, width, baked, now }
  }
}
