/**
 * The cheapest path beside a guide where all free cells cost the same, by sweeps (even-rows.ts). In torn ground a path bends at
 * every step, and a search that jumps gets nowhere; but where about the path goes is known, and memory that is read in order has
 * thousands of cells looked at in the time that a queue takes for a hundred. The guide may lead through walls.
 *
 * The frame lies so that the guide goes across its rows with as few turns back as may be: its rows are rows of the map, or
 * columns of it. Beside the guide means one span of cells a row, from the first to the last that is near enough.
 */
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import { type EvenRows, evenRows, ROW_CELLS, ROW_PITCH, ROW_WORDS, ROWS_MAX, UNREACHED } from './even-rows.ts'
import { GuideExtent } from './guide-extent.ts'
import { Tiles } from './tiles.ts'

const NONE = -1
/** The words before and behind a row's cells hold none, and the box may begin anywhere in a word. */
const ALONG_MAX = ROW_CELLS - 3 * 32
/** Spans are widened by so many steps of the guide at a time. */
const PIECE_STEPS = 16

export class EvenBand {
  private readonly terrain: Terrain
  private readonly rows: EvenRows
  private readonly tiles: Tiles
  private readonly extent = new GuideExtent()
  private readonly offsets = new Int32Array(8)
  private readonly bitOffsets = new Int32Array(8)
  private readonly firstOf = new Int32Array(ROWS_MAX + 2)
  private readonly lastOf = new Int32Array(ROWS_MAX + 2)
  private rowCount = 0
  /** Where the words of a row of blocks begin, and behind which the frame ends. */
  private readonly wordsAt = new Int32Array(ROW_WORDS)
  private wordEnd = 0
  /** Whether rows are columns of the map. */
  private isTurned = false
  /** Of the map: the row before the first, and the first cell of a row, which begins a word. */
  private top = 0
  private left = 0
  private start = 0
  private goal = 0

  private constructor(terrain: Terrain, rows: EvenRows) {
    this.terrain = terrain
    this.rows = rows
    this.tiles = new Tiles(terrain)
    for (let direction = 0; direction < 8; direction++) {
      this.offsets[direction] = DY[direction] * ROW_PITCH + DX[direction]
      this.bitOffsets[direction] = DY[direction] * ROW_CELLS + DX[direction]
    }
  }

  /** Null where no program can be. */
  static of(terrain: Terrain): EvenBand | null {
    const rows = evenRows(terrain.directions)
    return rows === null ? null : new EvenBand(terrain, rows)
  }

  /**
   * What the cheapest path from where the guide begins to where it ends costs in units, among cells that are not much farther
   * from it than `reachCells`. Negative where there is none below `limitUnits`, or no room for the guide; where only its
   * surroundings are too wide for that, less of them is looked at.
   */
  find(guide: Bends, reachCells: number, limitUnits: number): number {
    const reach = this.place(guide, reachCells)
    if (reach === 0) return NONE
    this.spread(guide, reach)
    this.load()
    const scale = 2 * this.terrain.costMin
    const units = this.run(limitUnits / scale)
    return units < UNREACHED && units * scale < limitUnits ? units * scale : NONE
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    const { isTurned, offsets, bitOffsets } = this
    const alongX = isTurned ? DY : DX
    const alongY = isTurned ? DX : DY
    let [x, y] = this.pointOf(this.goal)
    let direction = NONE
    bends.start(x, y)
    let bit = bitOf(this.goal)
    for (let at = this.goal; at !== this.start; at -= offsets[direction], bit -= bitOffsets[direction]) {
      if (direction === NONE || !this.isStepBack(at, bit, direction)) {
        if (direction !== NONE) bends.add(x, y)
        direction = 0
        while (!this.isStepBack(at, bit, direction)) direction++
      }
      x -= alongX[direction]
      y -= alongY[direction]
    }
    bends.add(x, y)
    turnRound(bends)
  }

  /** Moves the frame to where the guide fits in with what is beside it; returns how far that may be, 0 where it does not fit. */
  private place(guide: Bends, reachMax: number): number {
    const { extent } = this
    extent.measure(guide)
    this.isTurned = extent.isTurned
    const { minX, maxX, minY, maxY } = extent
    const last = guide.count - 1
    const across = (this.isTurned ? maxX - minX : maxY - minY) + 1
    const along = (this.isTurned ? maxY - minY : maxX - minX) + 1
    const room = Math.min(ROWS_MAX - across, ALONG_MAX - along)
    const reachCells = Math.max(0, Math.min(reachMax, room >> 1))
    this.top = (this.isTurned ? minX : minY) - reachCells - 1
    this.left = (((this.isTurned ? minY : minX) - reachCells) & ~31) - 32
    this.rowCount = across + 2 * reachCells
    this.wordEnd = (((this.isTurned ? maxY : maxX) + reachCells - this.left) >> 5) + 1
    this.start = this.cellAt(guide.xOf(0), guide.yOf(0))
    this.goal = this.cellAt(guide.xOf(last), guide.yOf(last))
    return reachCells
  }

  private cellAt(x: number, y: number): number {
    const { top, left } = this
    return this.isTurned ? (x - top) * ROW_PITCH + y - left : (y - top) * ROW_PITCH + x - left
  }

  private pointOf(cell: number): [x: number, y: number] {
    const row = this.top + Math.floor(cell / ROW_PITCH)
    const along = this.left + (cell % ROW_PITCH)
    return this.isTurned ? [row, along] : [along, row]
  }

  /** Widens the rows' spans by what is within reach of the guide. */
  private spread(guide: Bends, reachCells: number): void {
    const { firstOf, lastOf, rowCount, isTurned, left, top } = this
    firstOf.fill(ROW_CELLS, 1, rowCount + 1)
    lastOf.fill(0, 1, rowCount + 1)
    let cell = (isTurned ? guide.yOf(0) : guide.xOf(0)) - left
    let row = (isTurned ? guide.xOf(0) : guide.yOf(0)) - top
    for (let i = 0; i + 1 < guide.count; i++) {
      const direction = guide.directionAfter(i)
      const stepAlong = isTurned ? DY[direction] : DX[direction]
      const stepAcross = isTurned ? DX[direction] : DY[direction]
      for (let left = guide.stepsAfter(i); left > 0; left -= PIECE_STEPS) {
        const steps = Math.min(left, PIECE_STEPS)
        const endCell = cell + steps * stepAlong
        const endRow = row + steps * stepAcross
        const least = Math.min(cell, endCell) - reachCells
        const most = Math.max(cell, endCell) + reachCells
        const lastRow = Math.max(row, endRow) + reachCells
        for (let r = Math.min(row, endRow) - reachCells; r <= lastRow; r++) {
          if (least < firstOf[r]) firstOf[r] = least
          if (most > lastOf[r]) lastOf[r] = most
        }
        cell = endCell
        row = endRow
      }
    }
  }

  /** Lays out the spans, in whole bytes of bits. */
  private load(): void {
    const { rows, firstOf, lastOf, rowCount, isTurned, top, terrain, wordsAt } = this
    const { bits, firstOfRow, countOfRow } = rows
    const source = isTurned ? this.tiles.words : terrain.rowBits
    const rowEnd = isTurned ? terrain.width : terrain.height
    // The row behind the last is one of walls.
    bits.fill(0, ROW_WORDS, ROW_WORDS * (rowCount + 2))
    let blockRow = NONE
    for (let row = 1; row <= rowCount; row++) {
      const across = top + row
      const isOutside = across < 0 || across >= rowEnd
      const first = firstOf[row] & ~7
      const last = isOutside ? first - 1 : lastOf[row] | 7
      firstOfRow[row] = first >> 3
      countOfRow[row] = (last + 1 - first) >> 3
      if (isOutside) continue
      if (across >> 5 !== blockRow) {
        blockRow = across >> 5
        this.findWords(blockRow)
      }
      const at = row * ROW_WORDS
      for (let word = first >> 5; word <= last >> 5; word++)
        if (wordsAt[word] !== NONE) bits[at + word] = source[wordsAt[word] + (across & 31)]
      bits[at + (first >> 5)] &= -1 << (first & 31)
      bits[at + (last >> 5)] &= -1 >>> (31 - (last & 31))
    }
    rows.forget(rowCount)
  }

  /** Finds where the words of a row of blocks, or of a column where the frame lies turned over, begin in what they are taken from. */
  private findWords(blockRow: number): void {
    const { terrain, tiles, wordsAt, wordEnd, isTurned, left } = this
    const { blocksWide, blocksHigh } = terrain
    const blockEnd = isTurned ? blocksHigh : blocksWide
    for (let word = 1; word < wordEnd; word++) {
      const block = (left >> 5) + word
      if (block < 0 || block >= blockEnd) wordsAt[word] = NONE
      else wordsAt[word] = isTurned ? tiles.columnsOf(blockRow, block) : (blockRow * blocksWide + block) << 5
    }
  }

  /** What the goal costs, or `UNREACHED`: sweeps to and fro end where none has any news for the next. */
  private run(limit: number): number {
    const { rows, rowCount, start, goal } = this
    const { units } = rows
    // The ways of a damaged atlas may lead to where no cell is.
    if (!this.isFree(bitOf(start)) || !this.isFree(bitOf(goal))) return UNREACHED
    this.begin()
    const goalRow = Math.floor(goal / ROW_PITCH)
    rows.setGoal(goalRow, goal - goalRow * ROW_PITCH)
    // The first may have no row to go to.
    let isDown = goal >= start
    rows.sweep(isDown, rowCount, limit)
    do isDown = !isDown
    while (rows.sweep(isDown, rowCount, Math.min(limit, units[goal])))
    return units[goal]
  }

  private begin(): void {
    const { rows, start } = this
    const { units, isNewAbove, isNewBelow } = rows
    const row = Math.floor(start / ROW_PITCH)
    isNewBelow.fill(0)
    isNewAbove.fill(0)
    units[start] = 0
    for (const step of [1, -1]) {
      let at = start + step
      let cost = STRAIGHT_UNITS
      for (let bit = bitOf(at); this.isFree(bit); bit += step, at += step, cost += STRAIGHT_UNITS) units[at] = cost
    }
    isNewBelow[row] = 1
    isNewAbove[row] = 1
  }

  /** `bit` says which of all bits stands for the cell. */
  private isFree(bit: number): boolean {
    return ((this.rows.bits[bit >> 5] >>> (bit & 31)) & 1) !== 0
  }

  /**
   * Whether a cheapest path may enter a cell by a step in `direction`. What that step comes from may have been bettered since:
   * then the path costs less than was said.
   */
  private isStepBack(at: number, bit: number, direction: number): boolean {
    const { units } = this.rows
    const length = direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS
    const from = bit - this.bitOffsets[direction]
    if (units[at - this.offsets[direction]] + length > units[at] || !this.isFree(from)) return false
    return direction < 4 || (this.isFree(from + DX[direction]) && this.isFree(bit - DX[direction]))
  }
}

function bitOf(cell: number): number {
  const row = Math.floor(cell / ROW_PITCH)
  return row * ROW_CELLS + cell - row * ROW_PITCH
}
