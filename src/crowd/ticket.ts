/**
 * A ticket stands for one caller's wait for an answer. A question may have several tickets.
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
  /** The question of a start and options; made when it is first needed. */
  questionOfKey: Map<string, Question> | null
  waitingCount: number
  /** A field for this many of them takes more work than searches. */
  triedCount: number
}

/** A question and the tickets of all its callers. */
export interface Question {
  readonly start: Point
  readonly goal: Point
  readonly alike: Alike
  readonly options: QuestionOptions
  /** Whether the path is drawn as well. */
  readonly isDrawn: boolean
  priority: number
  /** Where its search begins: at the start, or at the place of a unit that has left the path found from there. */
  from: Point
  /** The ticket of that unit. */
  answeredNext: Ticket | null
  /** Those that wait, and some that were answered. */
  readonly tickets: Ticket[]
  waitingCount: number
  search: FindInSteps | null
}

export interface QuestionOptions {
  readonly quality: Quality
  readonly nearest: boolean
}

/** One caller's question. */
export class Ticket {
  status: TicketStatus = 'waiting'
  /** The answer, from the place of the unit; null while waiting, and where there is none. */
  route: Route | null = null
  /** One sentence on why there is no path; empty while waiting, and with a path. */
  message = ''
  readonly goal: Point
  readonly askedAtTick: number
  /** The tick after which the answer is no longer wanted. */
  readonly deadlineTick: number
  /** Null once it waits no longer. @internal */
  question: Question | null = null
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

  /** Sets the place of a unit that moves while it waits. If it is on the path then, the answer is the rest. */
  moveTo(x: number, y: number): void {
    checkWhole(x, y, 'The place')
    this.#place = { x, y }
  }

  /** Gives up the question. Returns whether it was still waiting. */
  cancel(): boolean {
    return this.#queue.cancel(this)
  }
}

export function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}
