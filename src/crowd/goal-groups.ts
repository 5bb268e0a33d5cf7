/**
 * Questions with one goal. Where a field takes less work than a search for each, it answers them, one after the other. The last
 * field is kept: later questions from cells that it has reached are answered by it.
 */
import type { FindInSteps } from '../find/find-in-steps.ts'
import type { SharedField, StepFinder } from '../find/shared-field.ts'
import type { Question } from './ticket.ts'

interface Alike {
  readonly questions: Set<Question>
  /** A field for this many of them takes more work than searches. */
  triedCount: number
}

interface Group {
  readonly field: SharedField
  readonly alike: Alike
  readonly priority: number
  readonly questions: Question[]
  next: number
}

export class GoalGroups {
  /** Fields made so far. */
  fields = 0
  private readonly finder: StepFinder
  private readonly alikeOfGoal = new Map<string, Alike>()
  private group: Group | null = null
  /** The question that was begun last by a field, and what answers it. */
  private asked: Question | null = null
  private searchByField: FindInSteps | null = null

  constructor(finder: StepFinder) {
    this.finder = finder
  }

  add(question: Question): void {
    const key = keyOf(question)
    const alike = this.alikeOfGoal.get(key) ?? { questions: new Set<Question>(), triedCount: 1 }
    this.alikeOfGoal.set(key, alike)
    alike.questions.add(question)
  }

  remove(question: Question): void {
    const key = keyOf(question)
    const alike = this.alikeOfGoal.get(key)
    alike?.questions.delete(question)
    if (alike?.questions.size === 0) this.alikeOfGoal.delete(key)
  }

  /** The question to answer where this one comes up: those of a field come first, unless this one is more urgent. */
  instead(question: Question): Question {
    const { group } = this
    if (group === null || question.priority > group.priority || !this.isCurrent(group)) return question
    const { questions } = group
    while (group.next < questions.length && questions[group.next].tickets.size === 0) group.next++
    return group.next < questions.length ? questions[group.next] : question
  }

  /** Whether a question is answered by a field, which keeps what it has spread while others are answered. */
  answers({ search }: Question): boolean {
    return search !== null && search === this.searchByField
  }

  /** Steps that it counts for to tell whether a field takes less work than searches, which is done at once. */
  stepsToBegin(question: Question): number {
    const { questions, triedCount } = this.alikeOfGoal.get(keyOf(question))!
    return this.groupFor(question) === null && questions.size > triedCount ? questions.size : 0
  }

  /** What answers a question by a field; null where a search takes less work. */
  searchFor(question: Question): FindInSteps | null {
    const group = this.groupFor(question)
    if (group !== null) return this.byField(group, question)
    const alike = this.alikeOfGoal.get(keyOf(question))!
    if (alike.questions.size <= alike.triedCount) return null
    alike.triedCount = alike.questions.size
    return this.begin(question, alike) ? this.byField(this.group!, question) : null
  }

  /** The group whose field answers a question. */
  private groupFor(question: Question): Group | null {
    const { group } = this
    if (group === null || !this.isCurrent(group) || keyOf(group.field) !== keyOf(question)) return null
    const isNext = group.questions[group.next] === question && question.from === question.start
    return isNext || group.field.hasReached(question.from) ? group : null
  }

  private byField({ field }: Group, question: Question): FindInSteps {
    this.asked = question
    this.searchByField = field.findInSteps(question.from)
    return this.searchByField
  }

  private begin(question: Question, alike: Alike): boolean {
    const field = this.finder.sharedField(question.goal)
    const questions = field?.questionsThatPay([...alike.questions])
    if (field === null || !questions!.includes(question)) {
      field?.release()
      return false
    }
    this.drop()
    const priority = questions!.reduce((most, one) => Math.max(most, one.priority), question.priority)
    this.group = { field, alike, priority, questions: questions!, next: 0 }
    this.fields++
    return true
  }

  private isCurrent(group: Group): boolean {
    if (!group.field.isCurrent()) this.drop()
    return this.group === group
  }

  private drop(): void {
    if (this.group === null) return
    this.group.alike.triedCount = 1
    this.group.field.release()
    this.group = null
    // What it has begun would never end.
    if (this.asked !== null && this.answers(this.asked)) this.asked.search = null
  }
}

function keyOf({ goal }: Pick<Question, 'goal'>): string {
  return `${goal.x},${goal.y}`
}
