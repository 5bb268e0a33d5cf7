/**
 * A path that comes piece by piece, first steps first. Some regions of the route at a time are unpacked, re-optimised,
 * traced and pulled taut; the last cells of a piece are held back and worked on again together with the next,
 * so that joints do not show. So the head of a path costs no more however long the path is. What comes out depends on the
 * route alone: a path in pieces and a path as a whole are the same.
 */
import { type Crossing, reversed } from '../atlas/crossing.ts'
import type { Point, Quality } from '../base/answer.ts'
import { Bends, moveSteps } from '../cells/bends.ts'
import type { Terrain } from '../map/terrain.ts'
import type { BestSteps, RouteSteps } from '../route/steps.ts'
import type { PathMaker } from './maker.ts'
import { isEvenAlong, type StringPuller } from './pull.ts'

/** The first piece is small: a unit wants to set out. After it, most paths on maps of a million cells are one piece more. */
const FIRST_PIECE_REGIONS = 12
const NEXT_PIECE_REGIONS = 64
const PIECE_REGIONS_MAX = 128
/** Regions beyond a piece that have a say in where it ends. */
const AHEAD_REGIONS = 4
/** A stretch between two walls is seldom longer; one that is may keep a slack corner at a joint. */
const HELD_CELLS_MAX = 512
/** About half of a piece that goes straight, so that a small one gives something out. */
const HELD_CELLS_PER_REGION = 12

/** Ends half as far apart as those whose routes are searched again, on levels that keep too few entries for a narrow look. */
const FAR_CELLS = 1024

/** A route whose cells are asked for. */
export interface RouteToTrace {
  readonly start: Point
  readonly goal: Point
  readonly quality: Quality
  /** In cell lengths: its path never costs more. */
  readonly estimate: number
}

export interface PathTools {
  readonly maker: PathMaker
  readonly puller: StringPuller
  readonly terrain: Terrain
}

export class PathStream {
  private readonly tools: PathTools
  private readonly steps: RouteSteps
  private readonly start: Point
  private readonly goal: Point
  private readonly quality: Quality
  private nextStep = 0
  private pieceRegions = FIRST_PIECE_REGIONS
  /** What is unpacked and not yet walked: regions, and the crossings by which the route leaves them. */
  private readonly regions: number[] = []
  private readonly crossings: Crossing[] = []
  /** The crossing by which the next region is entered, seen from inside; null at the start. */
  private entered: Crossing | null = null
  /** From the last cell that was given out on. */
  private readonly held: Bends
  isDone = false

  /** `held` is memory for one stream at a time. */
  constructor(tools: PathTools, steps: RouteSteps, asked: RouteToTrace, held: Bends = new Bends(64)) {
    const { start, goal, quality } = asked
    this.tools = tools
    this.steps = steps
    this.start = start
    this.goal = goal
    this.quality = quality
    this.held = held
    held.start(start.x, start.y)
    if (steps.best !== undefined) this.pieceRegions = NEXT_PIECE_REGIONS
  }

  /** Appends the next piece to `out`, which starts or ends where this piece begins. */
  next(out: Bends): void {
    this.unpack()
    const { regions, crossings, pieceRegions } = this
    const { maker, puller } = this.tools
    const { best } = this.steps
    // So few are known only where the goal comes after them: a last piece of a few regions would be more work than it is.
    const isLast = regions.length <= pieceRegions + AHEAD_REGIONS
    const ahead = isLast ? regions.length : pieceRegions + AHEAD_REGIONS
    if (best !== undefined) this.follow(best, ahead, isLast)
    else maker.solve(regions, crossings, ahead, this.entered, isLast, this.start, this.goal)
    const count = isLast ? regions.length : maker.endOfPiece(pieceRegions)
    const isFar = areFar(this.start, this.goal, FAR_CELLS)
    this.entered = reversed(maker.addPiece(regions, count, this.entered, isLast, this.held, this.quality, isFar))
    if (!isLast) {
      regions.splice(0, count)
      crossings.splice(0, count)
    }
    const heldCells = isLast ? 0 : Math.min(HELD_CELLS_PER_REGION * count, HELD_CELLS_MAX)
    if (!maker.isSwept) puller.pull(this.held, isEvenAlong(this.tools.terrain, this.held))
    moveSteps(this.held, out, heldCells)
    this.pieceRegions = Math.min(Math.max(2 * pieceRegions, NEXT_PIECE_REGIONS), PIECE_REGIONS_MAX)
    this.isDone = isLast
  }

  private follow(best: BestSteps, count: number, isToGoal: boolean): void {
    const { maker } = this.tools
    // A route may be asked for its cells long after its search: then its ends have moved on to other queries.
    // As the search has seen them: what leads out of their regions is part of what the route costs.
    // What entries cost is known: the ends need only be there.
    if (this.entered === null) maker.endAt(maker.start, this.start, this.goal)
    if (isToGoal) maker.endAt(maker.goal, this.goal, this.start)
    maker.follow(this.steps, best, this.nextStep - this.regions.length, count)
  }

  private unpack(): void {
    const { maker } = this.tools
    // One region more than is looked at, so that it is known whether the goal is in sight.
    const wanted = this.pieceRegions + AHEAD_REGIONS
    while (this.regions.length <= wanted && this.nextStep < this.steps.entryOfStep.length) {
      maker.unpacker.unpackStep(this.steps, this.nextStep++, this.regions, this.crossings)
    }
  }
}

/** Whether ends are `cells` cells apart. */
export function areFar(start: Point, goal: Point, cells: number): boolean {
  return Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) >= cells
}
