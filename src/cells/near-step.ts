/**
 * The exact search on weighted ground or with 4 directions: plain A*, a cell at a time.
 *
 * The legal steps from a cell follow from which of the nine cells around it are free: nine bits, looked up in a table
 * that the movement rule fills. Per cell of the window the search keeps the cost and the direction it was reached by.
 */
import type { Directions } from '../map/movement.ts'
import { canStep, DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import { BucketQueue } from './buckets.ts'
import { GAVE_UP, isWellInWindow, NONE_BELOW, placeOf, WINDOW_CELLS, windowStart } from './near-window.ts'

/**
 * Four units share a key, so that the queue's span holds the steepest rise of one step where costs are bytes: 2 * 198 * 255 units. Entries of
 * one key come out in any order; a cell that is then bettered is expanded again.
 */
const KEY_SHIFT = 2

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT_HALF_UNITS = STRAIGHT_UNITS
const DIAGONAL_HALF_UNITS = DIAGONAL_UNITS
const STEP_X = DX
const STEP_Y = DY
const ENTRIES_MAX = 1 << 16
const ENTRY_COUNT_MAX = ENTRIES_MAX - 8

/** Two words a cell: generation << 4 | direction it was reached by, and the units from the start. */
const GENERATION_MAX = 0x7ffffff
const NO_DIRECTION = 8

export class StepSearch {
  private readonly terrain: Terrain
  private readonly stepsOfSurroundings: Uint8Array
  private readonly sumUnits: number
  private readonly apartUnits: number
  private readonly queue = new BucketQueue(ENTRIES_MAX)
  private readonly wordsOfPlace = new Int32Array(2 * WINDOW_CELLS)
  private generation = 0

  /** y << 16 | x */
  private readonly cellOfEntry = new Int32Array(ENTRIES_MAX)
  private readonly unitsOfEntry = new Int32Array(ENTRIES_MAX)

  private goalX = 0
  private goalY = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.stepsOfSurroundings = tabulateSteps(terrain.directions)
    // freeUnits as a combination of |dx| + |dy| and ||dx| - |dy||, which needs no branch.
    const { costMin, directions } = terrain
    this.sumUnits = costMin * (directions === 8 ? DIAGONAL_UNITS : 2 * STRAIGHT_UNITS)
    this.apartUnits = costMin * (directions === 8 ? 2 * STRAIGHT_UNITS - DIAGONAL_UNITS : 0)
  }

  /** As NearSearch.find, between two different free cells. */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    this.goalX = x1
    this.goalY = y1
    const estimate = weighed(x1 - x0, y1 - y0, this.sumUnits, this.apartUnits)
    if (estimate >= limitUnits) return NONE_BELOW
    this.startAt(x0, y0, estimate)
    return this.run(windowStart(x0, x1), windowStart(y0, y1), limitUnits, expansionsMax)
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    const { wordsOfPlace } = this
    bends.clear()
    let x = this.goalX
    let y = this.goalY
    let directionBefore = NO_DIRECTION
    for (;;) {
      const direction = wordsOfPlace[2 * placeOf(x, y)] & 15
      if (direction !== directionBefore) bends.add(x, y)
      if (direction === NO_DIRECTION) break
      x -= STEP_X[direction]
      y -= STEP_Y[direction]
      directionBefore = direction
    }
    turnRound(bends)
  }

  private startAt(x: number, y: number, estimate: number): void {
    if (this.generation === GENERATION_MAX) {
      this.wordsOfPlace.fill(0)
      this.generation = 0
    }
    this.generation++
    const place = 2 * placeOf(x, y)
    this.wordsOfPlace[place] = (this.generation << 4) | NO_DIRECTION
    this.wordsOfPlace[place + 1] = 0
    this.cellOfEntry[1] = (y << 16) | x
    this.unitsOfEntry[1] = 0
    this.queue.restart(estimate >> KEY_SHIFT)
    this.queue.push(estimate >> KEY_SHIFT, 1)
  }

  private run(left: number, top: number, limitUnits: number, expansionsMax: number): number {
    const { queue, cellOfEntry, unitsOfEntry, wordsOfPlace, goalX, goalY, sumUnits, apartUnits } = this
    const { terrain } = this
    const stamp = this.generation << 4
    let entryCount = 2
    let expansionCount = 0
    let boundUnits = limitUnits
    let bestUnits = NONE_BELOW
    for (;;) {
      const entry = queue.pop()
      if (entry === 0) break
      const x = cellOfEntry[entry] & 0xffff
      const y = cellOfEntry[entry] >>> 16
      const units = unitsOfEntry[entry]
      // A better way to the cell has been found since.
      if (wordsOfPlace[2 * placeOf(x, y) + 1] !== units) continue
      const estimate = (units + weighed(goalX - x, goalY - y, sumUnits, apartUnits)) | 0
      if (estimate >= boundUnits) {
        if (estimate >> KEY_SHIFT > boundUnits >> KEY_SHIFT) break
        continue
      }
      if (++expansionCount > expansionsMax || entryCount > ENTRY_COUNT_MAX) return GAVE_UP
      // Whatever is left to expand costs no less, so a way out of the window here means that the window is too small.
      if (!isWellInWindow(x, y, left, top)) return GAVE_UP
      const cost = terrain.costOfFree(x, y)
      for (let steps = this.stepsOfSurroundings[this.surroundingsOf(x, y)]; steps !== 0; ) {
        const direction = 31 - Math.clz32(steps)
        steps ^= 1 << direction
        const nextX = (x + STEP_X[direction]) | 0
        const nextY = (y + STEP_Y[direction]) | 0
        const nextCost = terrain.costOfFree(nextX, nextY)
        const nextUnits =
          (units + Math.imul(direction < 4 ? STRAIGHT_HALF_UNITS : DIAGONAL_HALF_UNITS, cost + nextCost)) | 0
        const place = 2 * placeOf(nextX, nextY)
        if ((wordsOfPlace[place] & ~15) === stamp && wordsOfPlace[place + 1] <= nextUnits) continue
        const nextEstimate = (nextUnits + weighed(goalX - nextX, goalY - nextY, sumUnits, apartUnits)) | 0
        if (nextEstimate >= boundUnits) continue
        wordsOfPlace[place] = stamp | direction
        wordsOfPlace[place + 1] = nextUnits
        if (nextX === goalX && nextY === goalY) {
          boundUnits = nextUnits
          bestUnits = nextUnits
          continue
        }
        cellOfEntry[entryCount] = (nextY << 16) | nextX
        unitsOfEntry[entryCount] = nextUnits
        queue.push(nextEstimate >> KEY_SHIFT, entryCount++)
      }
    }
    return bestUnits
  }

  /** One bit for each of the nine cells around and at (x, y), row by row: whether it is free. */
  private surroundingsOf(x: number, y: number): number {
    const column = (x & 31) - 1
    const row = y & 31
    if (column < 0 || column > 29 || row === 0 || row === 31) {
      return this.threeOf(x, y - 1) | (this.threeOf(x, y) << 3) | (this.threeOf(x, y + 1) << 6)
    }
    const { rowBits, blocksWide } = this.terrain
    const word = ((Math.imul(y >> 5, blocksWide) + (x >> 5)) << 5) | row
    const above = (rowBits[word - 1] >>> column) & 7
    const beside = (rowBits[word] >>> column) & 7
    const below = (rowBits[word + 1] >>> column) & 7
    return above | (beside << 3) | (below << 6)
  }

  /** The three bits of a row around (x, y), which may lie in two blocks or beyond the map's edge. */
  private threeOf(x: number, y: number): number {
    const { rowBits, blocksWide, blocksHigh } = this.terrain
    if (y < 0 || y >> 5 >= blocksHigh) return 0
    const column = x & 31
    const word = ((Math.imul(y >> 5, blocksWide) + (x >> 5)) << 5) | (y & 31)
    if (column === 0) return ((rowBits[word] << 1) & 6) | (x > 0 ? rowBits[word - 32] >>> 31 : 0)
    const inBlock = (rowBits[word] >>> (column - 1)) & 7
    return column < 31 || x >> 5 === blocksWide - 1 ? inBlock : inBlock | ((rowBits[word + 32] & 1) << 2)
  }
}

/** (|dx| + |dy|) * sumUnits + ||dx| - |dy|| * apartUnits, without a branch. */
function weighed(dx: number, dy: number, sumUnits: number, apartUnits: number): number {
  const ax = (dx ^ (dx >> 31)) - (dx >> 31)
  const ay = (dy ^ (dy >> 31)) - (dy >> 31)
  const apart = ax - ay
  const distance = (apart ^ (apart >> 31)) - (apart >> 31)
  return (Math.imul(sumUnits, ax + ay) + Math.imul(apartUnits, distance)) | 0
}

/** For each pattern of free cells around a cell, the legal directions as bits: the movement rule, asked 512 times. */
function tabulateSteps(directions: Directions): Uint8Array {
  const steps = new Uint8Array(512)
  for (let bits = 0; bits < 512; bits++) {
    const around = { costAt: (x: number, y: number) => (bits >> (3 * y + x)) & 1 }
    for (let direction = 0; direction < directions; direction++) {
      if (canStep(around, 1, 1, direction)) steps[bits] |= 1 << direction
    }
  }
  return steps
}
