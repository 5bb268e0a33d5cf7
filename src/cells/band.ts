/**
 * The cheapest path beside a known one: Dijkstra among the cells that are not farther from it than so many, in a frame in
 * which all other cells are walls. On weighted ground a search of both ends' surroundings looks at thousands of cells,
 * because the free cost says little there; what a path that came along entries can be bettered by lies close to it.
 *
 * Cells wait in a ring of buckets as wide as the cheapest step in the band, or wider where steps are so unlike that the ring
 * would be too long; then a cell that is bettered within its bucket has another turn.
 */
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { Bends } from './bends.ts'
import { LIMIT_MAX_UNITS } from './near-window.ts'

const FRAME_SHIFT = 8
const FRAME = 1 << FRAME_SHIFT
/** No side of the box around a path and what is beside it is longer: walls are left around. */
export const BAND_SIDE_MAX = FRAME - 2
const BUCKETS = 4096
const FAR = 0x7fffffff
const NONE = -1
const OFFSET = Int32Array.from(DX, (dx, direction) => DY[direction] * FRAME + dx)

export class BandSearch {
  private readonly terrain: Terrain
  private readonly directionCount: number
  /** 0 for walls and for all outside the band. */
  private readonly cost = new Int32Array(FRAME * FRAME)
  private readonly dist = new Int32Array(FRAME * FRAME).fill(FAR)
  private places = new Int32Array(4096)
  private placeCount = 0
  private left = 0
  private top = 0
  private costMin = 0
  private costMax = 0
  private readonly firstOfBucket = new Int32Array(BUCKETS)
  /** What waits is numbered from 1; 0 ends a bucket's list. */
  private nextOf = new Int32Array(1 << 14)
  private cellOf = new Int32Array(1 << 14)
  private unitsOf = new Int32Array(1 << 14)
  private count = 1
  private shift = 0
  private start = 0
  private goal = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.directionCount = terrain.directions
  }

  /**
   * What the cheapest path within `reachCells` of a path from (x, y) costs in units; that is `runLength` numbers of `runs`:
   * direction, steps, ... Negative if there is none below `limitUnits`, or if the path is too long for the
   * frame; where only its surroundings are too wide for that, less of them is looked at.
   */
  find(runs: Int32Array, runLength: number, reachCells: number, x: number, y: number, limitUnits: number): number {
    if (!this.mark(runs, runLength, reachCells, x, y)) return NONE
    const limit = Math.min(limitUnits, LIMIT_MAX_UNITS)
    const units = this.flood(limit)
    return units < limit ? units : NONE
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    const { start } = this
    bends.clear()
    let direction = NONE
    let cell = this.goal
    this.addBend(bends, cell)
    while (cell !== start) {
      if (direction === NONE || !this.isStepBack(cell, direction)) {
        if (direction !== NONE) this.addBend(bends, cell)
        direction = 0
        while (!this.isStepBack(cell, direction)) direction++
      }
      cell -= OFFSET[direction]
    }
    this.addBend(bends, cell)
    bends.reverse()
  }

  private addBend(bends: Bends, cell: number): void {
    bends.add(this.left + (cell & (FRAME - 1)), this.top + (cell >> FRAME_SHIFT))
  }

  /** Whether a cheapest path may enter `cell` by a step in `direction`. */
  private isStepBack(cell: number, direction: number): boolean {
    const { cost, dist } = this
    const from = cell - OFFSET[direction]
    if (dist[from] === FAR || cost[from] === 0) return false
    if (direction >= 4 && (cost[from + DX[direction]] === 0 || cost[cell - DX[direction]] === 0)) return false
    return dist[from] + (direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS) * (cost[from] + cost[cell]) === dist[cell]
  }

  /** Lays the band out in the frame; false where it has no room. */
  private mark(runs: Int32Array, runLength: number, reachCells: number, x0: number, y0: number): boolean {
    const { cost, dist } = this
    for (let i = 0; i < this.placeCount; i++) {
      cost[this.places[i]] = 0
      dist[this.places[i]] = FAR
    }
    this.placeCount = 0
    this.costMin = FAR
    this.costMax = 1
    reachCells = this.place(runs, runLength, reachCells, x0, y0)
    if (reachCells === 0) return false
    const apart = Math.max(1, reachCells >> 1)
    let x = x0
    let y = y0
    let left = 0
    for (let i = 0; i < runLength; i += 2) {
      const dx = DX[runs[i]]
      const dy = DY[runs[i]]
      for (let steps = runs[i + 1]; steps > 0; ) {
        if (left === 0) {
          this.markAround(x, y, reachCells)
          left = apart
        }
        const taken = Math.min(left, steps)
        x += taken * dx
        y += taken * dy
        left -= taken
        steps -= taken
      }
    }
    this.markAround(x, y, reachCells)
    this.goal = this.cellAt(x, y)
    return true
  }

  /** Moves the frame to where the path fits in with what is beside it; returns how far that may be, 0 where it does not fit. */
  private place(runs: Int32Array, runLength: number, reachMax: number, x: number, y: number): number {
    let [minX, maxX, minY, maxY] = [x, x, y, y]
    let [atX, atY] = [x, y]
    for (let i = 0; i < runLength; i += 2) {
      atX += DX[runs[i]] * runs[i + 1]
      atY += DY[runs[i]] * runs[i + 1]
      minX = Math.min(minX, atX)
      maxX = Math.max(maxX, atX)
      minY = Math.min(minY, atY)
      maxY = Math.max(maxY, atY)
    }
    const room = BAND_SIDE_MAX - 1 - Math.max(maxX - minX, maxY - minY)
    const reachCells = Math.max(0, Math.min(reachMax, room >> 1))
    this.left = minX - reachCells - 1
    this.top = minY - reachCells - 1
    this.start = this.cellAt(x, y)
    return reachCells
  }

  private cellAt(x: number, y: number): number {
    return ((y - this.top) << FRAME_SHIFT) + x - this.left
  }

  private markAround(x: number, y: number, reachCells: number): void {
    const { terrain, cost } = this
    while (this.placeCount + (2 * reachCells + 1) ** 2 > this.places.length) this.grow()
    for (let row = y - reachCells; row <= y + reachCells; row++) {
      for (let column = x - reachCells, at = this.cellAt(column, row); column <= x + reachCells; column++, at++) {
        if (cost[at] !== 0) continue
        const own = terrain.costAt(column, row)
        if (own === 0) continue
        cost[at] = own
        this.places[this.placeCount++] = at
        if (own < this.costMin) this.costMin = own
        if (own > this.costMax) this.costMax = own
      }
    }
  }

  private grow(): void {
    const grown = new Int32Array(2 * this.places.length)
    grown.set(this.places)
    this.places = grown
  }

  /** The cost of the goal; FAR where it is not below the limit. */
  private flood(limitUnits: number): number {
    const { cost, dist, firstOfBucket, start, goal, directionCount } = this
    const mask = BUCKETS - 1
    // As wide as the cheapest step, unless the dearest then leads beyond the ring.
    const narrow = 31 - Math.clz32(2 * STRAIGHT_UNITS * this.costMin)
    const wide = 32 - Math.clz32(Math.ceil((2 * DIAGONAL_UNITS * this.costMax) / (BUCKETS - 2)))
    this.shift = Math.max(narrow, wide)
    firstOfBucket.fill(0)
    this.count = 1
    dist[start] = 0
    this.push(start, 0)
    let turns = 1
    for (let turn = 0; turns < this.count; turn++) {
      const bucket = turn & mask
      for (let item = firstOfBucket[bucket]; item !== 0; item = firstOfBucket[bucket]) {
        firstOfBucket[bucket] = this.nextOf[item]
        turns++
        const cell = this.cellOf[item]
        const units = this.unitsOf[item]
        if (units !== dist[cell]) continue
        if (units >= limitUnits) return FAR
        const own = cost[cell]
        const east = cost[cell + 1]
        const south = cost[cell + FRAME]
        const west = cost[cell - 1]
        const north = cost[cell - FRAME]
        if (east !== 0) this.reach(cell + 1, units + STRAIGHT_UNITS * (own + east))
        if (south !== 0) this.reach(cell + FRAME, units + STRAIGHT_UNITS * (own + south))
        if (west !== 0) this.reach(cell - 1, units + STRAIGHT_UNITS * (own + west))
        if (north !== 0) this.reach(cell - FRAME, units + STRAIGHT_UNITS * (own + north))
        if (directionCount === 4) continue
        if (east !== 0 && south !== 0) this.reachDiagonal(cell + FRAME + 1, units, own)
        if (west !== 0 && south !== 0) this.reachDiagonal(cell + FRAME - 1, units, own)
        if (west !== 0 && north !== 0) this.reachDiagonal(cell - FRAME - 1, units, own)
        if (east !== 0 && north !== 0) this.reachDiagonal(cell - FRAME + 1, units, own)
      }
      // Whatever bettered the goal within its bucket has had its turn.
      if (dist[goal] >> this.shift <= turn) break
    }
    return dist[goal]
  }

  private reachDiagonal(cell: number, units: number, own: number): void {
    const cost = this.cost[cell]
    if (cost !== 0) this.reach(cell, units + DIAGONAL_UNITS * (own + cost))
  }

  private reach(cell: number, units: number): void {
    if (units >= this.dist[cell]) return
    this.dist[cell] = units
    this.push(cell, units)
  }

  private push(cell: number, units: number): void {
    const bucket = (units >> this.shift) & (BUCKETS - 1)
    const item = this.count++
    if (item === this.cellOf.length) this.reserve(2 * item)
    this.cellOf[item] = cell
    this.unitsOf[item] = units
    this.nextOf[item] = this.firstOfBucket[bucket]
    this.firstOfBucket[bucket] = item
  }

  private reserve(items: number): void {
    const grown = (from: Int32Array) => {
      const to = new Int32Array(items)
      to.set(from)
      return to
    }
    this.nextOf = grown(this.nextOf)
    this.cellOf = grown(this.cellOf)
    this.unitsOf = grown(this.unitsOf)
  }
}
