/**
 * Finds the cheapest path over the cells of a frame by sweeps. Row by row, each cell takes its least cost from its neighbours in
 * the row before, then from those beside it. One sweep finds every path that never turns back across the rows; repeated sweeps
 * down and up find all paths. In a narrow band beside a guide few paths turn back. So two or three sweeps replace a queue at a
 * fraction of its cost. They read memory in order, and take four or eight cells at a time (kernel-rows.ts).
 *
 * Even ground counts half lengths of steps in 16 bits; `scale` converts them to units.
 */
import { EVEN_CELLS, EVEN_WORDS, MIXED_SIDE, ROWS_MAX } from '../kernel/sweep-layout.ts'
import { WALL } from '../kernel/units.ts'
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, DX, DY, directionOf, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { Bends } from './bends.ts'
import { evenRows, mixedRows, type SweepRows } from './kernel-rows.ts'
import { plainEvenRows, plainMixedRows } from './plain-rows.ts'
import { Tiles } from './tiles.ts'

/** The cost of a free cell in the rows of even ground, which count half lengths. */
const EVEN_COST = 0.5
/** No step costs more: a diagonal between the most expensive cells. */
const STEP_UNITS_MAX = 2 * DIAGONAL_UNITS * COST_MAX

/** By direction: the same one with rows and columns exchanged. */
const TURNED = Uint8Array.from(DX, (dx, direction) => directionOf(DY[direction], dx))

/** The part of a terrain that sweeps of mixed ground depend on. */
type SweptTerrain = Pick<Terrain, 'directions' | 'costOfCell'>

/** The rows of this thread. All sweeps of one kind share them; they belong to the last that laid out cells (Sweep.isLaidOut). */
const rowsOfKind = new Map<string, SweepRows>()

function sharedRows(kind: string, make: () => SweepRows): SweepRows {
  const rows = rowsOfKind.get(kind) ?? make()
  rowsOfKind.set(kind, rows)
  return rows
}

/**
 * A frame of mixed ground. With `isWide` it counts any cost, at a few times the time. Each `frame` number has its own rows.
 */
export function mixedSweep(side: number, { directions, costOfCell }: SweptTerrain, frame = 0, isWide = false): Sweep {
  const bytes = costOfCell.BYTES_PER_ELEMENT
  const kernelRows = () => (isWide ? null : mixedRows(side, directions, bytes))
  const make = () => kernelRows() ?? plainMixedRows(side, directions, isWide)
  return new Sweep(sharedRows(`${side} ${directions} ${isWide ? 'wide' : bytes} ${frame}`, make), false)
}

/** A frame of even ground. */
function evenSweep({ directions }: Terrain): Sweep {
  const make = () => evenRows(directions) ?? plainEvenRows(directions)
  return new Sweep(sharedRows(`even ${directions}`, make), true)
}

/** The sweeps over one map in frames of one size, each made when it is first needed. */
export class Sweeps {
  private readonly terrain: Terrain
  private readonly side: number
  private readonly frame: number
  private knownEven: Sweep | null = null
  private knownSwift: Sweep | null = null
  private knownWide: Sweep | null = null

  /** `side` and `frame` as in mixedSweep. */
  constructor(terrain: Terrain, side = MIXED_SIDE, frame = 0) {
    this.terrain = terrain
    this.side = side
    this.frame = frame
  }

  /** For cells that all cost `one`, or that differ where it is not above 0, and paths that cost less than `limitUnits`. */
  over(one: number, limitUnits: number): Sweep {
    const { terrain, side, frame } = this
    if (one > 0) {
      this.knownEven ??= evenSweep(terrain)
      this.knownEven.cost = one
      return this.knownEven
    }
    this.knownSwift ??= mixedSweep(side, terrain, frame)
    if (limitUnits < this.knownSwift.unitsMax) return this.knownSwift
    this.knownWide ??= mixedSweep(side, terrain, frame, true)
    return this.knownWide
  }

  /** The map has changed. */
  forgetMap(): void {
    this.knownEven?.forgetMap()
  }
}

export class Sweep {
  readonly rows: SweepRows
  /** Cell `c` of row `r` is pitch * r + c. */
  readonly pitch: number
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** The most rows, and cells of a row, that fit the frame beside its walls. */
  readonly rowsMax: number
  readonly alongMax: number
  private readonly isEven: boolean
  private scale = 1
  /** Whether rows of the frame are columns of the map, and the map coordinates of its row 0 and cell 0. */
  isTurned = false
  left = 0
  top = 0
  private readonly token = {}
  /** Columns of even ground, for turned frames. */
  private tiles: Tiles | null = null
  /** By word of a frame's row: index of the first word of its block. */
  private readonly wordsAt = new Int32Array(EVEN_WORDS)
  /** Steps and direction of the runs of a path, last run first. */
  private readonly way: number[] = []

  constructor(rows: SweepRows, isEven: boolean) {
    this.rows = rows
    this.isEven = isEven
    this.pitch = rows.pitch
    this.firstOfRow = rows.firstOfRow
    this.lastOfRow = rows.lastOfRow
    // Even ground has a wall row above and below, and an empty word at each end of a row. A row may begin inside a word.
    this.rowsMax = isEven ? ROWS_MAX - 2 : MIXED_SIDE - 2
    this.alongMax = isEven ? EVEN_CELLS - 3 * 32 : MIXED_SIDE - 2
  }

  /** The frame's rows are 1 to this. */
  get rowCount(): number {
    return this.rows.rowCount
  }

  /** The map has changed: its bits are read again. */
  forgetMap(): void {
    this.tiles?.forget()
  }

  /** What every free cell of even ground costs. */
  set cost(cost: number) {
    this.scale = 2 * cost
  }

  /** Whether no other sweep has taken the rows since. */
  get isLaidOut(): boolean {
    return this.rows.holder === this.token
  }

  /** The sweep finds only paths that cost less. */
  get unitsMax(): number {
    return this.rows.unreached * this.scale
  }

  /**
   * Places the frame: row 1 is the map's row `row`, and no row begins before its column `first`; turned, the map's column `row`
   * and row `first`. So cell `c` of row `r` is (left + c, top + r) of the map, or turned, (top + r, left + c). Before the first
   * cell lies one wall or, on even ground, a word of them. So words of the frame line up with words of the map.
   */
  place(row: number, first: number, isTurned: boolean): void {
    this.top = row - 1
    this.left = this.isEven ? (first & ~31) - 32 : first - 1
    this.isTurned = isTurned
  }

  /** The cell of the frame that is (x, y) of the map. */
  cellAt(x: number, y: number): number {
    const { pitch, left, top } = this
    return this.isTurned ? (x - top) * pitch + y - left : (y - top) * pitch + x - left
  }

  /** Forgets the cells and begins a frame of `rows` rows. */
  reset(rowCount: number): void {
    const { rows } = this
    if (!this.isEven) rows.clear(rows.rowCount)
    rows.rowCount = rowCount
    rows.holder = this.token
  }

  /**
   * Lays out the rows, each from its first cell to its last and `reach` more to each side. What is outside the map stays wall.
   * Even ground is laid out by bytes of bits.
   */
  layOut(terrain: Terrain, reach = 0): void {
    const { rowCount, rows, isEven, left, top, isTurned } = this
    if (isEven) rows.ground.fill(0, 0, EVEN_WORDS * (rowCount + 2))
    for (let row = 1, end = 1; row <= rowCount; row = end) {
      end = Math.min(rowCount + 1, row + BLOCK_SIDE_CELLS - ((top + row) & BLOCK_MASK))
      const [first, last] = this.clip(terrain, reach, row, end)
      if (first > last) continue
      if (isEven) this.layBits(terrain, row, end, first, last)
      else if (rows.stage === null) this.layCells(terrain, row, end)
      else rows.stage[isTurned ? 'down' : 'across'](terrain, left, top, row, end, left + first, left + last)
    }
    if (isEven) rows.clear(rowCount)
  }

  /** Lays out a box of the map, from (left, top) to (right, bottom). False where it does not fit the frame. */
  layOutBox(terrain: Terrain, left: number, top: number, right: number, bottom: number, isTurned: boolean): boolean {
    const [row, first, lastRow, last] = isTurned ? [left, top, right, bottom] : [top, left, bottom, right]
    const rowCount = lastRow - row + 1
    if (rowCount > this.rowsMax || last - first >= this.alongMax) return false
    this.place(row, first, isTurned)
    this.reset(rowCount)
    this.firstOfRow.fill(first - this.left, 1, rowCount + 1)
    this.lastOfRow.fill(last - this.left, 1, rowCount + 1)
    this.layOut(terrain)
    return true
  }

  /** Widens the rows row .. end - 1 by the reach, as far as the map goes; returns the first and the last cell of all. */
  private clip({ width, height }: Terrain, reach: number, row: number, end: number): [first: number, last: number] {
    const { firstOfRow, lastOfRow, left, top, isTurned } = this
    const cellMax = (isTurned ? height : width) - 1 - left
    const rowEnd = (isTurned ? width : height) - top
    let first = cellMax + 1
    let last = -1
    for (let at = row; at < end; at++) {
      const from = Math.max(-left, firstOfRow[at] - reach)
      const to = top + at < 0 || at >= rowEnd ? from - 1 : Math.min(cellMax, lastOfRow[at] + reach)
      firstOfRow[at] = from
      lastOfRow[at] = to
      if (from > to) continue
      if (from < first) first = from
      if (to > last) last = to
    }
    return [first, last]
  }

  /** The rows row .. end - 1 of mixed ground, cell by cell. */
  private layCells(terrain: Terrain, row: number, end: number): void {
    const { rows, firstOfRow, lastOfRow, pitch, left, top, isTurned } = this
    for (let at = row; at < end; at++) {
      for (let cell = firstOfRow[at]; cell <= lastOfRow[at]; cell++) {
        const [x, y] = [left + cell, top + at]
        rows.ground[at * pitch + cell] = (isTurned ? terrain.costAt(y, x) : terrain.costAt(x, y)) || WALL
      }
    }
  }

  /** The rows row .. end - 1 of even ground, word by word. */
  private layBits(terrain: Terrain, row: number, end: number, first: number, last: number): void {
    const { rows, wordsAt, firstOfRow, lastOfRow, left, top, isTurned } = this
    const { rowBits, blocksWide } = terrain
    this.tiles ??= isTurned ? new Tiles(terrain) : null
    const source = isTurned ? this.tiles!.words : rowBits
    const blockRow = (top + row) >> BLOCK_SHIFT
    for (let word = first >> 5; word <= last >> 5; word++) {
      const block = (left >> BLOCK_SHIFT) + word
      wordsAt[word] = isTurned ? this.tiles!.columnsOf(blockRow, block) : (blockRow * blocksWide + block) << BLOCK_SHIFT
    }
    for (let at = row; at < end; at++) {
      if (firstOfRow[at] > lastOfRow[at]) continue
      const from = firstOfRow[at] & ~7
      const to = lastOfRow[at] | 7
      firstOfRow[at] = from
      lastOfRow[at] = to
      const words = at * EVEN_WORDS
      for (let word = from >> 5; word <= to >> 5; word++)
        rows.ground[words + word] = source[wordsAt[word] + ((top + at) & BLOCK_MASK)]
      rows.ground[words + (from >> 5)] &= -1 << (from & 31)
      rows.ground[words + (to >> 5)] &= -1 >>> (31 - (to & 31))
    }
  }

  /** Cost to reach a cell in units; Infinity where it was not reached. */
  unitsOf(cell: number): number {
    const { units, unreached } = this.rows
    return units[cell] < unreached ? units[cell] * this.scale : Infinity
  }

  /**
   * Returns the cost of `goal` from `start`; Infinity if no path is below the limit or an end is a wall. All cells must be
   * unreached. The sweeps stop when the goal costs at most `enoughUnits`, or when no cell became cheaper. A round that does not
   * improve the goal is not the last: a path may wind through cheap ground. Rounds skip unchanged rows, so they are cheap.
   */
  run(start: number, goal: number, limitUnits: number, enoughUnits: number): number {
    const { rows, rowCount, scale, pitch } = this
    // The ways of a damaged atlas may lead to a wall; tracing back from there would never end.
    if (!this.isFree(start) || !this.isFree(goal)) return Infinity
    const goalRow = Math.floor(goal / pitch)
    let isDown = goalRow >= Math.floor(start / pitch)
    this.begin(start)
    rows.aim(goalRow, goal - goalRow * pitch)
    let limit = limitUnits / scale
    for (let round = 0; ; round++, isDown = !isDown) {
      const isAny = rows.sweep(isDown, rowCount, limit)
      const units = this.unitsOf(goal)
      // The first sweep may have had no row to go to.
      if ((!isAny && round > 0) || units <= enoughUnits) return units < limitUnits ? units : Infinity
      limit = Math.min(limit, rows.units[goal])
    }
  }

  /**
   * Computes the costs of all cells from `start`. False if a target may be unreached only because its path costs `unitsMax` or
   * more; inside a block of even ground none does.
   */
  spread(start: number, targets: readonly number[]): boolean {
    const { rows, rowCount, pitch, isEven } = this
    this.forget()
    this.begin(start)
    const row = Math.floor(start / pitch)
    rows.aim(row, start - row * pitch)
    for (let isAny = true; isAny; ) {
      const isAnyBelow = rows.sweep(true, rowCount, Infinity)
      isAny = rows.sweep(false, rowCount, Infinity) || isAnyBelow
    }
    return isEven || targets.every(target => this.unitsOf(target) < Infinity) || !this.isAtEnd()
  }

  private begin(start: number): void {
    const { rows, pitch } = this
    const row = Math.floor(start / pitch)
    rows.isNewBelow.fill(0)
    rows.isNewAbove.fill(0)
    rows.units[start] = 0
    rows.begin(row)
    rows.isNewBelow[row] = 1
    rows.isNewAbove[row] = 1
  }

  private isFree(at: number): boolean {
    const row = Math.floor(at / this.pitch)
    return this.costAt(row, at - row * this.pitch) < WALL
  }

  /**
   * Whether a cell may be unreached only because its path costs `unitsMax` or more. Then some reached cell is less than one step
   * below that.
   */
  private isAtEnd(): boolean {
    const { units, unreached, ground } = this.rows
    const lastUnits = unreached - STEP_UNITS_MAX
    const end = this.pitch * (this.rowCount + 1)
    for (let cell = this.pitch; cell < end; cell++) {
      if (units[cell] >= lastUnits && units[cell] < unreached && ground[cell] !== WALL) return true
    }
    return false
  }

  /** Marks all cells unreached. */
  private forget(): void {
    const { rows, pitch } = this
    if (this.isEven) {
      rows.clear(this.rowCount)
      return
    }
    // A kernel writes up to three cells beyond a row's last.
    rows.units.fill(rows.unreached, pitch, pitch * (this.rowCount + 1) + 4)
  }

  /** Appends a cheapest path from the start to `goal` to `bends`, which end at the start. False where there is none. */
  goOn(goal: number, bends: Bends): boolean {
    const { way, isTurned } = this
    const isThere = this.goBack(goal, (direction, steps) => way.push(steps, direction))
    while (way.length > 0) {
      const direction = way.pop()!
      bends.run(isTurned ? TURNED[direction] : direction, way.pop()!)
    }
    return isThere
  }

  /** Calls `tell` with each run of a cheapest path, last run first. Among several directions the path takes the first. */
  goBack(goal: number, tell: (direction: number, steps: number) => void): boolean {
    const { pitch } = this
    if (this.unitsOf(goal) === Infinity) return false
    let row = Math.floor(goal / pitch)
    let cell = goal - row * pitch
    for (let direction = 0; direction < 8; direction++) {
      const [dx, dy] = [DX[direction], DY[direction]]
      let steps = 0
      for (; this.isStepBack(row, cell, dx, dy); row -= dy, cell -= dx) steps++
      if (steps === 0) continue
      tell(direction, steps)
      direction = -1
    }
    return true
  }

  /**
   * Whether a cheapest path may enter a cell by this step. The cell before may have become cheaper since; then the path costs
   * less than the cell's number.
   */
  private isStepBack(row: number, cell: number, dx: number, dy: number): boolean {
    const { units } = this.rows
    const at = row * this.pitch + cell
    const fromUnits = units[at - dy * this.pitch - dx]
    if (fromUnits >= units[at]) return false
    const isDiagonal = dx !== 0 && dy !== 0
    const halves = this.costAt(row - dy, cell - dx) + this.costAt(row, cell)
    if (fromUnits + (isDiagonal ? DIAGONAL_UNITS : STRAIGHT_UNITS) * halves > units[at]) return false
    return !isDiagonal || (this.costAt(row, cell - dx) < WALL && this.costAt(row - dy, cell) < WALL)
  }

  /** The cost of a cell in the numbers of the rows. */
  private costAt(row: number, cell: number): number {
    const { ground } = this.rows
    if (!this.isEven) return ground[row * this.pitch + cell]
    return ((ground[row * EVEN_WORDS + (cell >> 5)] >>> (cell & 31)) & 1) === 0 ? WALL : EVEN_COST
  }
}
