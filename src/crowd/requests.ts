/**
 * Questions in a queue, answered over ticks. A tick spends a number of steps, not of milliseconds, so a replay gives
 * the same answers at the same ticks on every machine. A search that does not fit the tick pauses and goes on in the
 * next.
 *
 * Questions of higher priority come first, equals in the order they were asked; but a search that has begun is finished
 * first. The same question asked twice is searched once, and many questions with one goal share a field. A ticket that
 * is not answered says why.
 */
import { type Point, QUALITIES, type Quality } from '../base/answer.ts'
import type { IsthmusError } from '../base/errors.ts'
import { type AllOf, checkWhole, optionsOf, refuse } from '../base/given.ts'
import { FLAG, number, oneOf, whole } from '../base/kinds.ts'
import { type FindInSteps, findInSteps, STEPS_OF_FIND } from '../find/find-in-steps.ts'
import type { Finder } from '../find/finder.ts'
import type { Route } from '../find/route.ts'
import { sharedFieldTo } from '../find/shared-field.ts'
import { restOf } from '../find/walk.ts'
import { warmUp } from '../find/warm-up.ts'
import { GoalGroups } from './goal-groups.ts'
import { choiceOf, Lanes, Ticket, type TicketStatus } from './ticket.ts'

export type { Ticket, TicketStatus }

export interface RequestsOptions {
  /** What a tick may spend. A step is work of about half a microsecond; `stats` counts them. */
  readonly stepsPerTick: number
  /** Further questions are refused while this many wait: 100,000 unless given. */
  readonly waitingMax?: number
}

export interface AskOptions {
  /** Higher ones are answered first: 0 unless given. */
  readonly priority?: number
  /** Ticks from now after which the answer is useless. */
  readonly deadline?: number
  readonly quality?: Quality
  readonly nearest?: boolean
  /** Whether the path is drawn within the budget too. Else `cells()` draws it; on a live map it is always drawn. */
  readonly cells?: boolean
}

const REQUESTS_OPTIONS = { stepsPerTick: whole(1), waitingMax: whole(1) } as const satisfies AllOf<RequestsOptions>
const ASK_OPTIONS = {
  priority: number(),
  deadline: number(0, Infinity),
  quality: oneOf(...QUALITIES),
  nearest: FLAG,
  cells: FLAG,
} as const satisfies AllOf<AskOptions>

export interface RequestsStats {
  readonly waiting: number
  /** Ticks that the oldest waiting question has waited; 0 where none waits. */
  readonly oldest: number
  readonly done: number
  readonly cancelled: number
  readonly late: number
  readonly refused: number
  /** Fields that were spread for questions with one goal. */
  readonly fields: number
  readonly ticks: number
  /** Steps of all ticks, and the most of one tick. */
  readonly steps: number
  readonly stepsOfTickMax: number
}

const WAITING_MAX = 100_000
const STEPS_OF_REST = 8
const FIELDS_OF_WARM_UP = 4
const STARTS_OF_WARM_UP = 1000

export class Requests {
  private readonly finder: Finder
  private readonly stepsPerTick: number
  private readonly waitingMax: number
  private readonly lanes = new Lanes<Ticket>()
  /** The tickets that wait, in the order they were asked, and those of them with a deadline. */
  private readonly waiting = new Set<Ticket>()
  private readonly hurried = new Set<Ticket>()
  private readonly groups: GoalGroups
  /** The question that is answered now, and where its search begins: at its start, or where a unit is. */
  private atWork: Ticket | null = null
  private from!: Point
  /** The ticket of a unit that has left the path found from there: `from` is its place. */
  private answeredNext: Ticket | null = null
  private search: FindInSteps | null = null
  /** Whether a field answers the question. */
  private isByField = false
  /** Steps paid so far for its next work that cannot pause. */
  private paid = 0
  private ticks = 0
  private steps = 0
  private stepsOfTickMax = 0
  /** Steps that the last tick spent beyond its budget; the next tick's budget is reduced by them. */
  private owed = 0
  private readonly counts = { done: 0, cancelled: 0, late: 0, refused: 0 }

  /** The queue makes a finder of its own, so callers may keep using `finder`. */
  constructor(finder: { another(): Finder }, options: RequestsOptions) {
    const { stepsPerTick, waitingMax = WAITING_MAX } = optionsOf(options, REQUESTS_OPTIONS, ['stepsPerTick'])
    if (typeof (finder as { another?: unknown } | null)?.another !== 'function') {
      refuse('Requests are asked of a finder: atlas.finder() or live.finder().')
    }
    this.finder = finder.another()
    this.groups = new GoalGroups(this.finder)
    this.stepsPerTick = stepsPerTick!
    this.waitingMax = waitingMax
  }

  /**
   * Answers questions across the map for `budgetMs` milliseconds, 500 unless given, and makes the memory of a field over
   * the whole map, all costs of hubs, and what near searches know of each block. After that the first ticks take no longer
   * than later ones. Returns the count of questions.
   */
  warmUp(budgetMs?: number): number {
    if (this.waiting.size > 0) refuse('A queue is warmed up before its first question, or while none waits.')
    const { finder } = this
    const queue = new Requests({ another: () => finder }, { stepsPerTick: this.stepsPerTick })
    const starts: Point[] = []
    const find = (start: Point, goal: Point) => {
      starts.push(start)
      const ticket = queue.ask(start, goal)
      while (ticket.status === 'waiting') queue.tick()
      return ticket.route!
    }
    const { connector, columns } = finder.engine
    connector.prepare()
    const count = warmUp({ find }, columns, budgetMs)
    if (count === 0) return 0
    sharedFieldTo(finder, starts[0])?.reserve()
    for (const goal of starts.slice(0, FIELDS_OF_WARM_UP)) {
      for (const start of starts.slice(0, STARTS_OF_WARM_UP)) queue.ask(start, goal)
      while (queue.waiting.size > 0) queue.tick()
    }
    queue.groups.drop()
    return count
  }

  /** Queues a question. The ticket holds its answer after some tick. */
  ask(start: Point, goal: Point, options?: AskOptions): Ticket {
    const given = optionsOf(options, ASK_OPTIONS)
    const { priority = 0, deadline = Infinity, quality = 'default', nearest = false, cells = false } = given
    checkPoint(start, 'The start')
    checkPoint(goal, 'The goal')
    const ticket = new Ticket(start, goal, choiceOf(quality, nearest), cells, priority, this.ticks, deadline, this)
    if (this.waiting.size >= this.waitingMax) {
      this.end(ticket, 'refused', `The queue is full: ${this.waitingMax} questions wait.`)
      return ticket
    }
    const question = this.groups.find(ticket) ?? ticket
    if (question === ticket) this.groups.add(ticket)
    else {
      question.lastTicket.nextTicket = ticket
      question.lastTicket = ticket
    }
    // A question whose priority rises waits in both lanes; the first one that comes up answers it.
    if (question === ticket || priority > question.priority) this.lanes.push(priority, question)
    question.priority = Math.max(question.priority, priority)
    question.waitingCount++
    ticket.question = question
    this.waiting.add(ticket)
    if (deadline < Infinity) this.hurried.add(ticket)
    return ticket
  }

  /** Replaces a waiting question. The new one keeps the priority and comes last among its equals. */
  replace(ticket: Ticket, start: Point, goal: Point): Ticket {
    const question = this.waiting.has(ticket) ? ticket.question : null
    if (question === null) refuse('This ticket does not wait: ask a new question.')
    checkPoint(start, 'The start')
    checkPoint(goal, 'The goal')
    const { options, priority, isDrawn } = question
    // Cancel first: in a full queue the new question needs the place.
    this.cancel(ticket)
    return this.ask(start, goal, { ...options, cells: isDrawn, priority, deadline: ticket.deadlineTick - this.ticks })
  }

  cancel(ticket: Ticket): boolean {
    if (!this.waiting.has(ticket)) return false
    this.end(ticket, 'cancelled', 'The question was given up.')
    return true
  }

  /** Answers what fits the budget of a tick. Returns how many tickets were answered. */
  tick(): number {
    this.ticks++
    const before = this.counts.done
    for (const ticket of this.hurried) {
      if (this.ticks > ticket.deadlineTick) this.end(ticket, 'late', 'The deadline passed before the answer was found.')
    }
    let left = this.stepsPerTick - this.owed
    let spent = 0
    while (left > 0) {
      const question = this.next()
      if (question === null) break
      const used = this.tryWork(question, left)
      left -= used
      spent += used
    }
    this.owed = Math.max(0, -left)
    this.steps += spent
    this.stepsOfTickMax = Math.max(this.stepsOfTickMax, spent)
    return this.counts.done - before
  }

  stats(): RequestsStats {
    const { waiting, ticks, steps, stepsOfTickMax } = this
    const [first] = waiting
    const oldest = first === undefined ? 0 : ticks - first.askedAtTick
    return { waiting: waiting.size, oldest, ...this.counts, fields: this.groups.fields, ticks, steps, stepsOfTickMax }
  }

  private readonly isWaiting = (question: Ticket) => question.waitingCount > 0

  /** A search that has begun is finished first: begun again after each more urgent one, it might never end. */
  private next(): Ticket | null {
    const { atWork } = this
    if (atWork !== null && this.isWaiting(atWork) && !this.isByField) return atWork
    const question = this.lanes.first(this.isWaiting)
    return question === null ? null : this.groups.instead(question)
  }

  /** As `work`. A search that throws cannot go on: it begins again, or ends where the answer takes too much memory. */
  private tryWork(question: Ticket, stepsMax: number): number {
    try {
      return this.work(question, stepsMax)
    } catch (error) {
      this.turnTo(null)
      this.groups.drop()
      if ((error as Partial<IsthmusError>).code !== 'TOO_LARGE') throw error
      for (let ticket: Ticket | null = question; ticket !== null; ticket = ticket.nextTicket)
        if (ticket.question !== null) this.end(ticket, 'refused', (error as IsthmusError).message)
      return 1
    }
  }

  /** Goes on with a question. Returns the steps that it took. */
  private work(question: Ticket, stepsMax: number): number {
    const { groups } = this
    if (this.atWork !== question) this.turnTo(question)
    // The field was dropped meanwhile.
    if (this.isByField && groups.search === null) this.search = null
    if (this.search === null && this.answeredNext === null) this.from = placeOf(question)
    const due = this.dueFor(question) - this.paid
    if (due > 0) {
      const used = Math.min(due, stepsMax)
      this.paid += used
      return used
    }
    this.paid = 0
    if (this.search === null) {
      const byField = groups.searchFor(question, this.from)
      this.isByField = byField !== null
      this.search = byField ?? findInSteps(this.finder, this.from, question.goal, question.options)
    }
    const { search } = this
    // A unit that has moved is given the rest of the path, which must be drawn for that.
    search.isDrawn ||= question.isDrawn || this.movedCount(question) > 0
    const used = search.route === null ? search.advance(stepsMax) : 0
    if (search.route === null || (used > 0 && this.dueFor(question) > 0)) return used
    let left: Ticket | null = null
    for (let ticket: Ticket | null = question; ticket !== null; ticket = ticket.nextTicket)
      if (ticket.question !== null && !this.answer(ticket, question, search.route)) left ??= ticket
    // Units that have left the path are answered one by one, by searches from where they are.
    this.turnTo(left && question)
    if (left !== null) this.from = left.place
    this.answeredNext = left
    return used
  }

  private turnTo(question: Ticket | null): void {
    this.atWork = question
    this.answeredNext = null
    this.search = null
    this.isByField = false
    this.paid = 0
  }

  /** Steps to pay before work that cannot pause: deciding on a field, and the rest of the path for units that moved. */
  private dueFor(question: Ticket): number {
    if (this.search === null) return this.groups.stepsToBegin(question, this.from)
    const moved = this.search.route === null ? 0 : this.movedCount(question)
    return moved === 0 ? 0 : STEPS_OF_FIND + STEPS_OF_REST * moved
  }

  /** Tickets that wait somewhere else than where the search began. */
  private movedCount(question: Ticket): number {
    let count = 0
    for (let ticket: Ticket | null = question; ticket !== null; ticket = ticket.nextTicket)
      if (ticket.question !== null && !ticket.isAt(this.from)) count++
    return count
  }

  /** Answers a unit at the start of the search or on its path. `answeredNext` is answered wherever it is. */
  private answer(ticket: Ticket, { goal, options }: Ticket, route: Route): boolean {
    let answer = route
    if (!ticket.isAt(this.from)) {
      const { place } = ticket
      if (ticket !== this.answeredNext && restOf(route, place, route.goal) === null) return false
      const { engine } = this.finder
      answer = engine.find(place, goal, { ...options, previous: route })
      // Drawn at once, and served later by another engine: this one may be in the middle of another search then.
      answer.trail?.halves
      answer = answer.servedBy(engine.laterSource)
    }
    ticket.route = answer
    this.end(ticket, answer.status, answer.message)
    return true
  }

  private end(ticket: Ticket, status: Exclude<TicketStatus, 'waiting'>, message: string): void {
    ticket.status = status
    ticket.message = message
    this.counts[status === 'cancelled' || status === 'late' || status === 'refused' ? status : 'done']++
    const { question } = ticket
    if (question === null) return
    ticket.question = null
    this.waiting.delete(ticket)
    this.hurried.delete(ticket)
    if (--question.waitingCount === 0) this.groups.remove(question)
  }
}

/** Where the search for a question begins: at its start, or at the first of its units where all have moved. */
function placeOf(question: Ticket): Point {
  let first: Ticket | null = null
  for (let ticket: Ticket | null = question; ticket !== null; ticket = ticket.nextTicket) {
    if (ticket.question === null) continue
    if (ticket.isAt(question.start)) return question.start
    first ??= ticket
  }
  return first!.place
}

function checkPoint(point: unknown, what: string): void {
  if (point === null || typeof point !== 'object') refuse(`${what} is no point: { x, y }.`)
  const { x, y } = point as Point
  checkWhole(x, y, what)
}
