/**
 * Traces a route in windows of some regions each. The tables store what the way across a region costs, and the best path lies
 * close to the way that they promise. So a window makes a guide: the ways that the atlas has, and straight lines elsewhere. It
 * takes the cheapest path among the cells beside the guide. That rarely costs more than the tables promise. If it does, the
 * window searches for the missing ways and looks beside those.
 *
 * It traces mixed ground except long stretches of one cost, and even ground where the atlas lacks most ways: scattered walls
 * fragment that.
 * Each window takes back the last cells of the window before, so that no joint bends the path.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, NOWHERE } from '../atlas/crossing.ts'
import { isSearched } from '../atlas/level-graph.ts'
import type { Quality } from '../base/answer.ts'
import { findBeside } from '../cells/band.ts'
import { Bends, cutSteps, goAlong, take } from '../cells/bends.ts'
import { addLine, LINE_EARLY, LINE_LATE, lineRuns, lineUnits, unitsAlong } from '../cells/line.ts'
import { Sweep } from '../cells/sweep.ts'
import { SWIFT_UNITS_MAX } from '../kernel/units.ts'
import { BLOCK_MASK, type ByGround, type Terrain } from '../map/terrain.ts'
import { endOfPart, isMixedAt, type Stretch, unitsOfWindow } from './corridor.ts'
import type { Gaps, Tracer } from './unpack.ts'

/** How large windows are. Their regions, those of the cells taken back and the cells beside them fill the frame of the search. */
interface Windows {
  readonly regionsMax: number
  readonly takenBackCells: number
  /** How far from the guide a path may lie. */
  readonly reachCells: number
  /** The same where quality is fast. */
  readonly hastyReachCells: number
}

/**
 * A path lies within a few cells of its entries where costs differ. With 4 directions an entry beside a straight way costs twice
 * its distance, so paths lie farther from entries.
 */
const MIXED: Windows = { regionsMax: 9, takenBackCells: 16, reachCells: 4, hastyReachCells: 3 }
const EVEN: Windows = { regionsMax: 12, takenBackCells: 64, reachCells: 22, hastyReachCells: 8 }
const WINDOWS: ByGround<Windows> = { even: EVEN, mixed: MIXED, mixedOf4: { ...MIXED, reachCells: 8 } }
/** Far routes know less of where the best way leads, and looking at more cells takes less time than searching more entries. */
const FAR_WINDOWS = { ...WINDOWS, even: { ...EVEN, regionsMax: 10, takenBackCells: 128, reachCells: 30 } }
/** Reach on mixed ground where scattered walls of one cost fill most of a window: equally good paths lie farther apart. */
const FRAGMENTED_REACH_CELLS = 20
/** Reach beside a short path on mixed ground, whose ends weigh more: this many cells divided by its regions, at most 12. */
const SHORT_REACH_REGIONS = 48
const SHORT_REACH_CELLS = 12
/** A window and what it takes back cost less than swift sweeps count to. It is halved as often as that needs. */
const WINDOW_UNITS_MAX = 0.9 * SWIFT_UNITS_MAX
/** This many regions in a row without differences in cost are traced without a window. */
const PLAIN_REGIONS_MIN = 6
/** A line that costs at most this many times what the tables promise leads about where the way does. */
const LINE_SHARE = 1.08
/** Around a line that costs more, these cells beyond the box of its ends are looked at too. */
const BOX_CELLS = 8

export class WindowTracer implements Gaps {
  /** Whether the path traced last was searched beside guides all along. */
  isSearched = false
  private readonly terrain: Terrain
  /** Whether all free cells of the map cost the same. */
  private readonly isEven: boolean
  private readonly levelZero: AtlasLevel
  private readonly tracer: Tracer
  private readonly sweep: Sweep
  private readonly guide = new Bends()
  private readonly back = new Bends(64)
  private readonly line = new Int32Array(4)
  /** The crossing by which the next region is entered, seen from inside. */
  private entered: Crossing = NOWHERE
  private windows = EVEN
  /** How far beside its guide a short path is looked for on mixed ground. */
  private shortReachCells = 0
  private hasLines = false
  /** Whether the window at hand is of fragmented ground. */
  private isFragmented = false
  /** Boxes of cells where the way may lie: left, top, right and bottom of each. */
  private readonly boxes: number[] = []

  constructor({ terrain, levels }: AtlasColumns, tracer: Tracer) {
    this.terrain = terrain
    this.isEven = terrain.ground.isEven
    this.levelZero = levels[0]
    this.tracer = tracer
    this.sweep = new Sweep(terrain)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.sweep.forgetMap()
  }

  /** Whether windows are worth it: on even ground where many of the ways are not in the atlas. */
  suits({ regionOf, corridor, count }: Stretch): boolean {
    if (!this.isEven) return true
    if (4 * corridor.searchedMax <= count) return false
    let searchedCount = 0
    for (let i = 0; i < count; i++) if (isSearched(this.levelZero, regionOf[i])) searchedCount++
    return 4 * searchedCount > count
  }

  /** As Tracer.trace, all of a stretch that suits; `isFar` says whether the ends of the route are far apart. */
  trace(stretch: Stretch, quality: Quality, bends: Bends, isFar: boolean): void {
    const { count, from, goal } = stretch
    const { isEven } = this
    this.windows = this.terrain.ground.of(isFar ? FAR_WINDOWS : WINDOWS)
    const { regionsMax, takenBackCells } = this.windows
    let entered = typeof from === 'number' ? from : NOWHERE
    this.isSearched = true
    // The goal's region is one more.
    const end = goal === null ? count : count + 1
    const isWhole = typeof from !== 'number' && goal !== null
    this.shortReachCells = isWhole ? Math.min(SHORT_REACH_CELLS, Math.floor(SHORT_REACH_REGIONS / end)) : 0
    const windowRegions = Math.ceil(end / Math.ceil(end / regionsMax))
    for (let first = 0, last = 0; first < end; first = last) {
      last = isEven ? first : this.endOfPlain(stretch, first, end)
      if (last > first) {
        this.isSearched = false
        entered = this.tracer.trace(stretch, first, last, entered, bends)
        continue
      }
      last = Math.min(end, first + windowRegions)
      if (!isEven) last = this.endOfMixed(stretch, first, last)
      cutSteps(bends, takenBackCells, this.back)
      this.makeGuide(stretch, first, last, entered, true)
      this.search(stretch, first, last, entered, quality, bends)
      entered = this.entered
    }
  }

  /** Where the next regions end of which no block's cells differ in cost; `first` where they are too few to part windows. */
  private endOfPlain(stretch: Stretch, first: number, end: number): number {
    let last = first
    while (last < end && !this.isMixedIn(stretch, last)) last++
    if (last > first && last < stretch.count) last = endOfPart(this.terrain, stretch.corridor, last)
    return last - first >= PLAIN_REGIONS_MIN || last === end ? last : first
  }

  /** The end of a window of expensive ground. The window is halved until it costs no more than swift sweeps count to. */
  private endOfMixed(stretch: Stretch, first: number, end: number): number {
    const { unitsOf, units } = stretch.corridor
    const before = first > 0 ? unitsOf[first - 1] : 0
    while (end - first > 2 && (end > stretch.count ? units : unitsOf[end - 1]) - before > WINDOW_UNITS_MAX) {
      end = (first + end + 1) >> 1
    }
    if (end < stretch.count) end = endOfPart(this.terrain, stretch.corridor, end)
    this.isFragmented = this.isFragmentedIn(stretch, first, Math.min(end, stretch.count))
    return end
  }

  /** Whether cells differ in cost there, or ways are not in the atlas. */
  private isMixedIn({ corridor, regionOf, count, goal }: Stretch, i: number): boolean {
    const { terrain } = this
    if (i === count) return terrain.costOfBlock[terrain.blockOf(goal!.x, goal!.y)] < 0
    return isMixedAt(terrain, corridor.crossingOf[i] as Crossing) || isSearched(this.levelZero, regionOf[i])
  }

  /** Whether most regions are of ground of one cost whose ways are not in the atlas. */
  private isFragmentedIn({ corridor, regionOf }: Stretch, first: number, end: number): boolean {
    let count = 0
    for (let i = first; i < end; i++)
      if (isSearched(this.levelZero, regionOf[i]) && !isMixedAt(this.terrain, corridor.crossingOf[i] as Crossing))
        count++
    return 2 * count > end - first
  }

  /** Goes on along the path found beside the guide, else beside one of ways that are searched, else along that guide. */
  private search(
    stretch: Stretch,
    first: number,
    end: number,
    entered: Crossing,
    quality: Quality,
    bends: Bends,
  ): void {
    const { guide, back, terrain, isEven } = this
    const promised = unitsAlong(terrain, back) + unitsOfWindow(terrain, stretch, first, end, entered, this.entered)
    const limit = promised + 1
    const isAtEnd = (first === 0 && typeof stretch.from !== 'number') || end > stretch.count
    // Entries that lie aside cost a path most at its ends. Elsewhere the guide is good enough for a fast path.
    const isHasty = quality === 'fast' && (isEven || !isAtEnd)
    if (isHasty && !isEven && this.boxes.length === 0 && unitsAlong(terrain, guide) < limit) {
      goAlong(bends, guide)
      return
    }
    let isFound = this.findBeside(isHasty, limit)
    if (!isFound) {
      if (this.hasLines) this.makeGuide(stretch, first, end, entered, false)
      // The guide costs what was promised. A path beside it that is not the cheapest there may cost more.
      isFound = this.findBeside(isHasty, unitsAlong(terrain, guide))
    }
    if (isFound) this.sweep.addWay(bends)
    else goAlong(bends, guide)
  }

  /** Makes the guide through the regions first .. end - 1, of which number `count` is the goal's; with lines for ways, or without. */
  private makeGuide(stretch: Stretch, first: number, end: number, entered: Crossing, mayGuess: boolean): void {
    const { guide, back, tracer } = this
    take(guide, back)
    this.hasLines = false
    this.boxes.length = 0
    this.entered = tracer.trace(stretch, first, end, entered, guide, mayGuess ? this : undefined)
  }

  /** Guesses a way on, for the guide. */
  fill(stretch: Stretch, i: number, x: number, y: number, bends: Bends): void {
    const { corridor, count, from } = stretch
    const isAtEnd = i === count || (i === 0 && typeof from !== 'number')
    if (this.isEven) this.guess(x, y)
    else if (isAtEnd || !isMixedAt(this.terrain, corridor.crossingOf[i] as Crossing))
      this.tracer.gaps.fill(stretch, i, x, y, bends)
    else this.guideAlongLine(x, y, corridor.unitsOf[i] - (i > 0 ? corridor.unitsOf[i - 1] : 0))
  }

  /** Takes the cheaper of the two lines. The best way is most likely beside it if it costs little, else near the box around it. */
  private guideAlongLine(x1: number, y1: number, units: number): void {
    const { terrain, guide } = this
    const [x0, y0] = [guide.xOf(guide.count - 1), guide.yOf(guide.count - 1)]
    const early = lineUnits(terrain, x0, y0, x1, y1, LINE_EARLY)
    const late = lineUnits(terrain, x0, y0, x1, y1, LINE_LATE)
    if (Math.min(early, late) > LINE_SHARE * units) this.addBox(x0, y0, x1, y1)
    addLine(terrain, x1, y1, early < late ? LINE_EARLY : LINE_LATE, guide)
    this.hasLines = true
  }

  /** Around two cells of a block, within that block. */
  private addBox(x0: number, y0: number, x1: number, y1: number): void {
    const left = x0 & ~BLOCK_MASK
    const top = y0 & ~BLOCK_MASK
    this.boxes.push(Math.max(left, Math.min(x0, x1) - BOX_CELLS), Math.max(top, Math.min(y0, y1) - BOX_CELLS))
    this.boxes.push(Math.min(left | BLOCK_MASK, Math.max(x0, x1) + BOX_CELLS))
    this.boxes.push(Math.min(top | BLOCK_MASK, Math.max(y0, y1) + BOX_CELLS))
  }

  /** Finds the cheapest path beside the guide. Returns whether there is one below the limit. */
  private findBeside(isHasty: boolean, limitUnits: number): boolean {
    const { guide, sweep, windows, boxes } = this
    const { reachCells, hastyReachCells } = windows
    if (this.isEven) return findBeside(sweep, guide, isHasty ? hastyReachCells : reachCells, limitUnits) >= 0
    const wideCells = this.isFragmented && !isHasty ? FRAGMENTED_REACH_CELLS : this.shortReachCells
    if (wideCells > reachCells) return findBeside(sweep, guide, wideCells, limitUnits, 0, boxes) >= 0
    return findBeside(sweep, guide, isHasty ? hastyReachCells : reachCells, limitUnits, limitUnits, boxes) >= 0
  }

  /** Leads the guide to a cell, through whatever walls are in its way: the path is never far from it. */
  private guess(x: number, y: number): void {
    const { guide, line } = this
    const last = guide.count - 1
    lineRuns(x - guide.xOf(last), y - guide.yOf(last), LINE_EARLY, this.terrain.directions, line)
    const half = line[1] >> 1
    guide.run(line[0], half)
    guide.run(line[2], line[3])
    guide.run(line[0], line[1] - half)
    this.hasLines = true
  }
}
