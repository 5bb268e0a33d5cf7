/**
 * A frame lays rows of cells over a part of the map, with walls around them, and sweeps over the rows. Row by row, each cell takes its
 * least cost from its neighbours in the row before, then from those beside it. One sweep finds every path that never turns back
 * across the rows; repeated sweeps down and up find all paths.
 *
 * Even ground counts half lengths of steps in 16 bits; `scale` converts them to units.
 */
import { NONE } from '../base/none.ts'
import { EVEN_CELLS, EVEN_WORDS, MIXED_SIDE, ROWS_MAX } from '../kernel/sweep-layout.ts'
import { WALL } from '../kernel/units.ts'
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, DX, DY, directionOf, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { evenRows, mixedRows, type SweepRows } from './kernel-rows.ts'
import { plainEvenRows, plainMixedRows } from './plain-rows.ts'
import type { Tiles } from './tiles.ts'

/** The cost of a free cell in the rows of even ground, which count half lengths. */
const EVEN_COST = 0.5
/** No step costs more: a diagonal between the most expensive cells. */
const STEP_UNITS_MAX = 2 * DIAGONAL_UNITS * COST_MAX

/** By direction: the same one with rows and columns exchanged. */
const TURNED = Uint8Array.from(DX, (dx, direction) => directionOf(DY[direction], dx))

/** The part of a terrain that the choice of a frame depends on. */
type SweptTerrain = Pick<Terrain, 'directions' | 'costOfCell'>

/**
 * The cells of a sweep. Places a frame over them, and writes the first and the last cell of each of its rows. Returns false where the frame
 * has no room.
 */
export type Shape = (frame: Frame) => boolean

/** The cells of a box of the map, from (left, top) to (right, bottom). */
export function boxOf(left: number, top: number, right: number, bottom: number, isTurned = false): Shape {
  const [row, first, lastRow, last] = isTurned ? [left, top, right, bottom] : [top, left, bottom, right]
  const rowCount = lastRow - row + 1
  return frame => {
    if (rowCount > frame.rowsMax || last - first >= frame.alongMax) return false
    frame.place(row, first, isTurned)
    frame.reset(rowCount)
    frame.firstOfRow.fill(first - frame.left, 1, rowCount + 1)
    frame.lastOfRow.fill(last - frame.left, 1, rowCount + 1)
    return true
  }
}

/** The map of a sweep, and its words turned into columns. */
export interface SweptMap {
  readonly terrain: Terrain
  readonly tiles: Tiles
}

/** The frames of this thread. All sweeps of one kind share them; a frame belongs to the shape that it holds. */
const frameOfKind = new Map<string, Frame>()

function sharedFrame(kind: string, isEven: boolean, makeRows: () => SweepRows): Frame {
  const frame = frameOfKind.get(kind) ?? new Frame(makeRows(), isEven)
  frameOfKind.set(kind, frame)
  return frame
}

/**
 * A frame of mixed ground. With `isWide` it counts any cost, at a few times the time. Each `number` has frames of its own.
 */
export function mixedFrame(side: number, { directions, costOfCell }: SweptTerrain, number = 0, isWide = false): Frame {
  const bytes = costOfCell.BYTES_PER_ELEMENT
  const kernelRows = () => (isWide ? null : mixedRows(side, directions, bytes))
  const makeRows = () => kernelRows() ?? plainMixedRows(side, directions, isWide)
  return sharedFrame(`${side} ${directions} ${isWide ? 'wide' : bytes} ${number}`, false, makeRows)
}

/** A frame of even ground. */
export function evenFrame({ directions }: SweptTerrain): Frame {
  return sharedFrame(`even ${directions}`, true, () => evenRows(directions) ?? plainEvenRows(directions))
}

export class Frame {
  readonly rows: SweepRows
  /** Cell `c` of row `r` is pitch * r + c. */
  readonly pitch: number
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** The most rows, and cells of a row, that fit the frame beside its walls. */
  readonly rowsMax: number
  readonly alongMax: number
  /** The shape that the frame holds. */
  shape: Shape | null = null
  private readonly isEven: boolean
  private scale = 1
  /** Whether rows of the frame are columns of the map, and the map coordinates of its row 0 and cell 0. */
  isTurned = false
  left = 0
  top = 0
  /** By word of a frame's row: index of the first word of its block. */
  private readonly wordsAt = new Int32Array(EVEN_WORDS)

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

  /** Sweeps find only paths that cost less. */
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
    this.shape = null
  }

  /**
   * Takes the cells of a shape, which all cost `one` where the ground is even, with every cell unreached. False where it does not fit.
   * Cells outside the map are walls.
   */
  take(shape: Shape, map: SweptMap, one: number): boolean {
    if (!shape(this)) return false
    if (this.isEven) this.scale = 2 * one
    this.layOut(map)
    this.shape = shape
    return true
  }

  /** Lays out the rows, each from its first cell to its last. Even ground is laid out by bytes of bits. */
  layOut(map: SweptMap): void {
    const { terrain } = map
    const { rowCount, rows, isEven, left, top, isTurned } = this
    if (isEven) rows.ground.fill(0, 0, EVEN_WORDS * (rowCount + 2))
    for (let row = 1, end = 1; row <= rowCount; row = end) {
      end = Math.min(rowCount + 1, row + BLOCK_SIDE_CELLS - ((top + row) & BLOCK_MASK))
      const [first, last] = this.clip(terrain, row, end)
      if (first > last) continue
      if (isEven) this.layBits(map, row, end, first, last)
      else if (rows.stage === null) this.layCells(terrain, row, end)
      else rows.stage[isTurned ? 'down' : 'across'](terrain, left, top, row, end, left + first, left + last)
    }
    if (isEven) rows.clear(rowCount)
  }

  /** Ends the rows row .. end - 1 where the map ends; returns the first and the last cell of all. */
  private clip({ width, height }: Terrain, row: number, end: number): [first: number, last: number] {
    const { firstOfRow, lastOfRow, left, top, isTurned } = this
    const cellMax = (isTurned ? height : width) - 1 - left
    const rowEnd = (isTurned ? width : height) - top
    let first = cellMax + 1
    let last = -1
    for (let at = row; at < end; at++) {
      const from = Math.max(0, left + firstOfRow[at]) - left
      const to = top + at < 0 || at >= rowEnd ? from - 1 : Math.min(cellMax, lastOfRow[at])
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
  private layBits(map: SweptMap, row: number, end: number, first: number, last: number): void {
    const { rows, wordsAt, firstOfRow, lastOfRow, left, top, isTurned } = this
    const { rowBits, blocksWide } = map.terrain
    const source = isTurned ? map.tiles.words : rowBits
    const blockRow = (top + row) >> BLOCK_SHIFT
    for (let word = first >> 5; word <= last >> 5; word++) {
      const block = (left >> BLOCK_SHIFT) + word
      wordsAt[word] = isTurned ? map.tiles.columnsOf(blockRow, block) : (blockRow * blocksWide + block) << BLOCK_SHIFT
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
   * Sweeps from `start` until no cell becomes cheaper. All cells must be unreached. Returns the cost of `goal`: Infinity if no
   * path is below the limit or an end is a wall. With a goal, the sweeps also stop when it costs at most `enoughUnits`. A round that
   * does not improve the goal is not the last: a path may wind through cheap ground. Rounds skip unchanged rows, so they are cheap.
   */
  run(start: number, goal = NONE, limitUnits = Infinity, enoughUnits = NONE): number {
    const { rows, rowCount, scale, pitch } = this
    const hasGoal = goal !== NONE
    // The ways of a damaged atlas may lead to a wall; tracing back from there would never end.
    if (!this.isFree(start) || (hasGoal && !this.isFree(goal))) return Infinity
    const startRow = Math.floor(start / pitch)
    const aim = hasGoal ? goal : start
    const aimRow = Math.floor(aim / pitch)
    rows.isNewBelow.fill(0)
    rows.isNewAbove.fill(0)
    rows.units[start] = 0
    rows.begin(startRow)
    rows.isNewBelow[startRow] = rows.isNewAbove[startRow] = 1
    rows.aim(aimRow, aim - aimRow * pitch)
    let limit = limitUnits / scale
    for (let round = 0, isDown = aimRow >= startRow; ; round++, isDown = !isDown) {
      const isAny = rows.sweep(isDown, rowCount, limit)
      if (hasGoal) limit = Math.min(limit, rows.units[goal])
      // The first sweep may have had no row to go to.
      if (!isAny && round > 0) break
      if (hasGoal && this.unitsOf(goal) <= enoughUnits) break
    }
    if (!hasGoal) return Infinity
    const units = this.unitsOf(goal)
    return units < limitUnits ? units : Infinity
  }

  private isFree(at: number): boolean {
    const row = Math.floor(at / this.pitch)
    return this.costAt(row, at - row * this.pitch) < WALL
  }

  /**
   * Whether a cell may be unreached only because its path costs `unitsMax` or more. Then some reached cell is less than one step
   * below that. No other frame counts farther on even ground.
   */
  isAtEnd(): boolean {
    if (this.isEven) return false
    const { units, unreached, ground } = this.rows
    const lastUnits = unreached - STEP_UNITS_MAX
    const end = this.pitch * (this.rowCount + 1)
    for (let cell = this.pitch; cell < end; cell++) {
      if (units[cell] >= lastUnits && units[cell] < unreached && ground[cell] !== WALL) return true
    }
    return false
  }

  /** Marks all cells unreached. */
  forget(): void {
    const { rows, pitch } = this
    // A kernel writes up to three cells of mixed ground beyond a row's last.
    if (this.isEven) rows.clear(this.rowCount)
    else rows.units.fill(rows.unreached, pitch, pitch * (this.rowCount + 1) + 4)
  }

  /**
   * Appends steps and direction of each run of a cheapest path to `runs`, last run first. Among several directions the path takes
   * the first. False where no path leads to the goal.
   */
  goBack(goal: number, runs: number[]): boolean {
    const { pitch, isTurned } = this
    if (this.unitsOf(goal) === Infinity) return false
    let row = Math.floor(goal / pitch)
    let cell = goal - row * pitch
    for (let direction = 0; direction < 8; direction++) {
      const [dx, dy] = [DX[direction], DY[direction]]
      let steps = 0
      for (; this.isStepBack(row, cell, dx, dy); row -= dy, cell -= dx) steps++
      if (steps === 0) continue
      runs.push(steps, isTurned ? TURNED[direction] : direction)
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
