/**
 * Questions with one goal. A field answers them one after another where that takes less work than a search for each.
 * The last field is kept: it answers later questions from cells that it has reached.
 */
import type { Point } from '../base/answer.ts'
import type { FindInSteps } from '../find/find-in-steps.ts'
import { LOOKED_AT_MAX, type SharedField, type StepFinder } from '../find/shared-field.ts'
import { type Alike, isSame, type Question } from './ticket.ts'

/** Lists keep this many answered questions, and twice the count of those that wait, before answered ones are removed. */
const ANSWERED_MAX = 100
const NO_QUESTIONS: Question[] = []
/** This many goals without questions stay in the table: removing each at once would rebuild the table over and over. */
const IDLE_MAX = 1000

/** Questions that one step of the decision on a field looks at. It is made again for this many times the questions. */
const QUESTIONS_A_STEP = 2
const MORE = 1.1

type Asked = Pick<Question, 'start' | 'options' | 'isDrawn'>

interface Group {
  readonly field: SharedField
  readonly alike: Alike
  readonly priority: number
  /** Of these, those for which the field pays are answered one after the other. */
  readonly questions: readonly Question[]
  next: number
  /** Behind the last of them: later ones must not hold up other goals. */
  readonly end: number
}

export class GoalGroups {
  /** Fields made so far. */
  fields = 0
  private readonly finder: StepFinder
  private alikeOfGoal = new Map<string, Alike>()
  private idleCount = 0
  private group: Group | null = null
  /** The question that a field began last, and the search that answers it. */
  private asked: Question | null = null
  private searchByField: FindInSteps | null = null

  constructor(finder: StepFinder) {
    this.finder = finder
  }

  /** The questions with this goal. */
  alikeOf({ x, y }: Point): Alike {
    const key = `${x},${y}`
    let alike = this.alikeOfGoal.get(key)
    if (alike === undefined) {
      alike = { questions: NO_QUESTIONS, questionOfKey: null, waitingCount: 0, triedCount: 1 }
      this.alikeOfGoal.set(key, alike)
      this.idleCount++
    }
    return alike
  }

  /** The question that waits for the same answer. */
  find(alike: Alike, asked: Asked): Question | undefined {
    if (alike.waitingCount === 0) return undefined
    alike.questionOfKey ??= new Map(alike.questions.map(question => [keyOf(question), question]))
    const question = alike.questionOfKey.get(keyOf(asked))
    return question !== undefined && question.waitingCount > 0 ? question : undefined
  }

  add(question: Question): void {
    const { alike } = question
    if (alike.waitingCount++ === 0) this.idleCount--
    if (alike.questions.length > ANSWERED_MAX + 2 * alike.waitingCount) forgetAnswered(alike)
    if (alike.questions === NO_QUESTIONS) alike.questions = [question]
    else alike.questions.push(question)
    alike.questionOfKey?.set(keyOf(question), question)
  }

  remove({ alike }: Question): void {
    if (--alike.waitingCount > 0) return
    alike.questions = NO_QUESTIONS
    alike.questionOfKey = null
    alike.triedCount = 1
    if (++this.idleCount <= IDLE_MAX + this.alikeOfGoal.size / 2) return
    this.alikeOfGoal = new Map([...this.alikeOfGoal].filter(([, { waitingCount }]) => waitingCount > 0))
    this.idleCount = 0
  }

  /** The question to answer now: the next one of the current field, unless `question` is more urgent. */
  instead(question: Question): Question {
    const { group } = this
    if (group === null || question.priority > group.priority || !this.isCurrent(group)) return question
    const { questions, field, end } = group
    for (; group.next < end; group.next++) {
      const next = questions[group.next]
      if (next.waitingCount > 0 && field.paysFor(next.start)) return next
    }
    return question
  }

  /** Whether a field answers this question; a field keeps its cells while other questions are answered. */
  answers({ search }: Question): boolean {
    return search !== null && search === this.searchByField
  }

  /** Steps to charge for checking whether a field takes less work than searches; the check cannot pause. */
  stepsToBegin(question: Question): number {
    const { waitingCount, triedCount } = question.alike
    const isDue = waitingCount > MORE * triedCount && this.groupFor(question) === null
    return isDue ? Math.ceil(Math.min(waitingCount, LOOKED_AT_MAX) / QUESTIONS_A_STEP) : 0
  }

  /** The search in a field that answers a question; null where a search of its own takes less work. */
  searchFor(question: Question): FindInSteps | null {
    const group = this.groupFor(question)
    if (group !== null) return this.byField(group, question)
    const { alike } = question
    if (alike.waitingCount <= MORE * alike.triedCount) return null
    this.begin(question.goal, alike)
    // Dropping a field forgets the count: one begun anew for each question would never spread.
    alike.triedCount = alike.waitingCount
    return this.groupFor(question) === null ? null : this.byField(this.group!, question)
  }

  /** The group whose field answers a question. */
  private groupFor(question: Question): Group | null {
    const { group } = this
    if (group === null || !isSame(group.field.goal, question.goal) || !this.isCurrent(group)) return null
    return group.field.paysFor(question.from) || group.field.hasReached(question.from) ? group : null
  }

  private byField({ field }: Group, question: Question): FindInSteps {
    this.asked = question
    this.searchByField = field.findInSteps(question.from)
    return this.searchByField
  }

  /** Begins a field where it pays for any of the questions, even if not for the one to answer now. */
  private begin(goal: Point, alike: Alike): void {
    forgetAnswered(alike)
    const field = this.finder.sharedField(goal)
    if (field === null || !field.decide(alike.questions)) return
    this.drop()
    const { questions } = alike
    let priority = -Infinity
    for (const one of questions) if (one.priority > priority && field.paysFor(one.start)) priority = one.priority
    this.group = { field, alike, priority, questions, next: 0, end: questions.length }
    this.fields++
  }

  private isCurrent(group: Group): boolean {
    if (!group.field.isCurrent()) this.drop()
    return this.group === group
  }

  /** Gives back the memory of the field. */
  drop(): void {
    if (this.group === null) return
    this.group.alike.triedCount = 1
    this.group.field.release()
    this.group = null
    // A search in the released field would never end.
    if (this.asked !== null && this.answers(this.asked)) this.asked.search = null
  }
}

function forgetAnswered(alike: Alike): void {
  if (alike.questions.length === alike.waitingCount) return
  alike.questions = alike.questions.filter(({ waitingCount }) => waitingCount > 0)
  alike.questionOfKey = null
}

function keyOf({ start, options, isDrawn }: Asked): string {
  return `${start.x},${start.y},${options.quality},${options.nearest},${isDrawn}`
}
