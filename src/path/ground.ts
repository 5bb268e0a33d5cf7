/**
 * Traces a route through ground of several costs. What entries cost a path lies within a few cells of it, and the way
 * across a region that the tables promise is known but for its cells. So window by window, of some regions each, a guide
 * is made, of ways that the atlas has and of ways that a coarse flood thinks of; the cheapest path among the cells beside
 * it is taken. What the window may cost is known from the tables: where the path beside a guide costs more, which is
 * seldom, the guide is made again of exact ways.
 *
 * Each window takes back the last cells of the one before, so that the path is held fast nowhere.
 */
import { type Crossing, directionOfCrossing, halfStepUnits, NOWHERE, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import type { Quality } from '../base/answer.ts'
import { BandSearch } from '../cells/band.ts'
import { Bends, cutSteps } from '../cells/bends.ts'
import { CoarseWay } from '../cells/coarse.ts'
import { runUnits } from '../cells/line.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { Corridor } from './corridor.ts'
import type { Tracer } from './trace.ts'

/** With what a window takes back, about as many as the frame of the search has room for. */
const WINDOW_REGIONS = 6
const TAKEN_BACK_CELLS = 32
const REACH_CELLS: Record<Quality, number> = { fast: 4, default: 4, best: 4, exact: 0 }

/** What a window looks for: from where the path stands, through some regions of a corridor. */
export interface Stretch {
  readonly regionOf: ArrayLike<number>
  readonly corridor: Corridor
  readonly count: number
  readonly from: QueryEnd | Crossing
  readonly goal: QueryEnd | null
}

export class GroundTracer {
  /** Whether the path traced last was searched beside guides all along. */
  isSearched = false
  private readonly terrain: Terrain
  private readonly tracer: Tracer
  private readonly coarse: CoarseWay
  private readonly band: BandSearch
  private readonly guide = new Bends()
  private readonly back = new Bends(64)
  private readonly found = new Bends()
  private runs = new Int32Array(1024)
  /** The crossing by which the next region is entered, from inside. */
  private entered: Crossing = NOWHERE
  private isMixed = false

  constructor(terrain: Terrain, tracer: Tracer) {
    this.terrain = terrain
    this.tracer = tracer
    this.coarse = new CoarseWay(terrain)
    this.band = new BandSearch(terrain)
  }

  /** As Tracer.trace, with the path looked for within `reachCells` of its guides. */
  trace(stretch: Stretch, quality: Quality, bends: Bends): void {
    const { count, from, goal } = stretch
    const { back } = this
    let entered = typeof from === 'number' ? from : NOWHERE
    this.isSearched = true
    // The goal's region is one more.
    const end = goal === null ? count : count + 1
    for (let first = 0; first < end; ) {
      const last = Math.min(end, first + WINDOW_REGIONS)
      cutSteps(bends, TAKEN_BACK_CELLS, back)
      this.makeGuide(stretch, first, last, entered, false)
      if (this.isMixed) this.search(stretch, first, last, entered, REACH_CELLS[quality])
      else this.isSearched = false
      const { xy, count } = this.isMixed ? this.found : this.guide
      bends.extend(xy, count)
      entered = this.entered
      first = last
    }
  }

  /** Finds the path beside the guide; else beside an exact one, or that itself. */
  private search(stretch: Stretch, first: number, end: number, entered: Crossing, reachCells: number): void {
    const { guide, back, band, found } = this
    const promised = unitsOf(this.terrain, back) + this.unitsOfWindow(stretch, first, end, entered)
    let isFound = this.findBeside(reachCells, promised + 1)
    if (!isFound) {
      this.makeGuide(stretch, first, end, entered, true)
      isFound = this.findBeside(reachCells, Infinity)
    }
    if (isFound) band.writeBends(found)
    else found.take(guide.xy, guide.count)
  }

  /** Makes the guide through the regions first .. end - 1, the one after all others being the goal's. */
  private makeGuide(stretch: Stretch, first: number, end: number, entered: Crossing, isExact: boolean): void {
    const { regionOf, corridor, count, from, goal } = stretch
    const { guide, back, tracer } = this
    guide.take(back.xy, back.count)
    this.isMixed = false
    for (let i = first; i < end; i++) {
      if (i === count) {
        tracer.toGoal(goal!, xOf(entered), yOf(entered), corridor.units - corridor.unitsOf[count - 1], guide)
        this.isMixed ||= tracer.isMixedAt(entered)
        break
      }
      const left = tracer.crossingAt(regionOf[i], corridor.slotOf[i])
      this.isMixed ||= tracer.isMixedAt(left)
      if (i === 0 && typeof from !== 'number') tracer.fromStart(from, xOf(left), yOf(left), corridor.unitsOf[0], guide)
      else this.guideThrough(regionOf[i], entered, corridor.slotOf[i], left, isExact)
      hold(guide.endsAt(xOf(left), yOf(left)), 'ways')
      guide.run(directionOfCrossing(left), 1)
      entered = reversed(left)
    }
    this.entered = entered
  }

  private guideThrough(region: number, entered: Crossing, leftSlot: number, left: Crossing, isExact: boolean): void {
    const { guide, tracer } = this
    if (tracer.through(region, entered, leftSlot, left, guide)) return
    const isGuess = !isExact && tracer.isMixedAt(left)
    if (isGuess && this.coarse.append(xOf(entered), yOf(entered), xOf(left), yOf(left), guide)) return
    tracer.across.stayInside(xOf(entered), yOf(entered), xOf(left), yOf(left), guide)
  }

  /** What the regions first .. end - 1 cost by the tables, from the crossing by which the first is entered. */
  private unitsOfWindow({ corridor, count, from }: Stretch, first: number, end: number, entered: Crossing): number {
    const { terrain } = this
    const before = first > 0 ? corridor.unitsOf[first - 1] : 0
    const half = first > 0 || typeof from === 'number' ? halfStepUnits(terrain, reversed(entered)) : 0
    if (end > count) return corridor.units - before - half
    return corridor.unitsOf[end - 1] + halfStepUnits(terrain, this.entered) - before - half
  }

  private findBeside(reachCells: number, limitUnits: number): boolean {
    const { guide, band } = this
    const length = 2 * guide.count - 2
    if (this.runs.length < length) this.runs = new Int32Array(2 * length)
    for (let i = 0; i < length; i += 2) {
      this.runs[i] = guide.directionAfter(i >> 1)
      this.runs[i + 1] = guide.stepsAfter(i >> 1)
    }
    return band.find(this.runs, length, reachCells, guide.xOf(0), guide.yOf(0), limitUnits) >= 0
  }
}

function unitsOf(terrain: Terrain, bends: Bends): number {
  let units = 0
  for (let i = 0; i + 1 < bends.count; i++) {
    units += runUnits(terrain, bends.xOf(i), bends.yOf(i), bends.directionAfter(i), bends.stepsAfter(i))
  }
  return units
}
