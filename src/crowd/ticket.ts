/**
 * A ticket stands for one caller's wait for an answer. The first ticket of a question also stands for the question: later
 * tickets that wait for the same answer hang on it. Thousands may wait, and the engine's collector copies each object that
 * lives. So a ticket is one object: places are numbers, and lists of tickets are links. Tickets wait in lanes.
 */
import { type Point, QUALITIES, type Quality, type RouteStatus } from '../base/answer.ts'
import { checkWhole } from '../base/given.ts'
import type { Route } from '../find/route.ts'

/** 'refused': the queue was full, or the answer takes too much memory. 'late': the deadline passed first. Once answered, the status of the route. */
export type TicketStatus = 'waiting' | 'cancelled' | 'late' | 'refused' | RouteStatus

export interface QuestionOptions {
  readonly quality: Quality
  readonly nearest: boolean
}

/** One object for each choice: the same options are the same object. */
const CHOICES: readonly QuestionOptions[] = QUALITIES.flatMap(quality => [
  { quality, nearest: false },
  { quality, nearest: true },
])

export function choiceOf(quality: Quality, nearest: boolean): QuestionOptions {
  return CHOICES[2 * QUALITIES.indexOf(quality) + Number(nearest)]
}

/** One caller's question. */
export class Ticket {
  status: TicketStatus = 'waiting'
  /** The answer, from the place of the unit; null while waiting, and where there is none. */
  route: Route | null = null
  /** One sentence on why there is no path; empty while waiting, and with a path. */
  message = ''
  readonly askedAtTick: number
  /** The question that it waits for: often itself. Null once it waits no longer. @internal */
  question: Ticket | null = null
  /** How it is asked, and whether the path is drawn as well. @internal */
  readonly options: QuestionOptions
  /** @internal */
  readonly isDrawn: boolean
  /** The highest that a ticket of this question has. @internal */
  priority: number
  /** How many tickets of this question wait. @internal */
  waitingCount = 0
  /** The next ticket of its question, and the last one. Some may have been answered. @internal */
  nextTicket: Ticket | null = null
  /** @internal */
  lastTicket: Ticket = this
  /** Links of questions in the lists of GoalGroups. @internal */
  nextSame: Ticket | null = null
  /** @internal */
  nextAlike: Ticket | null = null
  /** @internal */
  previousAlike: Ticket | null = null
  readonly #startX: number
  readonly #startY: number
  readonly #goalX: number
  readonly #goalY: number
  #x: number
  #y: number
  /** Negative for none. */
  readonly #deadlineTick: number
  readonly #queue: { cancel(ticket: Ticket): boolean }

  /** @internal */
  constructor(
    start: Point,
    goal: Point,
    options: QuestionOptions,
    isDrawn: boolean,
    priority: number,
    askedAtTick: number,
    deadline: number,
    queue: { cancel(ticket: Ticket): boolean },
  ) {
    this.#queue = queue
    this.#x = this.#startX = start.x
    this.#y = this.#startY = start.y
    this.#goalX = goal.x
    this.#goalY = goal.y
    this.options = options
    this.isDrawn = isDrawn
    this.priority = priority
    this.askedAtTick = askedAtTick
    this.#deadlineTick = deadline < Infinity ? askedAtTick + deadline : -1
  }

  /** Where the unit was when it asked. @internal */
  get start(): Point {
    return { x: this.#startX, y: this.#startY }
  }

  get goal(): Point {
    return { x: this.#goalX, y: this.#goalY }
  }

  /** Where the unit is: its route starts there. */
  get place(): Point {
    return { x: this.#x, y: this.#y }
  }

  /** Whether the unit is there. @internal */
  isAt({ x, y }: Point): boolean {
    return this.#x === x && this.#y === y
  }

  /** The tick after which the answer is no longer wanted. */
  get deadlineTick(): number {
    return this.#deadlineTick < 0 ? Infinity : this.#deadlineTick
  }

  /** Sets the place of a unit that moves while it waits. If it is on the path then, the answer is the rest. */
  moveTo(x: number, y: number): void {
    checkWhole(x, y, 'The place')
    this.#x = x
    this.#y = y
  }

  /** What JSON.stringify writes: no links to other tickets. */
  toJSON(): object {
    const { status, route, message, goal, askedAtTick, deadlineTick } = this
    return { status, route, message, goal, askedAtTick, deadlineTick }
  }

  /** Gives up the question. Returns whether it was still waiting. */
  cancel(): boolean {
    return this.#queue.cancel(this)
  }
}

export function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}

interface Lane<Item> {
  readonly priority: number
  /** Null for items that are no longer wanted. */
  readonly items: (Item | null)[]
  next: number
}

/** A lane drops the removed items at its front once they are more than this, and more than half of all. */
const REMOVED_MAX = 1000

/** A queue with a lane for each priority. The highest priority comes first; a lane is first in, first out. */
export class Lanes<Item> {
  /** The highest priority first. */
  private readonly lanes: Lane<Item>[] = []

  push(priority: number, item: Item): void {
    let at = 0
    while (at < this.lanes.length && this.lanes[at].priority > priority) at++
    if (this.lanes[at]?.priority !== priority) this.lanes.splice(at, 0, { priority, items: [], next: 0 })
    const lane = this.lanes[at]
    if (lane.next > REMOVED_MAX && 2 * lane.next > lane.items.length) {
      lane.items.splice(0, lane.next)
      lane.next = 0
    }
    lane.items.push(item)
  }

  /** The first item that is still wanted. It stays in the queue; those before it are removed. */
  first(isWanted: (item: Item) => boolean): Item | null {
    while (this.lanes.length > 0) {
      const lane = this.lanes[0]
      for (; lane.next < lane.items.length; lane.next++) {
        const item = lane.items[lane.next]!
        if (isWanted(item)) return item
        lane.items[lane.next] = null
      }
      this.lanes.shift()
    }
    return null
  }
}
