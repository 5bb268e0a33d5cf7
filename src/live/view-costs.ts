/**
 * What cells cost in a view, by one rule, whatever came first:
 *
 *   its own cost, where it has one (set, fill, see); else what the map below costs now, with switched grounds at what they cost
 *   now, or open ground in a view that began as unknown; and, unless that is a wall, all raises and influences over it, weighed
 *   by the view's fear, at least 1 and at most the highest cost there is.
 *
 * What a cell costs without layers is kept apart only in blocks that have layers; in others it is what the view's map has.
 */
import type { Work } from '../base/work.ts'
import { BLOCK_CELLS } from '../map/terrain.ts'
import { type Blocks, CellPages, CellSet } from './cell-pages.ts'
import type { Switches } from './switches.ts'
import type { EditsOfBlock } from './touched-blocks.ts'
import type { Layers } from './view-layers.ts'

/** What costs are read from. */
interface CostMap {
  readonly width: number
  costAt(x: number, y: number): number
  readBlocks(blocks: readonly number[], out: Uint16Array): void
}

const BLOCKS_A_PIECE = 4
/** Of one map before the other is asked: to turn from one to the other, all that differs is swapped (versions.ts). */
const BLOCKS_AT_ONCE = 256

export class ViewCosts {
  /** What the cells of the blocks at hand cost in the view, and below it. */
  private known = new Uint16Array(BLOCKS_A_PIECE * BLOCK_CELLS)
  private below = new Uint16Array(BLOCKS_A_PIECE * BLOCK_CELLS)
  /** What cells cost that were never seen; null where the view follows the map below. */
  openCost: number | null = null
  private readonly blocks: Blocks
  private readonly layers: Layers
  private readonly switches: Switches | null
  private readonly fear: number
  private readonly costMax: number
  /** Cells whose cost is the view's own. */
  private readonly ownCells = new CellSet()
  /** What these cost without layers, and one more: 0 is none. */
  private readonly plainCosts = new CellPages()

  constructor(blocks: Blocks, layers: Layers, switches: Switches | null, fear: number, costMax: number) {
    this.blocks = blocks
    this.layers = layers
    this.switches = switches
    this.fear = fear
    this.costMax = costMax
  }

  isOwn(cell: number): boolean {
    return this.ownCells.has(this.blocks.blockOf(cell), this.blocks.placeOf(cell))
  }

  /** A cell gets a cost of the view's own; returns its block. */
  give(cell: number, cost: number): number {
    const block = this.blocks.blockOf(cell)
    const place = this.blocks.placeOf(cell)
    this.ownCells.add(block, place)
    this.plainCosts.set(block, place, cost + 1)
    return block
  }

  /** A cell has no cost of the view's own any more; returns its block. */
  take(cell: number): number {
    const block = this.blocks.blockOf(cell)
    this.ownCells.remove(block, this.blocks.placeOf(cell))
    return block
  }

  forEachOwnBlock(visit: (block: number) => void): void {
    this.ownCells.forEachBlock(visit)
  }

  /** Keeps what cells of the view's own cost apart from the view's map, which is about to be another one. */
  keepOwn(map: Pick<CostMap, 'costAt'>): void {
    const { blocks, ownCells, plainCosts } = this
    ownCells.forEachBlock(block => {
      if (this.layers.has(block)) return // kept apart already
      blocks.forEachCell(block, (x, y, place) => {
        if (!ownCells.has(block, place) || plainCosts.get(block, place) !== 0) return
        plainCosts.set(block, place, map.costAt(x, y) + 1)
      })
    })
  }

  /** No cell has a cost of the view's own, and all are open ground of this cost. */
  forget(openCost: number): void {
    this.openCost = openCost
    this.ownCells.clear()
    this.plainCosts.clear()
  }

  /** What has to be edited on the view's map so that these blocks cost what the rule says. */
  *editsOf(blocks: readonly number[], base: CostMap, map: CostMap): Work<EditsOfBlock> {
    const edits = new Map<number, readonly number[]>()
    this.reserve(Math.min(BLOCKS_AT_ONCE, blocks.length))
    for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
      const some = blocks.slice(at, at + BLOCKS_AT_ONCE)
      yield* reading(map, some, this.known)
      if (this.openCost === null) yield* reading(base, some, this.below)
      for (const [i, block] of some.entries()) {
        yield
        const cells = this.cellsOf(block, i * BLOCK_CELLS)
        if (cells.length > 0) edits.set(block, cells)
      }
    }
    return edits
  }

  private reserve(blocks: number): void {
    if (blocks * BLOCK_CELLS <= this.known.length) return
    this.known = new Uint16Array(blocks * BLOCK_CELLS)
    this.below = new Uint16Array(blocks * BLOCK_CELLS)
  }

  /** The places of a block whose costs are to be others, and those; what cells cost now is known from `first` on. */
  private cellsOf(block: number, first: number): number[] {
    const { ownCells, plainCosts, fear, costMax, openCost, known, below } = this
    const over = this.layers.over(block)
    const switched = openCost === null ? (this.switches?.of(block) ?? null) : null
    const hasOwn = ownCells.touches(block)
    const cells: number[] = []
    this.blocks.forEachCell(block, (x, y, place) => {
      const before = known[first + place]
      let plain: number
      if (hasOwn && ownCells.has(block, place)) {
        plain = (plainCosts.get(block, place) || before + 1) - 1
        if (over !== null) plainCosts.set(block, place, plain + 1)
      } else {
        plain = openCost ?? below[first + place]
        if (switched !== null) plain = switched(x, y, plain)
      }
      const added = over === null ? 0 : Math.round(fear * over[place])
      const cost = plain === 0 || added === 0 ? plain : Math.max(1, Math.min(costMax, plain + added))
      if (cost !== before) cells.push(place, cost)
    })
    return cells
  }

  /** The view's map has the costs of these blocks. */
  areMade(blocks: readonly number[]): void {
    for (const block of blocks) if (!this.layers.has(block)) this.plainCosts.drop(block)
  }

  /** Reads what cells of the map below cost now, grounds switched; quick for cells that lie together. */
  truths(base: CostMap): (cell: number) => number {
    const { blocks, switches } = this
    let known = -1
    let switched: ReturnType<Switches['of']> = null
    return cell => {
      const block = blocks.blockOf(cell)
      if (block !== known) switched = switches?.of(block) ?? null
      known = block
      const x = cell % base.width
      const y = (cell - x) / base.width
      const cost = base.costAt(x, y)
      return switched === null ? cost : switched(x, y, cost)
    }
  }
}

/** Reads what cells cost, block after block. */
function* reading(map: CostMap, blocks: readonly number[], out: Uint16Array): Work<void> {
  for (let at = 0; at < blocks.length; at += BLOCKS_A_PIECE) {
    yield
    map.readBlocks(blocks.slice(at, at + BLOCKS_A_PIECE), out.subarray(at * BLOCK_CELLS))
  }
}
