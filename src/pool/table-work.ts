/**
 * A table of costs as work for threads, some rows each. Searches begin at the ends of which there are fewer, as in a
 * finder. So the costs do not depend on how rows are divided.
 */
import type { Point } from '../base/answer.ts'
import type { Work } from './messages.ts'
import type { TableJob } from './other-jobs.ts'

/** `costs` is filled as the work goes on: costs[start * goals.length + goal]. */
export function tableWork(
  starts: readonly Point[],
  goals: readonly Point[],
  traveller: string | undefined,
): Work & { readonly costs: Float64Array } {
  const isForward = starts.length <= goals.length
  const [few, many] = isForward ? [starts, goals] : [goals, starts]
  const costs = new Float64Array(few.length * many.length)
  return {
    op: 'table',
    kind: `table of ${32 - Math.clz32(many.length)} bits`,
    count: few.length,
    costs,
    cut: (from, count): TableJob => ({ starts: few.slice(from, from + count), goals: many, traveller }),
    take(from, count, answer) {
      const rows = answer as Float64Array
      if (isForward) costs.set(rows, from * many.length)
      else {
        for (let i = 0; i < count; i++) {
          for (let j = 0; j < many.length; j++) costs[j * few.length + from + i] = rows[i * many.length + j]
        }
      }
    },
    lose(_from, _count, error) {
      throw error
    },
  }
}
