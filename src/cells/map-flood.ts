/**
 * Dijkstra over all cells of a weighted map, for who must know what every cell costs from somewhere and can wait for it.
 *
 * The costs are laid out flat, in a frame of walls, so the inner loop tests no bounds. Cells wait in a ring of buckets as wide
 * as the cheapest step; a cell that is bettered within its own bucket has another turn.
 */
import { BucketRing } from '../base/bucket-ring.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

export class MapFlood {
  private readonly frameWidth: number
  private readonly directionCount: number
  private readonly costOf: Uint16Array
  private readonly unitsOf: Float64Array
  /** Whether the cell has had its turn since it was last bettered. */
  private readonly isDone: Uint8Array
  private readonly waiting: BucketRing

  constructor(terrain: Terrain) {
    const { width, height, costMin, directions } = terrain
    this.frameWidth = width + 2
    this.directionCount = directions
    this.costOf = new Uint16Array(this.frameWidth * (height + 2))
    this.unitsOf = new Float64Array(this.costOf.length)
    this.isDone = new Uint8Array(this.costOf.length)
    let costMax = 1
    for (let y = 0; y < height; y++) {
      for (let x = 0, at = this.placeOf(0, y); x < width; x++, at++) {
        this.costOf[at] = terrain.costAt(x, y)
        if (this.costOf[at] > costMax) costMax = this.costOf[at]
      }
    }
    this.waiting = new BucketRing(2 * STRAIGHT_UNITS * costMin, 2 * DIAGONAL_UNITS * costMax)
  }

  /** Finds what every cell costs from the nearest of some free cells: x, y pairs. */
  flood(sources: ArrayLike<number>): void {
    const { waiting, isDone } = this
    waiting.restart()
    this.unitsOf.fill(Infinity)
    isDone.fill(0)
    for (let i = 0; i < sources.length; i += 2) {
      const place = this.placeOf(sources[i], sources[i + 1])
      this.unitsOf[place] = 0
      waiting.push(0, place)
    }
    for (let place = waiting.pop(); place >= 0; place = waiting.pop()) {
      if (isDone[place] !== 0) continue
      isDone[place] = 1
      this.expand(place)
    }
  }

  /** In units; Infinity where no way leads there. */
  unitsTo(x: number, y: number): number {
    return this.unitsOf[this.placeOf(x, y)]
  }

  private placeOf(x: number, y: number): number {
    return (y + 1) * this.frameWidth + x + 1
  }

  private expand(place: number): void {
    const { costOf, unitsOf, frameWidth: row } = this
    const units = unitsOf[place]
    const own = costOf[place]
    const east = costOf[place + 1]
    const south = costOf[place + row]
    const west = costOf[place - 1]
    const north = costOf[place - row]
    const straight = units + STRAIGHT_UNITS * own
    if (east !== 0) this.reach(place + 1, straight + STRAIGHT_UNITS * east)
    if (south !== 0) this.reach(place + row, straight + STRAIGHT_UNITS * south)
    if (west !== 0) this.reach(place - 1, straight + STRAIGHT_UNITS * west)
    if (north !== 0) this.reach(place - row, straight + STRAIGHT_UNITS * north)
    if (this.directionCount === 4) return
    const diagonal = units + DIAGONAL_UNITS * own
    if (south !== 0) {
      if (east !== 0) this.reachDiagonally(place + row + 1, diagonal)
      if (west !== 0) this.reachDiagonally(place + row - 1, diagonal)
    }
    if (north !== 0) {
      if (west !== 0) this.reachDiagonally(place - row - 1, diagonal)
      if (east !== 0) this.reachDiagonally(place - row + 1, diagonal)
    }
  }

  private reachDiagonally(place: number, units: number): void {
    const cost = this.costOf[place]
    if (cost !== 0) this.reach(place, units + DIAGONAL_UNITS * cost)
  }

  private reach(place: number, units: number): void {
    const { unitsOf } = this
    if (units >= unitsOf[place]) return
    unitsOf[place] = units
    this.isDone[place] = 0
    this.waiting.push(units, place)
  }
}
