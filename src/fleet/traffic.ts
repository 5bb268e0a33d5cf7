/**
 * Routes that avoid each other, for units that get new goals forever. A step costs more for each route against it and
 * for each route through its cell. So aisles become one-way streets by themselves, and routes leave crowded ones. The
 * idea is that of guide paths by traffic flow (Chen, Harabor, Li and Stuckey, 2024).
 */
import { Heap } from '../base/heap.ts'
import { DX, DY } from '../map/movement.ts'
import { OPPOSITE, type Steps } from './legal-steps.ts'

/** The cost of a step alone, and what each route against it or through its cell adds. */
const STEP = 64
const AGAINST = 48
const THROUGH = 1
const NONE = -1
/** Weight of the estimated rest of the way: it saves nine tenths of the work, and costs a quarter of the goals. */
const HASTE = 4

export class Traffic {
  private readonly steps: Steps
  /** By cell and direction: how many routes take this step. */
  private readonly goingFrom: Uint16Array
  private readonly throughCell: Uint16Array
  private readonly costOfCell: Float64Array
  private readonly stampOfCell: Int32Array
  private readonly cameFrom: Int32Array
  private readonly heap = new Heap()
  private readonly isDiagonal: boolean
  private stamp = 0

  constructor(steps: Steps, directions: number) {
    const { cellCount } = steps
    this.steps = steps
    this.isDiagonal = directions === 8
    this.goingFrom = new Uint16Array(cellCount * 8)
    this.throughCell = new Uint16Array(cellCount)
    this.costOfCell = new Float64Array(cellCount)
    this.stampOfCell = new Int32Array(cellCount)
    this.cameFrom = new Int32Array(cellCount)
  }

  /** Adds a route to the counts, or with -1 removes it. */
  write(route: Int32Array, by: 1 | -1): void {
    const { steps, goingFrom, throughCell } = this
    for (let i = 0; i + 1 < route.length; i++) {
      goingFrom[route[i] * 8 + steps.directionTo(route[i], route[i + 1])] += by
      throughCell[route[i]] += by
    }
  }

  /** The cells from `start` to `goal`, which must be reachable. */
  route(start: number, goal: number): Int32Array {
    const { steps, heap, costOfCell, stampOfCell, cameFrom, goingFrom, throughCell } = this
    const { width, deltaOfDirection } = steps
    const goalY = (goal / width) | 0
    const goalX = goal - goalY * width
    const stamp = ++this.stamp
    heap.clear()
    heap.push(0, start)
    stampOfCell[start] = stamp
    costOfCell[start] = 0
    cameFrom[start] = NONE
    while (heap.size > 0) {
      const cell = heap.pop()
      if (cell === goal) break
      const y = (cell / width) | 0
      const x = cell - y * width
      for (let mask = steps.legalOf(cell); mask !== 0; mask &= mask - 1) {
        const direction = 31 - Math.clz32(mask & -mask)
        const next = cell + deltaOfDirection[direction]
        const against = goingFrom[next * 8 + OPPOSITE[direction]]
        const cost = costOfCell[cell] + STEP + AGAINST * against + THROUGH * throughCell[next]
        if (stampOfCell[next] === stamp && costOfCell[next] <= cost) continue
        stampOfCell[next] = stamp
        costOfCell[next] = cost
        cameFrom[next] = cell
        const [dx, dy] = [Math.abs(x + DX[direction] - goalX), Math.abs(y + DY[direction] - goalY)]
        heap.push(cost + HASTE * STEP * (this.isDiagonal ? Math.max(dx, dy) : dx + dy), next)
      }
    }
    let count = 0
    for (let cell = goal; cell !== NONE; cell = cameFrom[cell]) count++
    const route = new Int32Array(count)
    for (let cell = goal; cell !== NONE; cell = cameFrom[cell]) route[--count] = cell
    return route
  }
}
