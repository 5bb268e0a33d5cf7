/**
 * The judge of waypoints: it knows nothing of how they were made. Each segment must be one that a unit can walk and keep
 * its clearance; all together must cost no more than the path they stand for, and be spaced and end as was asked.
 */
import { checkCosts, checkDirections, checkPairs } from '../base/given.ts'
import { verdictOf } from '../base/verdict.ts'
import type { CellCosts, Directions } from '../map/movement.ts'
import { checkPath, type PathCheck } from '../proof/check.ts'
import { groundOf, wallWithin } from './check-ground.ts'
import type { WaypointOptions } from './options.ts'
import { checkWaypointOptions } from './options.ts'

/** What the rounding of a sum of lengths may come to, as a share of it. */
const ROUNDING_SHARE = 1e-9
const SAME_SHARE = 1e-12

/** Judges waypoints, x, y pairs, that stand for the legal path `cells` under these options. */
export function checkWaypoints(
  map: CellCosts,
  waypoints: Int32Array,
  cells: Int32Array,
  directions: Directions,
  options: WaypointOptions = {},
): PathCheck {
  checkCosts(map)
  checkPairs(waypoints, 'The waypoints')
  checkPairs(cells, 'The cells')
  checkDirections(directions)
  const judge = new WaypointJudge(map, waypoints, cells, directions, checkWaypointOptions(options))
  const message = problemOfPath(map, cells, directions) || judge.problem()
  return verdictOf(message, { cost: message === '' ? judge.cost : Infinity })
}

/** Waypoints that stand for no path cannot be right. */
function problemOfPath(map: CellCosts, cells: Int32Array, directions: Directions): string {
  if (cells.length === 0) return ''
  const [x0, y0, x1, y1] = [cells[0], cells[1], cells[cells.length - 2], cells[cells.length - 1]]
  return checkPath(map, cells, x0, y0, x1, y1, directions).message
}

class WaypointJudge {
  cost = 0
  private readonly map: CellCosts
  private readonly xy: Int32Array
  private readonly path: Int32Array
  private readonly directions: Directions
  private readonly options: Required<WaypointOptions>
  /** The places on the path of each of its cells: a path may come back to a cell. */
  private readonly placesOf = new Map<string, number[]>()

  constructor(
    map: CellCosts,
    xy: Int32Array,
    path: Int32Array,
    directions: Directions,
    options: Required<WaypointOptions>,
  ) {
    this.map = map
    this.xy = xy
    this.path = path
    this.directions = directions
    this.options = options
    for (let i = 0; i < path.length; i += 2) {
      const name = `${path[i]},${path[i + 1]}`
      const places = this.placesOf.get(name)
      if (places === undefined) this.placesOf.set(name, [i])
      else places.push(i)
    }
  }

  problem(): string {
    const { xy, path } = this
    if (!xy.every(Number.isInteger)) return 'The waypoints are not all cells: coordinates are whole numbers.'
    if (xy.length % 2 !== 0) return `The waypoints are ${xy.length} numbers: x,y pairs come in an even number.`
    if (xy.length === 0 || path.length === 0) {
      return xy.length === path.length ? '' : 'Either the path or the waypoints are empty, but not both.'
    }
    const ends = this.problemOfEnds()
    if (ends !== '') return ends
    for (let i = 2; i < xy.length; i += 2) {
      const fault = this.faultOfWalk(i - 2, i) || (this.isOfPath(i - 2, i) ? '' : this.faultOfClearance(i - 2, i))
      if (fault !== '' && !this.isOfPath(i - 2, i))
        return `The segment from ${this.name(i - 2)} to ${this.name(i)} ${fault}.`
      const gap = this.gap(i - 2, i)
      if (gap === 0) return `The waypoint ${this.name(i)} is there twice.`
      if (this.isAboveMax(gap))
        return `From ${this.name(i - 2)} to ${this.name(i)} are ${gap} cells: above the maximum.`
      this.cost += this.segmentCost(i - 2, i)
    }
    return this.problemOfCost() || this.problemOfSpacing()
  }

  private problemOfEnds(): string {
    const { xy, path, options } = this
    const last = xy.length - 2
    if (xy[0] !== path[0] || xy[1] !== path[1]) {
      return `The first waypoint is ${this.name(0)} instead of ${path[0]},${path[1]}, where the path starts.`
    }
    if (this.map.costAt(xy[0], xy[1]) === 0) return `The first waypoint, ${this.name(0)}, is no free cell of the map.`
    const [goalX, goalY] = path.slice(-2)
    if (!this.placesOf.has(this.name(last))) return `The last waypoint, ${this.name(last)}, is not on the path.`
    const distance = Math.hypot(xy[last] - goalX, xy[last + 1] - goalY)
    if (distance > options.toleranceCells * (1 + SAME_SHARE)) {
      return `The last waypoint, ${this.name(last)}, is ${distance} cells from the goal ${goalX},${goalY}: too far.`
    }
    const { wall } = groundOf(this.map, xy[last], xy[last + 1], goalX, goalY)
    return wall === '' ? '' : `Between the last waypoint, ${this.name(last)}, and the goal is ${wall}.`
  }

  private name(at: number): string {
    return `${this.xy[at]},${this.xy[at + 1]}`
  }

  private gap(from: number, to: number): number {
    return Math.hypot(this.xy[to] - this.xy[from], this.xy[to + 1] - this.xy[from + 1])
  }

  private isAboveMax(gap: number): boolean {
    return gap > this.options.spacingMaxCells * (1 + SAME_SHARE)
  }

  private segmentCost(from: number, to: number): number {
    const { xy } = this
    return groundOf(this.map, xy[from], xy[from + 1], xy[to], xy[to + 1]).cost
  }

  /** What is wrong with walking straight from one waypoint to another; empty if nothing is. */
  private faultOfWalk(from: number, to: number): string {
    const { xy } = this
    const [x0, y0, x1, y1] = [xy[from], xy[from + 1], xy[to], xy[to + 1]]
    if (this.directions === 4 && x0 !== x1 && y0 !== y1) return 'is neither along a row nor along a column'
    const { wall } = groundOf(this.map, x0, y0, x1, y1)
    return wall === '' ? '' : `touches ${wall}`
  }

  private faultOfClearance(from: number, to: number): string {
    const { xy, options } = this
    if (options.clearanceCells === 0) return ''
    const [x0, y0, x1, y1] = [xy[from], xy[from + 1], xy[to], xy[to + 1]]
    const near = wallWithin(this.map, x0, y0, x1, y1, options.clearanceCells)
    return near === '' ? '' : `comes closer than ${options.clearanceCells} cells to ${near}`
  }

  /** Whether the path itself runs straight from one cell to the other. */
  private isOfPath(from: number, to: number): boolean {
    const { path, xy } = this
    const [x0, y0, x1, y1] = [xy[from], xy[from + 1], xy[to], xy[to + 1]]
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))
    const dx = (x1 - x0) / steps
    const dy = (y1 - y0) / steps
    return (this.placesOf.get(`${x0},${y0}`) ?? []).some(place => {
      for (let step = 1; step <= steps; step++) {
        const at = place + 2 * step
        if (path[at] !== x0 + dx * step || path[at + 1] !== y0 + dy * step) return false
      }
      return true
    })
  }

  /** Where on the path the waypoints end: with a tolerance as early as they can, without one at its end. */
  private endPlace(): number {
    const places = this.placesOf.get(this.name(this.xy.length - 2)) ?? [0]
    return this.options.toleranceCells > 0 ? places[0] : places[places.length - 1]
  }

  private problemOfCost(): string {
    const { path, options } = this
    const end = this.endPlace()
    let costMax = 0
    for (let i = 2; i <= end; i += 2) {
      costMax += groundOf(this.map, path[i - 2], path[i - 1], path[i], path[i + 1]).cost
      const isTurn =
        i < end &&
        (path[i + 2] - path[i] !== path[i] - path[i - 2] || path[i + 3] - path[i + 1] !== path[i + 1] - path[i - 1])
      if (isTurn) costMax += options.turnCostCells
    }
    if (this.cost <= costMax * (1 + ROUNDING_SHARE)) return ''
    return `The waypoints cost ${this.cost} cell lengths, more than the ${costMax} of the path and its turns.`
  }

  private problemOfSpacing(): string {
    const { xy, options } = this
    for (let i = 2; i < xy.length - 2; i += 2) {
      if (Math.min(this.gap(i - 2, i), this.gap(i, i + 2)) >= options.spacingMinCells) continue
      if (this.isAboveMax(this.gap(i - 2, i + 2)) || this.faultOfWalk(i - 2, i + 2) !== '') continue
      if (this.faultOfClearance(i - 2, i + 2) !== '') continue
      const around = this.segmentCost(i - 2, i) + this.segmentCost(i, i + 2)
      if (this.segmentCost(i - 2, i + 2) <= around * (1 + SAME_SHARE)) {
        return `The waypoint ${this.name(i)} is closer to another than the minimum, and nothing needs it.`
      }
    }
    return ''
  }
}
