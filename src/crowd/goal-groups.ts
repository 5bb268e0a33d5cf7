/**
 * The questions that wait, and those of them with one goal. A field answers these one after another where that takes less
 * work than a search for each. The last field is kept: it answers later questions from cells that it has reached.
 */
import type { Point } from '../base/answer.ts'
import type { FindInSteps } from '../find/find-in-steps.ts'
import type { Finder } from '../find/finder.ts'
import { LOOKED_AT_MAX, type SharedField, sharedFieldTo } from '../find/shared-field.ts'
import { isSame, type Ticket } from './ticket.ts'

/** Lists of questions by a hash. */
const LISTS = 1 << 12

/** Questions that one step of the decision on a field looks at. It is made again for this many times the questions. */
const QUESTIONS_A_STEP = 2
const MORE = 1.1

interface Group {
  readonly field: SharedField
  readonly priority: number
  /** Of these, those for which the field pays are answered, the last one first. Later ones must not hold up other goals. */
  readonly questions: Ticket[]
}

export class GoalGroups {
  /** Fields made so far. */
  fields = 0
  /** The search by the field that is kept. */
  search: FindInSteps | null = null
  private readonly finder: Finder
  /** The last question of each list, by goal; and by start and goal. */
  private readonly alike: (Ticket | null)[] = new Array(LISTS).fill(null)
  private readonly same: (Ticket | null)[] = new Array(LISTS).fill(null)
  /** Questions of each list by goal, and how many of them are too few for a field. */
  private readonly countOf = new Int32Array(LISTS)
  private readonly triedOf = new Int32Array(LISTS).fill(1)
  private group: Group | null = null

  constructor(finder: Finder) {
    this.finder = finder
  }

  /** The question that waits for the same answer. */
  find({ start, goal, options, isDrawn }: Ticket): Ticket | null {
    for (let one = this.same[listOf(goal, start)]; one !== null; one = one.nextSame)
      if (one.options === options && one.isDrawn === isDrawn && isSame(one.start, start) && isSame(one.goal, goal))
        return one
    return null
  }

  add(question: Ticket): void {
    const { alike, same } = this
    const at = listOf(question.goal)
    const next = alike[at]
    if (next !== null) next.previousAlike = question
    question.nextAlike = next
    alike[at] = question
    this.countOf[at]++
    const atSame = listOf(question.goal, question.start)
    question.nextSame = same[atSame]
    same[atSame] = question
  }

  remove(question: Ticket): void {
    const { alike, same } = this
    const { nextAlike: next, previousAlike: previous } = question
    const at = listOf(question.goal)
    if (previous === null) alike[at] = next
    else previous.nextAlike = next
    if (next !== null) next.previousAlike = previous
    if (--this.countOf[at] === 0) this.triedOf[at] = 1
    const atSame = listOf(question.goal, question.start)
    let before = same[atSame]!
    if (before === question) same[atSame] = question.nextSame
    else {
      while (before.nextSame !== question) before = before.nextSame!
      before.nextSame = question.nextSame
    }
    question.nextAlike = question.previousAlike = question.nextSame = null
  }

  /** The question to answer now: the next one of the current field, unless `question` is more urgent. */
  instead(question: Ticket): Ticket {
    const { group } = this
    if (group === null || !this.isCurrent(group) || question.priority > group.priority) return question
    const { questions, field } = group
    for (; questions.length > 0; questions.pop()) {
      const next = questions[questions.length - 1]
      if (next.waitingCount > 0 && field.paysFor(next.start)) return next
    }
    return question
  }

  /** Steps to charge for checking whether a field takes less work than searches; the check cannot pause. */
  stepsToBegin(question: Ticket, from: Point): number {
    const count =
      this.isDue(question) && this.groupFor(question, from) === null ? this.countOf[listOf(question.goal)] : 0
    return Math.ceil(Math.min(count, LOOKED_AT_MAX) / QUESTIONS_A_STEP)
  }

  /** The search in a field that answers a question; null where a search of its own takes less work. */
  searchFor(question: Ticket, from: Point): FindInSteps | null {
    if (this.groupFor(question, from) === null && this.isDue(question)) this.begin(question.goal)
    this.search = this.groupFor(question, from)?.field.findInSteps(from) ?? null
    return this.search
  }

  private isDue({ goal }: Ticket): boolean {
    const at = listOf(goal)
    return this.countOf[at] > MORE * this.triedOf[at]
  }

  /** The group whose field answers a question. */
  private groupFor({ goal }: Ticket, from: Point): Group | null {
    const { group } = this
    if (group === null || !isSame(group.field.goal, goal) || !this.isCurrent(group)) return null
    return group.field.paysFor(from) || group.field.hasReached(from) ? group : null
  }

  /** Begins a field where it pays for any of the questions, even if not for the one to answer now. */
  private begin(goal: Point): void {
    const at = listOf(goal)
    const questions: Ticket[] = []
    for (let one = this.alike[at]; one !== null; one = one.nextAlike) if (isSame(one.goal, goal)) questions.push(one)
    const field = questions.length > 1 ? sharedFieldTo(this.finder, goal) : null
    if (field?.decide(questions)) {
      this.drop()
      let priority = -Infinity
      for (const one of questions) if (one.priority > priority && field.paysFor(one.start)) priority = one.priority
      this.group = { field, priority, questions }
      this.fields++
    }
    // Dropping a field forgets the count: one begun anew for each question would never spread.
    this.triedOf[at] = this.countOf[at]
  }

  private isCurrent(group: Group): boolean {
    if (!group.field.isCurrent()) this.drop()
    return this.group === group
  }

  /** Gives back the memory of the field. A search in it would never end. */
  drop(): void {
    if (this.group === null) return
    this.triedOf[listOf(this.group.field.goal)] = 1
    this.group.field.release()
    this.group = null
    this.search = null
  }
}

/** The list of a goal, or of a goal and a start. */
function listOf(goal: Point, { x, y }: Point = goal): number {
  const hash = Math.imul(goal.x, 0x9e3779b1) ^ Math.imul(goal.y, 0x85ebca6b) ^ Math.imul(x, 0xc2b2ae35)
  return Math.imul(hash ^ (hash >>> 15) ^ Math.imul(y, 0x27d4eb2f), 0x9e3779b1) >>> 20
}
