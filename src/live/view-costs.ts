/**
 * What cells cost in a view, by one rule, whatever came first:
 *
 *   its own cost, where it has one (set, fill, see); else what the map below costs now, with switched grounds at what they cost
 *   now, or open ground in a view that began as unknown; and, unless that is a wall, all raises and influences over it, weighed
 *   by the view's fear, at least 1 and at most the highest cost there is.
 *
 * What a cell costs without layers is kept apart only in blocks that have layers, and for travellers of several cells; in others
 * it is what the view's map has.
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
  /** What standing in blocks costs, and what single cells do. */
  readBlocks(blocks: readonly number[], out: Uint16Array): void
  readCells(blocks: readonly number[], out: Uint16Array): void
}

/** What was seen of a block. */
interface Seen {
  readonly rows: Int32Array
  readonly costs: Uint16Array
}

const BLOCKS_A_PIECE = 4
/** Read from one map before the other: turning from one to the other swaps all that differs (versions.ts). */
const BLOCKS_AT_ONCE = 2048

export class ViewCosts {
  /** The cells of the block at hand whose costs change, and the new costs. */
  private readonly places = new Uint16Array(2 * BLOCK_CELLS)
  /** What cells cost that were never seen; null where the view follows the map below. */
  openCost: number | null = null
  private readonly blocks: Blocks
  private readonly layers: Layers
  private readonly switches: Switches | null
  private readonly footing: Footing
  private readonly fear: number
  private readonly costMax: number
  /** Cells whose cost is the view's own. */
  private readonly ownCells: CellSet
  /** What these cost without layers, and one more: 0 is none. */
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
    this.ownCells = new CellSet(blocks)
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
      if (this.isKeptApart(block)) return
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

  /** The edits of the view's map after which standing in these blocks costs what the rule gives. */
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

  /** By the rule what single cells cost in these blocks, and in those that footprints reach into. */
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

  /** Open ground in the cells of a block that lie on the map. */
  private fillOpen(block: number, out: Uint16Array, at: number): void {
    const cost = this.openCost!
    this.blocks.forEachCell(block, (_x, _y, place) => {
      out[at + place] = cost
    })
  }

  /** Turns what a block's cells cost below into what they cost here; in blocks without own costs kept apart, `known` has those. */
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

  /** The places of a block whose costs change, each with its new cost. */
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

  /** Puts into `plain` what is the view's own, and notes it where layers hide it. */
  private takeOwn(block: number, known: Uint16Array, plain: Uint16Array): void {
    const { ownCells, plainCosts } = this
    const isHidden = this.isKeptApart(block)
    this.blocks.forEachCell(block, (_x, _y, place) => {
      if (!ownCells.has(block, place)) return
      plain[place] = (plainCosts.get(block, place) || known[place] + 1) - 1
      if (isHidden) plainCosts.set(block, place, plain[place] + 1)
    })
  }

  /** Whether what cells of a block cost without layers cannot be read off the view's map. */
  private isKeptApart(block: number): boolean {
    return this.footing.size > 1 || this.layers.has(block)
  }

  /** The view's map has the costs of these blocks. */
  areMade(blocks: readonly number[]): void {
    for (const block of blocks) if (!this.isKeptApart(block)) this.plainCosts.drop(block)
  }

  /** What is seen of each block now: which cells, as bits, and what all cells of it cost on the map below. */
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

  /** Cells that were seen get a cost of the view's own: the true one, with grounds as they are switched, or are about to be. */
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

/** Reads what cells cost, block after block. */
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
