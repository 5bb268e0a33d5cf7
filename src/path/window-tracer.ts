/**
 * Traces a route window by window, of some regions each. The tables store what the way across a region costs, and the best
 * path lies close to the ways that they promise. So a guide is made of ways that the atlas has, and of lines through whatever
 * it has not; the cheapest path among the cells beside the guide is taken. Where that costs more than the tables promise,
 * which is seldom, more is looked at, and last a guide is made of ways that are searched.
 *
 * Ground of several costs is traced so, and ground of one cost where most ways are not in the atlas: it is fragmented by
 * scattered walls. Each window takes back the last cells of the one before, so that no joint bends the path.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, isOverCorner, landingOf, NOWHERE, xOf, yOf } from '../atlas/crossing.ts'
import { isSearched } from '../atlas/level-graph.ts'
import type { Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { BandSearch } from '../cells/band.ts'
import { Bends, cutSteps, goAlong, take } from '../cells/bends.ts'
import { LINE_EARLY, LINE_LATE, lineRuns, unitsAlong, unitsOfLine } from '../cells/line.ts'
import { SWIFT_UNITS_MAX } from '../kernel/units.ts'
import { DIAGONAL_UNITS, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { endOfPart, isMixedAt, type Stretch, unitsOfWindow } from './corridor.ts'
import type { Tracer } from './unpack.ts'

/** Regions of a window, with those it takes back of the one before: they fill the frame of the search. */
interface Windows {
  readonly regionsMax: number
  readonly takenBackCells: number
  readonly reachCells: number
}

/** A path lies within a few cells of its entries where costs differ. */
const MIXED_WINDOWS: Windows = { regionsMax: 9, takenBackCells: 16, reachCells: 4 }
/** With 4 directions an entry aside of a straight way costs twice what it lies aside; half of where entries lie at most. */
const MIXED_WINDOWS_OF_4: Windows = { ...MIXED_WINDOWS, reachCells: 8 }
const EVEN_WINDOWS: Windows = { regionsMax: 12, takenBackCells: 64, reachCells: 22 }
/** Far routes know less of where the best way leads; and to look at more cells takes less time than to search more entries. */
const FAR_EVEN_WINDOWS: Windows = { regionsMax: 10, takenBackCells: 128, reachCells: 30 }
/** On even ground so far where a window is the whole path, or winds: then paths of about the same cost lie far apart. */
const WIDE_REACH_CELLS = 32
const HASTY_EVEN_REACH_CELLS = 8
/** A path that costs this many times what open ground asks winds. */
const WINDING_SHARE = 1.25
/** With what a window takes back it costs less than swift sweeps count to: in half, as often as need be. */
const WINDOW_UNITS_MAX = 0.9 * SWIFT_UNITS_MAX
/** Fewer regions one after the other without differences in cost are part of a window all the same. */
const PLAIN_REGIONS_MIN = 6
/** A line that costs at most this many times what the tables say leads about where the way does; one that costs far more does not. */
const LINE_SHARE = 1.04
const FAR_SHARE = 3
/** Else, where it costs more, all cells of the block are looked at that are no farther from its box; if need be, all of the block. */
const BOX_CELLS = 8
/** Of what windows saved so far a later one may spend this share of its own cost, rather than to be looked for again. */
const SPENT_SHARE = 1 / 256

/**
 * What a way costs at least on the cheapest ground for each cell that it goes beyond what lies between the two lines between
 * its ends: past a diagonal one two straight steps instead of a diagonal one.
 */
const ASIDE_UNITS = 2 * (2 * STRAIGHT_UNITS - DIAGONAL_UNITS)

/** What lies beside a short path is more of what it costs, and soon looked at: as many cells as a longer one has beside it. */
const SHORT_REACH_REGIONS = 48
const SHORT_REACH_CELLS = 12
const HASTY_REACH_CELLS = 3
/** Among scattered walls of one cost paths of about the same cost lie farther apart. */
const FRAGMENTED_REACH_CELLS = 20

export class WindowTracer {
  /** Whether the path traced last was searched beside guides all along. */
  isSearched = false
  private readonly terrain: Terrain
  /** Whether all free cells of the map cost the same. */
  private readonly isEven: boolean
  private readonly levelZero: AtlasLevel
  private readonly tracer: Tracer
  /** Made when it is first needed. */
  private knownBand: BandSearch | null = null
  private readonly guide = new Bends()
  private readonly back = new Bends(64)
  private readonly line = new Int32Array(4)
  /** The crossing by which the next region is entered, from inside. */
  private entered: Crossing = NOWHERE
  private windows: Windows
  /** How far beside its guide a short path is looked for on mixed ground. */
  private shortReachCells = 0
  private hasLines = false
  /** Whether the window at hand is of fragmented ground. */
  private isFragmented = false
  /** Other places where the way may lie. */
  private readonly beside = { boxes: [] as number[], lines: [] as number[] }
  /** By how much the windows so far cost less than the tables said. */
  private savedUnits = 0

  constructor({ terrain, levels }: AtlasColumns, tracer: Tracer) {
    this.terrain = terrain
    this.isEven = terrain.isUniform
    this.levelZero = levels[0]
    this.windows = terrain.directions === 4 ? MIXED_WINDOWS_OF_4 : MIXED_WINDOWS
    this.tracer = tracer
  }

  private get band(): BandSearch {
    this.knownBand ??= new BandSearch(this.terrain, this.isEven)
    return this.knownBand
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
    if (isEven) this.windows = isFar ? FAR_EVEN_WINDOWS : EVEN_WINDOWS
    const { regionsMax, takenBackCells } = this.windows
    let entered = typeof from === 'number' ? from : NOWHERE
    this.isSearched = true
    this.savedUnits = 0
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
      this.makeGuide(stretch, first, last, entered, BOX_CELLS)
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

  /** Where a window of expensive ground ends, so that it costs no more than swift sweeps count to: in half, as often as need be. */
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

  /** Goes on along the path found beside the guide; else beside a better one, or the last of these itself. */
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
    const spare = isEven ? 0 : Math.min(this.savedUnits, promised * SPENT_SHARE)
    const limit = promised + spare + 1
    const isAtStart = first === 0 && typeof stretch.from !== 'number'
    const isAtGoal = end > stretch.count
    // What entries cost a path shows most at its ends; elsewhere a guide is a good enough path in haste.
    const isHasty = quality === 'fast' && (isEven || !(isAtStart || isAtGoal))
    if (isHasty && this.isGuideEnough(limit)) {
      goAlong(bends, guide.xy, guide.count)
      return
    }
    const isWide = isEven && !isHasty && ((isAtStart && isAtGoal) || this.isWinding(limit))
    let units = this.findBeside(isHasty, isWide, limit)
    if (units < 0 && this.hasLines) {
      if (!isEven) this.makeGuide(stretch, first, end, entered, BLOCK_SIDE_CELLS)
      if (!isWide) units = this.findBeside(isHasty, isEven, limit)
    }
    if (units < 0) {
      // It costs no more than was promised, which a path beside it that is not the cheapest there may.
      if (this.hasLines) this.makeGuide(stretch, first, end, entered, 0)
      units = this.findBeside(isHasty, isWide, unitsAlong(terrain, guide))
    }
    if (units < 0) goAlong(bends, guide.xy, guide.count)
    else {
      this.band.goOn(bends)
      this.savedUnits += promised - units
    }
  }

  /** Whether the guide itself is a path on mixed ground that costs less than this. */
  private isGuideEnough(limit: number): boolean {
    const hasMore = this.beside.boxes.length + this.beside.lines.length > 0
    return !this.isEven && !hasMore && unitsAlong(this.terrain, this.guide) < limit
  }

  private isWinding(units: number): boolean {
    const { guide, terrain } = this
    const last = guide.count - 1
    const dx = guide.xOf(last) - guide.xOf(0)
    const dy = guide.yOf(last) - guide.yOf(0)
    return units > WINDING_SHARE * freeUnits(dx, dy, terrain.costMin, terrain.directions)
  }

  /** Makes the guide through the regions first .. end - 1, the one after all others being the goal's. */
  private makeGuide(stretch: Stretch, first: number, end: number, entered: Crossing, boxCells: number): void {
    const { regionOf, corridor, count, from, goal } = stretch
    const { guide, back, terrain, tracer } = this
    const canGuess = this.isEven && boxCells > 0
    take(guide, back.xy, back.count)
    this.hasLines = false
    this.beside.boxes.length = 0
    this.beside.lines.length = 0
    for (let i = first; i < end; i++) {
      if (i === count) {
        if (canGuess) this.guess(goal!.x, goal!.y)
        else tracer.toGoal(goal!, guide)
        break
      }
      let left = corridor.crossingOf[i] as Crossing
      const to = landingOf(terrain, left)
      if (i === 0 && typeof from !== 'number') {
        if (canGuess) this.guess(xOf(to), yOf(to))
        else tracer.fromStart(from, to, guide)
      } else {
        const units = corridor.unitsOf[i] - (i > 0 ? corridor.unitsOf[i - 1] : 0)
        this.guideThrough(regionOf[i], entered, corridor.slotOf[i], left, to, units, boxCells)
      }
      if (i + 1 < count && isOverCorner(terrain, left, corridor.crossingOf[i + 1])) {
        left = corridor.crossingOf[++i] as Crossing
      }
      entered = tracer.stepOver(left, to, guide)
    }
    this.entered = entered
  }

  /** Leads the guide through a region, to the crossing by which it is left; `units` is what that costs by the tables. */
  private guideThrough(
    region: Region,
    entered: Crossing,
    leftSlot: number,
    left: Crossing,
    to: Crossing,
    units: number,
    boxCells: number,
  ): void {
    const { guide, terrain, tracer } = this
    if (tracer.through(region, entered, leftSlot, to, guide)) return
    if (boxCells > 0 && this.isEven) this.guess(xOf(to), yOf(to))
    else if (boxCells > 0 && isMixedAt(terrain, left)) this.guideAlongLine(xOf(to), yOf(to), units, boxCells)
    else tracer.within.take(to, guide)
  }

  /**
   * Where one of the two lines costs so little, the best way is most likely beside it. Else it is near what lies between both, as far
   * as what it costs can lead, or somewhere in the block.
   */
  private guideAlongLine(x1: number, y1: number, units: number, boxCells: number): void {
    const { terrain, guide, line, beside } = this
    const [x0, y0] = [guide.xOf(guide.count - 1), guide.yOf(guide.count - 1)]
    const early = unitsOfLine(terrain, x0, y0, x1, y1, LINE_EARLY)
    const late = unitsOfLine(terrain, x0, y0, x1, y1, LINE_LATE)
    const isEarly = early < late
    const lineShare = Math.min(early, late) / units
    if (boxCells > BOX_CELLS) this.addBox(x0, y0, x1, y1, boxCells)
    else if (lineShare > LINE_SHARE) {
      const spareUnits = units - freeUnits(x1 - x0, y1 - y0, terrain.costMin, terrain.directions)
      const asideCells = Math.floor(spareUnits / (ASIDE_UNITS * terrain.costMin))
      if (asideCells <= this.windows.reachCells) beside.lines.push(x0, y0, x1, y1, isEarly ? LINE_LATE : LINE_EARLY)
      else this.addBox(x0, y0, x1, y1, lineShare < FAR_SHARE ? boxCells : Math.max(boxCells, asideCells))
    }
    lineRuns(x1 - x0, y1 - y0, isEarly ? LINE_EARLY : LINE_LATE, terrain.directions, line)
    guide.run(line[0], line[1])
    guide.run(line[2], line[3])
    this.hasLines = true
  }

  /** Around two cells of a block, as far as that goes. */
  private addBox(x0: number, y0: number, x1: number, y1: number, cells: number): void {
    const left = x0 & ~BLOCK_MASK
    const top = y0 & ~BLOCK_MASK
    this.beside.boxes.push(Math.max(left, Math.min(x0, x1) - cells), Math.max(top, Math.min(y0, y1) - cells))
    this.beside.boxes.push(Math.min(left | BLOCK_MASK, Math.max(x0, x1) + cells))
    this.beside.boxes.push(Math.min(top | BLOCK_MASK, Math.max(y0, y1) + cells))
  }

  private findBeside(isHasty: boolean, isWide: boolean, limitUnits: number): number {
    const { guide, band, windows } = this
    if (this.isEven) {
      const reachCells = isWide ? WIDE_REACH_CELLS : isHasty ? HASTY_EVEN_REACH_CELLS : windows.reachCells
      return band.find(guide, reachCells, limitUnits)
    }
    const wideCells = this.isFragmented && !isHasty ? FRAGMENTED_REACH_CELLS : this.shortReachCells
    if (wideCells > windows.reachCells) return band.find(guide, wideCells, limitUnits, 0, this.beside)
    const enoughUnits = limitUnits === Infinity ? 0 : limitUnits
    return band.find(guide, isHasty ? HASTY_REACH_CELLS : windows.reachCells, limitUnits, enoughUnits, this.beside)
  }

  /** Leads the guide to a cell, whatever is in its way: even where the path bends, it is never far. */
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
