/**
 * What callers hold of a question that waits, and the question itself: it may have several callers.
 */
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import { checkWhole } from '../base/given.ts'
import type { FindInSteps } from '../find/find-in-steps.ts'
import type { Route } from '../find/route.ts'

/** 'refused': the queue was full. 'late': the deadline passed first. Once answered, the status of the route. */
export type TicketStatus = 'waiting' | 'cancelled' | 'late' | 'refused' | RouteStatus

/** Questions with one goal. */
export interface Alike {
  /** Those that wait, and some that were answered. */
  questions: Question[]
  waitingCount: number
  /** A field for this many of them takes more work than searches. */
  triedCount: number
}

/** A question and everybody who asked it. */
export interface Question {
  readonly key: string
  readonly start: Point
  readonly goal: Point
  readonly alike: Alike
  readonly options: { readonly quality: Quality; readonly nearest: boolean }
  /** Whether the path is drawn as well. */
  readonly isDrawn: boolean
  priority: number
  /** Where its search begins: at the start, or at the place of a unit that has left the path found from there. */
  from: Point
  /** The ticket of that unit. */
  answeredNext: Ticket | null
  readonly tickets: Set<Ticket>
  search: FindInSteps | null
}

/** Questions with one goal. */
export interface Alike {
  /** Those that wait, and some that were answered. */
  questions: Question[]
  waitingCount: number
  /** A field for this many of them takes more work than searches. */
  triedCount: number
}

/** One caller's question. */
export class Ticket {
  status: TicketStatus = 'waiting'
  /** The answer, from where the unit is by now; null until then, and where there is none. */
  route: Route | null = null
  /** One sentence on why there is no path; empty while waiting, and with a path. */
  message = ''
  readonly goal: Point
  readonly askedAtTick: number
  /** The tick after which the answer is no longer wanted. */
  readonly deadlineTick: number
  #place: Point
  readonly #queue: { cancel(ticket: Ticket): boolean }

  /** @internal */
  constructor(
    start: Point,
    goal: Point,
    askedAtTick: number,
    deadlineTick: number,
    queue: { cancel(ticket: Ticket): boolean },
  ) {
    this.#queue = queue
    this.#place = start
    this.goal = goal
    this.askedAtTick = askedAtTick
    this.deadlineTick = deadlineTick
  }

  /** Where the unit is: its route starts there. */
  get place(): Point {
    return this.#place
  }

  /** Tells that the unit has moved on while it waits: if it still is on the path then, it is given the rest. */
  moveTo(x: number, y: number): void {
    checkWhole(x, y, 'The place')
    this.#place = { x, y }
  }

  /** Gives the question up. Returns whether it was still waiting. */
  cancel(): boolean {
    return this.#queue.cancel(this)
  }
}

export function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}
