/**
 * The oracle: plain Dijkstra over the cells of a map. It is slow, sees every cell, and shares nothing with the searches
 * but the eight directions. All other costs, and all answers about reachability, are checked against it.
 *
 * Its queue is a ring of buckets, each as wide as the least cost of a cell. No step costs less, so no cell of a bucket
 * betters another of the same bucket, and their order does not matter. Where costs differ by more than 8 bits, buckets
 * are wider, and a cell that is bettered in its own bucket has another turn.
 *
 * Lengths are true ones, 1 and sqrt 2, as a user reckons them, not the whole units of the searches. So the oracle also
 * shows what those units cost. Sums of doubles are off by rounding, about 1e-12 of a path's cost.
 */
import { checkCosts, checkWhole } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import { type CellCosts, type Directions, DX, DY } from '../map/movement.ts'

export interface CellMap extends CellCosts {
  readonly width: number
  readonly height: number
  readonly directions: Directions
}

/**
 * The cost in cell lengths of the best path from (x, y) to every cell, at y * width + x. Infinity where there is none;
 * everywhere, if (x, y) is a wall or lies outside.
 */
export function exactDistances(map: CellMap, x: number, y: number): Float64Array {
  const { width, height } = map
  const costToPlace = flood(map, x, y, NONE)
  const distances = new Float64Array(width * height)
  for (let row = 0; row < height; row++) {
    const first = placeOf(map, 0, row)
    distances.set(costToPlace.subarray(first, first + width), row * width)
  }
  return distances
}

/** The cost in cell lengths of the best path between two cells; Infinity where there is none. */
export function exactCost(map: CellMap, x0: number, y0: number, x1: number, y1: number): number {
  checkCosts(map)
  checkWhole(x0, y0, 'The start')
  checkWhole(x1, y1, 'The goal')
  if (!isInside(map, x1, y1)) return Number.POSITIVE_INFINITY
  const goal = placeOf(map, x1, y1)
  return flood(map, x0, y0, goal)[goal]
}

/** Enough for costs of 8 bits. More buckets, mostly empty, would take longer than those other turns. */
const BUCKETS_MAX = 1 << 10

const isInside = ({ width, height }: CellMap, x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height

/** Cells lie row by row within a rim of walls: no step from a free cell leaves the memory. */
const placeOf = ({ width }: CellMap, x: number, y: number) => (y + 1) * (width + 2) + x + 1

/** Dijkstra from (x, y) until `goal` is settled, or all that can be reached if there is no such place. */
function flood(map: CellMap, x: number, y: number, goal: number): Float64Array {
  const { width, height, directions } = map
  const rowStep = width + 2
  const halfCost = new Float64Array(rowStep * (height + 2))
  const costTo = new Float64Array(halfCost.length).fill(Number.POSITIVE_INFINITY)
  const start = placeOf(map, x, y)
  let [leastCost, mostCost] = [Number.POSITIVE_INFINITY, 0]
  for (let row = 0; row < height; row++) {
    const first = placeOf(map, 0, row)
    for (let column = 0; column < width; column++) {
      const cost = map.costAt(column, row)
      // No path leads over a cell whose cost is 0, NaN or Infinity.
      if (!(cost > 0 && cost < Number.POSITIVE_INFINITY)) continue
      halfCost[first + column] = cost / 2
      if (cost < leastCost) leastCost = cost
      if (cost > mostCost) mostCost = cost
    }
  }
  if (!isInside(map, x, y) || halfCost[start] === 0) return costTo
  const widthOfBucket = Math.max(leastCost, (mostCost * Math.SQRT2) / BUCKETS_MAX)
  // A step leads beyond no more buckets than this.
  const bucketCount = Math.ceil((mostCost / widthOfBucket) * Math.SQRT2) + 2
  const buckets: number[][] = Array.from({ length: bucketCount }, () => [])
  costTo[start] = 0
  buckets[0].push(start)
  let waiting = 1
  for (let number = 0; waiting > 0; number++) {
    if (goal !== NONE && costTo[goal] < number * widthOfBucket) break
    const bucket = buckets[number % bucketCount]
    for (const place of bucket) {
      const costHere = costTo[place]
      // A place is added again whenever a better way to it turns up: only its best copy counts.
      if (Math.floor(costHere / widthOfBucket) !== number) continue
      for (let direction = 0; direction < directions; direction++) {
        const beside = place + DX[direction]
        const down = DY[direction] * rowStep
        const next = beside + down
        if (halfCost[next] === 0) continue
        const mean = halfCost[place] + halfCost[next]
        const costThere = costHere + (direction < 4 ? mean : mean * Math.SQRT2)
        if (costThere >= costTo[next]) continue
        // A diagonal step cuts no corner.
        if (direction >= 4 && (halfCost[beside] === 0 || halfCost[place + down] === 0)) continue
        costTo[next] = costThere
        buckets[Math.floor(costThere / widthOfBucket) % bucketCount].push(next)
        waiting++
      }
    }
    waiting -= bucket.length
    bucket.length = 0
  }
  return costTo
}
