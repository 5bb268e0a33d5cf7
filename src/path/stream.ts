/**
 * A path that comes piece by piece, first steps first. Some regions of the route at a time are unpacked, re-optimised,
 * traced, pulled taut and polished; the last cells of a piece are held back and worked on again together with the next,
 * so that joints do not show. So the head of a path costs no more however long the path is. What comes out depends on the
 * route alone: a path in pieces and a path as a whole are the same.
 */
import { reversed } from '../entry/crossing.ts'
import type { RouteSteps } from '../query/steps.ts'
import { Bends } from './bends.ts'
import type { PathMaker, Quality } from './maker.ts'
import type { Point } from './route.ts'

/** Most paths on maps of a million cells are one piece. */
const FIRST_PIECE_REGIONS = 64
const PIECE_REGIONS_MAX = 128
/** A stretch between two walls is seldom longer; one that is may keep a slack corner at a joint. */
const HELD_CELLS = 512
const NONE = -1

export class PathStream {
  private readonly maker: PathMaker
  private readonly steps: RouteSteps
  private readonly start: Point
  private readonly goal: Point
  private readonly quality: Quality
  private nextStep = 0
  private pieceRegions = FIRST_PIECE_REGIONS
  /** What is unpacked and not yet walked: regions, and the crossings by which the route leaves them. */
  private readonly regions: number[] = []
  private readonly crossings: number[] = []
  /** The crossing by which the next region is entered, seen from inside; NONE at the start. */
  private entered = NONE
  /** From the last cell that was given out on. */
  private readonly held = new Bends(64)
  isDone = false

  constructor(maker: PathMaker, steps: RouteSteps, start: Point, goal: Point, quality: Quality) {
    this.maker = maker
    this.steps = steps
    this.start = start
    this.goal = goal
    this.quality = quality
    this.held.start(start.x, start.y)
  }

  /** Appends the next piece to `out`, which starts or ends where this piece begins. */
  next(out: Bends): void {
    this.unpack()
    const count = Math.min(this.pieceRegions, this.regions.length)
    const isLast = count === this.regions.length && this.nextStep === this.steps.entryOfStep.length
    const regions = this.regions.splice(0, count)
    const leaving = this.crossings.splice(0, count)[count - 1]
    this.maker.addPiece(regions, this.entered, isLast ? NONE : leaving, this.start, this.goal, this.held)
    this.maker.smooth(this.held, this.quality)
    this.entered = reversed(leaving)
    this.pieceRegions = Math.min(2 * this.pieceRegions, PIECE_REGIONS_MAX)
    this.held.moveTo(out, isLast ? 0 : HELD_CELLS)
    this.isDone = isLast
  }

  private unpack(): void {
    const { steps, maker } = this
    // One region more than the piece needs, so that a piece that ends the route is known to be the last.
    while (this.regions.length <= this.pieceRegions && this.nextStep < steps.entryOfStep.length) {
      const unpacked = maker.unpack(steps, this.nextStep++)
      for (let i = 0; i < unpacked.count; i++) {
        this.regions.push(unpacked.regionOf[i])
        this.crossings.push(unpacked.crossingOf[i])
      }
    }
  }
}
