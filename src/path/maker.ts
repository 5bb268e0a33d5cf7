/**
 * What a path is made with: unpack a route's steps to level 0, re-optimise inside the corridor, trace, pull taut, polish.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point, Quality } from '../base/answer.ts'
import type { Bends } from '../cells/bends.ts'
import type { NearSearch } from '../cells/near.ts'
import type { Terrain } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { RouteSteps } from '../route/steps.ts'
import { BesidePolisher, type BesideSettings } from './beside.ts'
import { Corridor } from './corridor.ts'
import type { PolishRecord, PolishSettings } from './polish.ts'
import { Polisher, UNTOUCHED } from './polish.ts'
import { StringPuller } from './pull.ts'
import { Refiner } from './refine.ts'
import { Tracer } from './trace.ts'
import { Unpacker } from './unpack.ts'

const NONE = -1

const ALL_WINDOWS = { runsMin: 0, runsMinAtEnds: 0, windowsOnTrial: Infinity }
/** On uniform ground with 8 directions a search jumps, and few expansions go far. */
const JUMP_POLISH: Record<Quality, PolishSettings> = {
  fast: UNTOUCHED,
  default: {
    windowCells: 128,
    rounds: 3,
    expansionsMax: 100,
    runsMin: 16,
    runsMinAtEnds: 8,
    windowsOnTrial: 2,
    detourMax: 1.3,
  },
  best: { windowCells: 256, rounds: 4, expansionsMax: 4000, ...ALL_WINDOWS, detourMax: Infinity },
  exact: UNTOUCHED,
}
/** In torn ground no jump goes far. */
const TORN_POLISH: Record<Quality, PolishSettings> = {
  fast: UNTOUCHED,
  default: { windowCells: 160, rounds: 2, expansionsMax: 2000, ...ALL_WINDOWS, detourMax: 3 },
  best: { windowCells: 192, rounds: 4, expansionsMax: 8000, ...ALL_WINDOWS, detourMax: Infinity },
  exact: UNTOUCHED,
}
/** With 4 directions it goes cell by cell. */
const STEP_POLISH: Record<Quality, PolishSettings> = {
  fast: UNTOUCHED,
  default: { windowCells: 64, rounds: 1, expansionsMax: 2000, ...ALL_WINDOWS, detourMax: Infinity },
  best: { windowCells: 128, rounds: 4, expansionsMax: 20_000, ...ALL_WINDOWS, detourMax: Infinity },
  exact: UNTOUCHED,
}
/** On weighted ground, where the free cost says little, only cells beside the path are looked at. */
const WEIGHTED_POLISH: Record<Quality, BesideSettings> = {
  fast: { rounds: 1, windowCells: 128, reachCells: 2, endCells: 0, endReachCells: 0 },
  default: { rounds: 1, windowCells: 128, reachCells: 4, endCells: 48, endReachCells: 20 },
  best: { rounds: 4, windowCells: 160, reachCells: 20, endCells: 64, endReachCells: 48 },
  exact: { rounds: 0, windowCells: 0, reachCells: 0, endCells: 0, endReachCells: 0 },
}

/** From here on what jumping searches could better is too little to look for. */
const MIXED_SHARE = 1 / 8

export class PathMaker {
  readonly start: QueryEnd
  readonly goal: QueryEnd
  readonly refiner: Refiner
  private readonly unpacker: Unpacker
  private readonly corridor: Corridor
  private readonly tracer: Tracer
  private readonly puller: StringPuller
  private readonly polisher: Polisher
  /** Made where ground is first found to differ in cost. */
  private beside: BesidePolisher | null = null
  private readonly terrain: Terrain

  constructor(columns: AtlasColumns, near: NearSearch) {
    this.start = new QueryEnd(columns, near)
    this.goal = new QueryEnd(columns, near)
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.refiner = new Refiner(columns, this.unpacker, this.corridor)
    this.tracer = new Tracer(columns, near)
    this.puller = new StringPuller(columns.terrain)
    this.polisher = new Polisher(columns.terrain, near)
    this.terrain = columns.terrain
  }

  /** Appends a step of a route, as steps of level 0, to the regions it goes through and the crossings it leaves them by. */
  unpack(steps: RouteSteps, step: number, regions: number[], crossings: number[]): void {
    const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
    if (step === 0) {
      regions.push(regionOfStep[0])
      crossings.push(crossingOfStep[0])
      return
    }
    const from = entryOfStep[step - 1]
    const to = entryOfStep[step]
    const unpacked = this.unpacker.unpack(levelOfStep[step], regionOfStep[step], from, to, 0)
    for (let i = 0; i < unpacked.count; i++) {
      regions.push(unpacked.regionOf[i])
      crossings.push(unpacked.crossingOf[i])
    }
  }

  /**
   * Chooses the entries through the first `count` of these regions of level 0, which a route leaves by these crossings:
   * entered by a crossing seen from inside, NONE at the start; the last left by its own, or by any to the goal's region.
   */
  solve(
    regions: number[],
    crossings: number[],
    count: number,
    entered: number,
    isToGoal: boolean,
    start: Point,
    goal: Point,
  ): void {
    const { corridor, tracer } = this
    const from = entered === NONE ? this.endAt(this.start, start) : tracer.slotOf(regions[0], entered)
    const to = isToGoal ? this.endAt(this.goal, goal) : tracer.slotOf(regions[count - 1], crossings[count - 1])
    corridor.solve(0, regions, crossings, count, from, to)
  }

  /** Appends the path through the first `count` of the regions solved last; returns the crossing by which it leaves them. */
  addPiece(regions: number[], count: number, entered: number, isLast: boolean, bends: Bends): number {
    const { corridor, tracer } = this
    const from = entered === NONE ? this.start : entered
    tracer.trace(regions, corridor, count, from, isLast ? this.goal : null, bends)
    return tracer.crossingAt(regions[count - 1], corridor.slotOf[count - 1])
  }

  /** Makes the path cheaper where it is slack. Its last `heldCells` are pulled taut, and polished when more of it is known. */
  smooth(bends: Bends, quality: Quality, heldCells: number, record: PolishRecord): void {
    this.puller.pull(bends)
    const mixed = this.mixedShareOf(bends)
    if (mixed > 0) {
      this.beside ??= new BesidePolisher(this.terrain)
      this.beside.polish(bends, WEIGHTED_POLISH[quality], heldCells === 0)
    }
    if (mixed >= MIXED_SHARE) return
    const canJump = this.terrain.directions === 8
    const settings = canJump ? (this.tracer.isTorn ? TORN_POLISH : JUMP_POLISH) : STEP_POLISH
    this.polisher.polish(bends, settings[quality], heldCells, record)
  }

  /** How many of a path's bends lie in blocks whose cells differ in cost, as a share. */
  private mixedShareOf(bends: Bends): number {
    const { terrain } = this
    if (terrain.isUniform) return 0
    let mixed = 0
    for (let i = 0; i < bends.count; i++)
      if (terrain.costOfBlock[terrain.blockOf(bends.xOf(i), bends.yOf(i))] < 0) mixed++
    return mixed / bends.count
  }

  /** The cheapest path inside the one region that holds both ends. */
  inside(goal: Point, bends: Bends): void {
    bends.start(this.start.x, this.start.y)
    this.tracer.traceInside(this.start, goal.x, goal.y, bends)
  }

  /** A route may be asked for its cells long after its search: then its ends have moved on to other queries. */
  endAt(end: QueryEnd, { x, y }: Point): QueryEnd {
    if (end.x !== x || end.y !== y) end.set(x, y)
    return end
  }
}
