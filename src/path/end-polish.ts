/**
 * Polishes the two ends of a path on uniform ground, which follows the cheapest route over level 0: in between it is hardly
 * ever slack, but at either end that route is bound to the entries of the end's block, where the best way may leave it
 * by another cell. So the exact search looks for a cheaper way to a cell some dozens of steps off.
 */
import { Bends, turnRound } from '../cells/bends.ts'
import type { NearSearch } from '../cells/near-search.ts'
import { DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

const WINDOW_CELLS = 64
const EXPANSIONS_MAX = 100
/** Fewer runs bend around little, and are hardly ever slack. */
const RUNS_MIN = 4
/** What costs more than this many times what open ground asks is bound to its corridor. */
const DETOUR_MAX = 1.15

export class EndPolisher {
  private readonly terrain: Terrain
  private readonly near: NearSearch
  private readonly rest = new Bends(64)
  /** The window: its runs, what it costs, and the cell where it ends. */
  private runs = 0
  private units = 0
  private x = 0
  private y = 0

  constructor(terrain: Terrain, near: NearSearch) {
    this.terrain = terrain
    this.near = near
  }

  /** The window at the path's first bend; it reaches to the last one of a short path. */
  polishStart(bends: Bends): void {
    const { near, rest } = this
    this.measure(bends)
    const [x, y] = bends.xy
    if (!this.isSlack(x, y) || near.find(x, y, this.x, this.y, this.units, EXPANSIONS_MAX) < 0) return
    rest.take(bends.xy, bends.count)
    bends.take(near.bends, near.bendCount)
    for (let bend = this.runs; bend < rest.count; bend++) bends.add(rest.xOf(bend), rest.yOf(bend))
  }

  /** The window at its last one. */
  polishEnd(bends: Bends): void {
    turnRound(bends)
    this.polishStart(bends)
    turnRound(bends)
  }

  private measure(bends: Bends): void {
    const { costMin } = this.terrain
    this.runs = 0
    this.units = 0
    for (let left = WINDOW_CELLS; left > 0 && this.runs + 1 < bends.count; this.runs++) {
      const direction = bends.directionAfter(this.runs)
      const taken = Math.min(left, bends.stepsAfter(this.runs))
      this.units += taken * stepUnits(direction, costMin, costMin)
      this.x = bends.xOf(this.runs) + taken * DX[direction]
      this.y = bends.yOf(this.runs) + taken * DY[direction]
      left -= taken
    }
  }

  private isSlack(x: number, y: number): boolean {
    const { costMin, directions } = this.terrain
    const free = freeUnits(this.x - x, this.y - y, costMin, directions)
    return this.runs >= RUNS_MIN && this.units > free && this.units <= free * DETOUR_MAX
  }
}
