/**
 * The costs of cells in a view follow one rule, in whatever order edits came:
 *
 * 1. The cell's own cost, if it has one (set, fill, see).
 *
 * 2. Otherwise the map's present cost, with switched grounds at their switched cost; or the cost of open ground, if the
 * view began as unknown.
 *
 * 3. Unless that is a wall, raises and influences over it are added, times the view's fear. The sum is kept from 1 to
 * the highest cost.
 *
 * Costs without layers are stored apart only in blocks with layers, and for travellers of several cells. Elsewhere the
 * view's own map has them.
 */
import type { Work } from '../base/work.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { forEachCell, type Place } from './area.ts'
import { type Blocks, CellPages, CellSet } from './cell-pages.ts'
import type { Footing } from './footing.ts'
import { checkFear } from './influence.ts'
import type { Switches, Switching } from './switches.ts'
import type { EditsOfBlock } from './touched-blocks.ts'
import type { Layers } from './view-layers.ts'

/** What costs are read from. */
interface CostMap {
  costAt(x: number, y: number): number
  /** Reads standing costs of blocks; `readCells`, costs of single cells. */
  readBlocks(blocks: readonly number[], out: Uint16Array): void
  readCells(blocks: readonly number[], out: Uint16Array): void
}

/** The cells of a block that were seen, as bits, and its costs. */
interface Seen {
  readonly rows: Int32Array
  readonly costs: Uint16Array
}

const BLOCKS_A_PIECE = 4
/** Blocks read from one map before the other: turning between maps swaps all their differences (versions.ts). */
const BLOCKS_AT_ONCE = 2048

export class ViewCosts {
  /** Scratch: the changed cells of the current block, each with its new cost. */
  private readonly places = new Uint16Array(2 * BLOCK_CELLS)
  /** The cost of cells never seen; null if the view follows the map below. */
  openCost: number | null = null
  private readonly blocks: Blocks
  private readonly layers: Layers
  /** Null if grounds are not known. */
  switches: Switches | null
  private readonly footing: Footing
  private readonly fear: number
  private readonly costMax: number
  /** Cells whose cost is the view's own. */
  private readonly ownCells = new CellSet()
  /** The costs of these without layers, plus one; 0 is none. */
  private readonly plainCosts = new CellPages(cells => new Int32Array(cells))

  constructor(
    blocks: Blocks,
    layers: Layers,
    switches: Switches | null,
    footing: Footing,
    fear: number,
    costMax: number,
  ) {
    checkFear(fear)
    this.blocks = blocks
    this.layers = layers
    this.switches = switches
    this.footing = footing
    this.fear = fear
    this.costMax = costMax
  }

  isOwn(cell: number): boolean {
    return this.ownCells.has(this.blocks.blockOf(cell), this.blocks.placeOf(cell))
  }

  /** Gives a cell a cost of the view's own; returns its block. */
  give(cell: number, cost: number): number {
    const block = this.blocks.blockOf(cell)
    const place = this.blocks.placeOf(cell)
    this.ownCells.add(block, place)
    this.plainCosts.set(block, place, cost + 1)
    return block
  }

  /** Takes a cell's own cost away; returns its block. */
  take(cell: number): number {
    const block = this.blocks.blockOf(cell)
    this.ownCells.remove(block, this.blocks.placeOf(cell))
    return block
  }

  forEachOwnBlock(visit: (block: number) => void): void {
    this.ownCells.forEachBlock(visit)
  }

  /** Stores own costs apart before the view's map is replaced. */
  keepOwn(map: Pick<CostMap, 'costAt'>): void {
    const { blocks, ownCells, plainCosts } = this
    ownCells.forEachBlock(block => {
      if (this.isKeptApart(block)) return
      blocks.forEachCell(block, (x, y, place) => {
        if (!ownCells.has(block, place) || plainCosts.get(block, place) !== 0) return
        plainCosts.set(block, place, map.costAt(x, y) + 1)
      })
    })
  }

  /** Takes all own costs away and makes all cells open ground of this cost. */
  forget(openCost: number): void {
    this.openCost = openCost
    this.ownCells.clear()
    this.plainCosts.clear()
  }

  /** The edits that bring standing costs of these blocks in `map` in line with the rule. */
  *editsOf(blocks: readonly number[], base: CostMap, map: CostMap): Work<EditsOfBlock> {
    const edits = new Map<number, Uint16Array>()
    const known = new Uint16Array(Math.min(BLOCKS_AT_ONCE, blocks.length) * BLOCK_CELLS)
    const standing = new Uint16Array(BLOCK_CELLS)
    for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
      const some = blocks.slice(at, at + BLOCKS_AT_ONCE)
      yield* reading(some, known, (few, out) => map.readBlocks(few, out))
      const cellsOf = yield* this.cells(some, known, base)
      for (const [i, block] of some.entries()) {
        yield
        this.footing.write(block, cellsOf, standing)
        const changed = this.differing(known.subarray(i * BLOCK_CELLS, (i + 1) * BLOCK_CELLS), standing)
        if (changed.length > 0) edits.set(block, changed)
      }
    }
    return edits
  }

  /** The costs of single cells by the rule, in these blocks and in those that footprints reach. */
  private *cells(some: readonly number[], known: Uint16Array, base: CostMap): Work<(block: number) => Uint16Array> {
    const placeOf = new Map(some.map((block, i) => [block, i]))
    if (this.footing.size > 1) {
      for (const block of some) {
        this.footing.forEachUnder(block, under => {
          if (!placeOf.has(under)) placeOf.set(under, placeOf.size)
        })
      }
    }
    const all = [...placeOf.keys()]
    const plain = new Uint16Array(all.length * BLOCK_CELLS)
    if (this.openCost === null) yield* reading(all, plain, (few, out) => base.readCells(few, out))
    else for (const [i, block] of all.entries()) this.fillOpen(block, plain, i * BLOCK_CELLS)
    for (const [i, block] of all.entries()) {
      yield
      const [from, to] = [i * BLOCK_CELLS, (i + 1) * BLOCK_CELLS]
      this.applyRule(block, known.subarray(from, to), plain.subarray(from, to))
    }
    return block => {
      const at = placeOf.get(block)! * BLOCK_CELLS
      return plain.subarray(at, at + BLOCK_CELLS)
    }
  }

  /** Fills the cells of a block that lie on the map with open ground. */
  private fillOpen(block: number, out: Uint16Array, at: number): void {
    const cost = this.openCost!
    this.blocks.forEachCell(block, (_x, _y, place) => {
      out[at + place] = cost
    })
  }

  /** Turns the map's costs of a block into the view's. `known` has own costs that are not stored apart. */
  private applyRule(block: number, known: Uint16Array, plain: Uint16Array): void {
    if (this.openCost === null) this.switches?.apply(block, plain)
    if (this.ownCells.touches(block)) this.takeOwn(block, known, plain)
    const over = this.layers.over(block)
    if (over === null) return
    const { fear, costMax } = this
    for (let place = 0; place < BLOCK_CELLS; place++) {
      if (plain[place] === 0) continue
      plain[place] = Math.max(1, Math.min(costMax, plain[place] + Math.round(fear * over[place])))
    }
  }

  /** Pairs of place and new cost, where a block's costs change. */
  private differing(known: Uint16Array, now: Uint16Array): Uint16Array {
    const { places } = this
    let count = 0
    for (let place = 0; place < BLOCK_CELLS; place++) {
      if (now[place] === known[place]) continue
      places[count++] = place
      places[count++] = now[place]
    }
    return places.slice(0, count)
  }

  /** Puts own costs into `plain`, and stores them apart if layers hide them. */
  private takeOwn(block: number, known: Uint16Array, plain: Uint16Array): void {
    const { ownCells, plainCosts } = this
    const isHidden = this.isKeptApart(block)
    this.blocks.forEachCell(block, (_x, _y, place) => {
      if (!ownCells.has(block, place)) return
      plain[place] = (plainCosts.get(block, place) || known[place] + 1) - 1
      if (isHidden) plainCosts.set(block, place, plain[place] + 1)
    })
  }

  /** Whether costs without layers cannot be read from the view's map. */
  private isKeptApart(block: number): boolean {
    return this.footing.size > 1 || this.layers.has(block)
  }

  /** Call once the view's map has the costs of these blocks. */
  areMade(blocks: readonly number[]): void {
    for (const block of blocks) if (!this.isKeptApart(block)) this.plainCosts.drop(block)
  }

  /** What is seen in each block: the cells, as bits, and the block's costs on the map below. */
  seen(place: Place, base: CostMap): Map<number, Seen> {
    const { blocks } = this
    const seenOfBlock = new Map<number, Seen>()
    forEachCell(place, blocks.width, blocks.height, cell => {
      const block = blocks.blockOf(cell)
      let seen = seenOfBlock.get(block)
      if (seen === undefined) {
        seen = { rows: new Int32Array(BLOCK_SIDE_CELLS), costs: new Uint16Array(BLOCK_CELLS) }
        base.readCells([block], seen.costs)
        seenOfBlock.set(block, seen)
      }
      const at = blocks.placeOf(cell)
      seen.rows[at >> BLOCK_SHIFT] |= 1 << (at & BLOCK_MASK)
    })
    return seenOfBlock
  }

  /** Makes true costs of seen cells the view's own, with grounds at their switched costs, pending switches included. */
  giveSeen(block: number, { rows, costs }: Seen, switching: Switching): void {
    const { ownCells, plainCosts } = this
    this.switches?.with(switching).apply(block, costs)
    for (let at = 0; at < BLOCK_CELLS; at++) {
      if (((rows[at >> BLOCK_SHIFT] >>> (at & BLOCK_MASK)) & 1) === 0) continue
      ownCells.add(block, at)
      plainCosts.set(block, at, costs[at] + 1)
    }
  }
}

/** Reads the costs of blocks, a few at a time. */
function* reading(
  blocks: readonly number[],
  out: Uint16Array,
  read: (few: readonly number[], out: Uint16Array) => void,
): Work<void> {
  for (let at = 0; at < blocks.length; at += BLOCKS_A_PIECE) {
    yield
    read(blocks.slice(at, at + BLOCKS_A_PIECE), out.subarray(at * BLOCK_CELLS))
  }
}
