/**
 * Costs of many goals from one start, and tables of many starts and goals.
 *
 * Three means compute them. Where goals are few, each gets a route. Where they are more on a large map, waves spread over the blocks
 * of the ways from the starts to all goals (shared-costs.ts). On small maps, and where ways fill most of the map, a wave spreads
 * everywhere, and is exact.
 *
 * Costs are the same from either end. Routes are searched from the upper end to the lower, and waves start from the shorter list.
 * Of two equally long ones, they start from the list with the upper point at the first place where the two differ.
 */

import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { nameOf, refuse } from '../base/given.ts'
import type { Level } from '../base/ids.ts'
import { addTo } from '../base/lists.ts'
import { NONE } from '../base/none.ts'
import type { Trail } from '../cells/bends.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { copyOf } from '../map/terrain.ts'
import { finalUnitsAt, type Wave, Waves } from '../wave/wave.ts'
import { type AlternativesOptions, findAlternatives } from './alternatives.ts'
import { CorridorWays } from './corridor-ways.ts'
import { Field, type FieldGoals, type FieldMap, type FinderMap, goalsOf } from './field.ts'
import { type NearestOfOptions, type NearGoal, nearestGoals, type Routes } from './nearest-goals.ts'
import { type ReachedCells, type ReachWatch, reachFrom } from './reached-cells.ts'
import { type AskedRoute, pointOf, type Route, trailIn } from './route.ts'
import { SharedCosts } from './shared-costs.ts'

/** Routes take less time than a wave where the map has more cells than this for each cell between their ends. */
const CELLS_PER_STEP = 512
/** With fewer cells than this, ways fill most of the map: a wave over all of it takes no longer, and is exact. */
const WAYS_CELLS_PER_STEP = { even: 32, mixed: 12 }
/** A wave over a smaller map takes no longer, and is exact. */
const WAYS_MAP_CELLS_MIN = 2 ** 22
/** Ends nearer than this get a route: the blocks along a way leave a near path less choice. */
const NEAR_CELLS = 256
/** Ways lead over entries of this level. With 4 directions detours to entries cost more. */
const WAYS_LEVEL = { 4: 1, 8: 2 }
/** Ground drawn in tiles has more such neighbours a block. There each entry of level 0 matters. */
const TILES_A_BLOCK = 0.05
/** From this many starts on, ways share pieces. On even ground cuts lead few ways astray that many others would mend. */
const CUT_STARTS = { even: 16, mixed: 2 }
/** On larger maps a wave takes up to gigabytes. */
const WAVE_CELLS_MAX = 2 ** 26

/** A first point, and the second points whose costs from there are wanted: by their places in the lists. */
interface Pairs {
  readonly first: number
  readonly seconds: readonly number[]
}

/** Passes on what each of these second points costs from a first one. */
type CostsFrom = (start: Point, seconds: readonly number[], found: Found) => void
type Found = (second: number, cost: number) => void

interface Means {
  readonly costsFrom: CostsFrom
  /** Has costs that it passes on once it knows all starts. */
  readonly shared?: SharedCosts
}

/** What a search for many answers needs of its finder. Each version of the map has an engine. */
export interface FinderOfMany {
  readonly map: FinderMap
  /** Null where every turn is allowed. */
  readonly manner: { readonly turner?: unknown }
  readonly engine: FinderMap & {
    find(start: Point, goal: Point): Route
    along(asked: AskedRoute, trail: Trail): Route
  }
}

const CHEAPEST = { isReplaced: false, quality: 'exact' } as const

export class ManySearch {
  private readonly source: FinderMap
  private readonly routes: Routes
  /** Made when they are first needed, for one version of the map. */
  private known: FieldMap | null = null
  private waysOfLevel: CorridorWays[] = []

  constructor(finder: FinderOfMany) {
    this.source = finder.map
    this.routes = {
      isTurning: finder.manner.turner != null,
      find: (start, goal) => finder.engine.find(start, goal),
      along: (start, goal, bends) => {
        const { engine } = finder
        return engine.along({ start, goal, ...CHEAPEST }, trailIn(engine.columns, bends))
      },
    }
  }

  private get columns(): AtlasColumns {
    return this.source.columns
  }

  /** The map as it is now. All fields of the finder share the memory of its ground. */
  get map(): FieldMap {
    const { columns, known } = this
    if (known?.columns === columns) return known
    const { terrain, home } = columns
    // Waves compare a map that changes with the version before, and need a copy of that.
    const waves = known?.waves.update(terrain) ? known.waves : new Waves(home === undefined ? terrain : copyOf(terrain))
    this.waysOfLevel = []
    this.known = { columns, waves }
    return this.known
  }

  /**
   * What each goal costs from each start, start by start: costs[start * goals.length + goal]. In cell lengths; Infinity for what
   * cannot be reached, a wall and what lies outside.
   */
  costs(from: readonly Point[], to: readonly Point[]): Float64Array {
    return this.table(pointsOf(from, 'Start'), pointsOf(to, 'Goal'))
  }

  field(goals: FieldGoals): Field {
    return new Field(() => this.map, goalsOf(goals, this.columns.terrain))
  }

  nearestOf(from: Point, to: readonly Point[], options?: NearestOfOptions | null): NearGoal[] {
    return nearestGoals(this.map, this.routes, pointOf(from, 'The start'), pointsOf(to, 'Goal'), options)
  }

  reach(from: Point, cost: number, watch?: ReachWatch): ReachedCells {
    return reachFrom(this.map, pointOf(from, 'The start'), cost, watch)
  }

  alternatives(from: Point, to: Point, options?: AlternativesOptions | null): Route[] {
    return findAlternatives(this.map, this.routes, pointOf(from, 'The start'), pointOf(to, 'The goal'), options)
  }

  private ways(level: Level): CorridorWays {
    const { columns } = this.map
    columns.settleAll?.()
    this.waysOfLevel[level] ??= new CorridorWays(columns, level)
    return this.waysOfLevel[level]
  }

  private table(starts: readonly Point[], goals: readonly Point[]): Float64Array {
    const isEqual = starts.length === goals.length
    const differing = starts.findIndex(({ x, y }, i) => x !== goals[i]?.x || y !== goals[i].y)
    const isForward = isEqual
      ? differing < 0 || isUpper(starts[differing], goals[differing])
      : starts.length < goals.length
    const [few, many] = isForward ? [starts, goals] : [goals, starts]
    const table = new Float64Array(starts.length * goals.length).fill(Infinity)
    const place = (i: number, j: number) => (isForward ? i * goals.length + j : j * goals.length + i)
    const mirrorOf = mirrors(few, many)
    const reached = this.reachedPairs(few, many)
    const pairs = reached
      .map(({ first, seconds }) => ({ first, seconds: seconds.filter(second => mirrorOf(first, second) === null) }))
      .filter(({ seconds }) => seconds.length > 0)
    const { costsFrom, shared } = this.meansFor(few, many, pairs)
    for (const { first, seconds } of pairs) {
      costsFrom(few[first], seconds, (second, cost) => {
        table[place(first, second)] = cost
      })
    }
    shared?.finish()
    for (const { first, seconds } of reached) {
      for (const second of seconds) {
        const mirror = mirrorOf(first, second)
        if (mirror !== null) table[place(first, second)] = table[place(mirror.first, mirror.second)]
      }
    }
    return table
  }

  private byRoutes(many: readonly Point[]): CostsFrom {
    return (start, seconds, found) => {
      for (const second of seconds) found(second, this.routeCost(start, many[second]))
    }
  }

  private byWave(many: readonly Point[], wave: Wave): CostsFrom {
    const { costMin } = this.columns.terrain
    return (start, seconds, found) => {
      wave.begin([start.x, start.y])
      for (const second of seconds) {
        const { x, y } = many[second]
        found(second, finalUnitsAt(wave, x, y, costMin) / UNITS_PER_CELL)
      }
      wave.release()
    }
  }

  /** Near goals get a route each, and so do those to which `means` finds no way. */
  private byWays(many: readonly Point[], means: SharedCosts): CostsFrom {
    return (start, seconds, found) => {
      const byRoute = (second: number) => found(second, this.routeCost(start, many[second]))
      const far: number[] = []
      for (const second of seconds) {
        if (stepsBetween(start, many[second]) >= NEAR_CELLS) far.push(second)
        else byRoute(second)
      }
      if (far.length > 0)
        means.spread(start, far, (second, cost) => (cost < Infinity ? found(second, cost) : byRoute(second)))
    }
  }

  /** Of the first points, those that have any of the second ones on their islands, and which. */
  private reachedPairs(few: readonly Point[], many: readonly Point[]): Pairs[] {
    const secondsOfIsland = new Map<number, number[]>()
    many.forEach((point, second) => {
      const island = this.islandOf(point)
      if (island >= 0) addTo(secondsOfIsland, island, second)
    })
    return few.flatMap((point, first) => {
      const seconds = secondsOfIsland.get(this.islandOf(point))
      return seconds === undefined ? [] : [{ first, seconds }]
    })
  }

  private meansFor(few: readonly Point[], many: readonly Point[], pairs: readonly Pairs[]): Means {
    const { width, height, ground, directions } = this.columns.terrain
    const cells = width * height
    let steps = 0
    for (const { first, seconds } of pairs) {
      for (const second of seconds) steps += stepsBetween(few[first], many[second])
    }
    const cellsPerStep = (pairs.length * cells) / steps
    // No pair at all has 0 / 0 cells a step.
    if (!(cellsPerStep < CELLS_PER_STEP) || this.routes.isTurning || cells > WAVE_CELLS_MAX)
      return { costsFrom: this.byRoutes(many) }
    const wave = this.map.waves.make()
    if (cellsPerStep < ground.of(WAYS_CELLS_PER_STEP) || cells < WAYS_MAP_CELLS_MIN)
      return { costsFrom: this.byWave(many, wave) }
    const level = this.needsEachEntry ? 0 : WAYS_LEVEL[directions]
    const isCut = pairs.length >= ground.of(CUT_STARTS)
    const shared = new SharedCosts(this.columns, this.ways(level), wave, many, isCut)
    return { costsFrom: this.byWays(many, shared), shared }
  }

  /**
   * Whether ways need each entry of level 0: on a map that changes, whose upper levels keep worse entries until it settles, and
   * where many blocks of one cost lie beside such of another.
   */
  private get needsEachEntry(): boolean {
    if (this.columns.home !== undefined) return true
    const { costOfBlock } = this.columns.terrain
    const isTile = (cost: number, block: number) =>
      cost > 0 && costOfBlock[block + 1] > 0 && cost !== costOfBlock[block + 1]
    return costOfBlock.filter(isTile).length > TILES_A_BLOCK * costOfBlock.length
  }

  private routeCost(a: Point, b: Point): number {
    return isUpper(a, b) ? this.routes.find(a, b).cost : this.routes.find(b, a).cost
  }

  private islandOf({ x, y }: Point): number {
    return islandOfCell(this.columns, x, y)
  }
}

function isUpper(a: Point, b: Point): boolean {
  return a.y < b.y || (a.y === b.y && a.x <= b.x)
}

function stepsBetween(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}

/** Finds the same two cells at earlier places of the lists, in either order: a way costs the same in both directions. */
function mirrors(few: readonly Point[], many: readonly Point[]) {
  const placesIn = (points: readonly Point[]) => {
    const placeOfCell = new Map<string, number>()
    const placeOf = ({ x, y }: Point) => placeOfCell.get(`${x},${y}`) ?? NONE
    for (const [i, { x, y }] of points.entries()) if (placeOf(points[i]) === NONE) placeOfCell.set(`${x},${y}`, i)
    return placeOf
  }
  const [inFew, inMany] = [placesIn(few), placesIn(many)]
  const [fewInFew, fewInMany] = [few.map(inFew), few.map(inMany)]
  const [manyInFew, manyInMany] = [many.map(inFew), many.map(inMany)]
  return (first: number, second: number) => {
    const isRepeated = fewInFew[first] < first || manyInMany[second] < second
    if (isRepeated) return { first: fewInFew[first], second: manyInMany[second] }
    const isTurned = manyInFew[second] !== NONE && manyInFew[second] < first && fewInMany[first] !== NONE
    return isTurned ? { first: manyInFew[second], second: fewInMany[first] } : null
  }
}

function pointsOf(points: readonly Point[], name: string): Point[] {
  if (!Array.isArray(points)) refuse(`${name}s are ${nameOf(points)}: an array of points { x, y } was expected.`)
  return points.map((point, i) => pointOf(point, `${name} ${i}`))
}
