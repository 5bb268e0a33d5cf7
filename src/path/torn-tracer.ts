/**
 * Traces a route through torn ground, where all free cells cost the same and most ways are not in the atlas. Where about a way
 * leads is known, and what it costs; so window by window, of some regions each, a guide is made of the ways that are known and of
 * plain lines through whatever is in the way of them, and the cheapest path among the cells beside it is taken. What the window
 * may cost is known from the tables: where the path beside the guide costs more, which is seldom, more is looked at, and
 * at last a guide is made that costs that.
 *
 * Each window takes back the last cells of the one before, so that the path is held fast nowhere.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, NOWHERE, xOf, yOf } from '../atlas/crossing.ts'
import { isSearched } from '../atlas/ways.ts'
import type { Quality } from '../base/answer.ts'
import { BandSearch } from '../cells/band.ts'
import { Bends, cutSteps, goAlong } from '../cells/bends.ts'
import { LINE_EARLY, lineRuns, unitsAlong } from '../cells/line.ts'
import { freeUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Stretch, unitsOfWindow } from './corridor.ts'
import type { Tracer } from './trace.ts'

/** How a path is searched window by window: of so many regions, with what they take back about as many as a frame has room for. */
interface Windows {
  readonly regionsMax: number
  readonly takenBackCells: number
  readonly reachCells: number
}

const WINDOWS: Windows = { regionsMax: 12, takenBackCells: 64, reachCells: 22 }
/** Far routes know less of where the best way leads; and to look at more cells takes less time than to search with more entries. */
const FAR_WINDOWS: Windows = { regionsMax: 10, takenBackCells: 128, reachCells: 30 }
const HASTY_REACH_CELLS = 8
/** So far where a window is the whole path, or winds: then paths of about the same cost lie far apart. */
const WIDE_REACH_CELLS = 32
/** What winds costs so many times what open ground asks. */
const WINDING_SHARE = 1.25

export class TornTracer {
  private readonly terrain: Terrain
  private readonly levelZero: AtlasLevel
  private readonly tracer: Tracer
  /** Made when it is first needed. */
  private knownBand: BandSearch | null = null
  private readonly guide = new Bends()
  private readonly back = new Bends(128)
  private readonly line = new Int32Array(4)
  /** The crossing by which the next region is entered, from inside. */
  private entered: Crossing = NOWHERE
  private windows = WINDOWS

  constructor({ terrain, levels }: AtlasColumns, tracer: Tracer) {
    this.terrain = terrain
    this.levelZero = levels[0]
    this.tracer = tracer
  }

  /** Whether so many of a stretch's ways are to be searched that sweeps are worth it. */
  suits({ regionOf, corridor, count }: Stretch): boolean {
    if (4 * corridor.searchedMax <= count) return false
    let searchedCount = 0
    for (let i = 0; i < count; i++) if (isSearched(this.levelZero, regionOf[i])) searchedCount++
    return 4 * searchedCount > count
  }

  /** As Tracer.trace, of a stretch that suits. */
  trace(stretch: Stretch, quality: Quality, bends: Bends, isFar: boolean): void {
    const { count, from, goal } = stretch
    this.windows = isFar ? FAR_WINDOWS : WINDOWS
    const { regionsMax, takenBackCells } = this.windows
    let entered = typeof from === 'number' ? from : NOWHERE
    // The goal's region is one more.
    const end = goal === null ? count : count + 1
    const windowRegions = Math.ceil(end / Math.ceil(end / regionsMax))
    for (let first = 0; first < end; first += windowRegions) {
      const last = Math.min(end, first + windowRegions)
      cutSteps(bends, takenBackCells, this.back)
      this.makeGuide(stretch, first, last, entered, true)
      this.search(stretch, first, last, entered, quality, bends)
      entered = this.entered
    }
  }

  /** Goes on along the path found beside the guide, or along a guide of ways that are searched. */
  private search(
    stretch: Stretch,
    first: number,
    end: number,
    entered: Crossing,
    quality: Quality,
    bends: Bends,
  ): void {
    const { terrain, guide, back } = this
    this.knownBand ??= new BandSearch(terrain, true)
    const band = this.knownBand
    const limit = unitsAlong(terrain, back) + unitsOfWindow(terrain, stretch, first, end, entered, this.entered) + 1
    const isWide = (first === 0 && typeof stretch.from !== 'number' && end > stretch.count) || this.isWinding(limit)
    const reachCells = quality === 'fast' ? HASTY_REACH_CELLS : isWide ? WIDE_REACH_CELLS : this.windows.reachCells
    let units = band.find(guide, reachCells, limit)
    if (units < 0 && reachCells < WIDE_REACH_CELLS) units = band.find(guide, WIDE_REACH_CELLS, limit)
    if (units < 0) {
      this.makeGuide(stretch, first, end, entered, false)
      units = band.find(guide, reachCells, unitsAlong(terrain, guide))
    }
    if (units < 0) goAlong(bends, guide.xy, guide.count)
    else band.goOn(bends)
  }

  private isWinding(units: number): boolean {
    const { guide, terrain } = this
    const last = guide.count - 1
    const dx = guide.xOf(last) - guide.xOf(0)
    const dy = guide.yOf(last) - guide.yOf(0)
    return units > WINDING_SHARE * freeUnits(dx, dy, terrain.costMin, terrain.directions)
  }

  /** Makes the guide through the regions first .. end - 1, the one after all others being the goal's. */
  private makeGuide(stretch: Stretch, first: number, end: number, entered: Crossing, canGuess: boolean): void {
    const { regionOf, corridor, count, from, goal } = stretch
    const { guide, back, tracer } = this
    guide.take(back.xy, back.count)
    for (let i = first; i < end; i++) {
      if (i === count) {
        if (canGuess) this.guess(goal!.x, goal!.y)
        else tracer.toGoal(goal!, guide)
        break
      }
      const left = corridor.crossingOf[i] as Crossing
      const isStart = i === 0 && typeof from !== 'number'
      if (isStart && !canGuess) tracer.fromStart(from, left, guide)
      else if (isStart || !tracer.through(regionOf[i], entered, corridor.slotOf[i], left, guide)) {
        if (canGuess) this.guess(xOf(left), yOf(left))
        else tracer.within.take(left, guide)
      }
      // All cells cost the same: paths land on the cells of the crossings.
      entered = tracer.stepOver(left, left, guide)
    }
    this.entered = entered
  }

  /** Leads the guide to a cell, whatever is in its way. */
  private guess(x: number, y: number): void {
    const { guide, line } = this
    const last = guide.count - 1
    lineRuns(x - guide.xOf(last), y - guide.yOf(last), LINE_EARLY, this.terrain.directions, line)
    // Half of what is diagonal first: whichever way the path bends, it is never far.
    const half = line[1] >> 1
    guide.run(line[0], half)
    guide.run(line[2], line[3])
    guide.run(line[0], line[1] - half)
  }
}
