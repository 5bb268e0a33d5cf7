/**
 * The program of a thread of a pool. It opens a file, does the jobs of each packet in order, and answers each. Answers
 * of quick jobs travel together.
 */
import { refuse } from '../base/given.ts'
import { type FindJob, failureOf, findPart } from './find-job.ts'
import type { Done, FromThread, Job, Opening, Post, ToThread } from './messages.ts'
import { OpenedMap } from './opened-map.ts'
import {
  type FieldJob,
  fieldPart,
  type ReachJob,
  reachPart,
  type TableJob,
  type TripsJob,
  tablePart,
  tripsPart,
} from './other-jobs.ts'

/** Does one job; `moved` is the memory of its answer that moves. */
export type Operation = (map: OpenedMap, asked: never) => { readonly answer: unknown; readonly moved: ArrayBuffer[] }

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  find: (map, asked: FindJob) => {
    const part = findPart(map, asked)
    const columns = [part.status, part.cost, part.lengths, part.cells, part.foundEnds, part.lowerBound]
    return { answer: part, moved: columns.map(column => column.buffer) }
  },
  table: (map, asked: TableJob) => {
    const answer = tablePart(map, asked)
    return { answer, moved: [answer.buffer] }
  },
  field: (map, asked: FieldJob) => {
    const answer = fieldPart(map, asked)
    return { answer, moved: [answer.directions.buffer, answer.costs.buffer] }
  },
  reach: (map, asked: ReachJob) => {
    const answer = reachPart(map, asked)
    return { answer, moved: [answer.buffer] }
  },
  trips: (map, asked: TripsJob) => ({ answer: tripsPart(map, asked), moved: [] }),
  commit: (map, asked: Int32Array) => {
    const answer = map.commit(asked)
    return { answer, moved: [answer.part.buffer] }
  },
  fold: (map, asked: number) => {
    map.fold(asked)
    return { answer: null, moved: [] }
  },
  journal: (map, asked: number) => {
    const answer = map.journal(asked)
    return { answer, moved: [answer.buffer] }
  },
}

/** The longest time that an answer waits for others to travel with. */
const TOGETHER_MS = 1

/** The message handler of a thread. */
export function listener(
  operations: Readonly<Record<string, Operation>>,
  post: Post<FromThread>,
): (message: ToThread) => void {
  let map: OpenedMap | null = null
  return message => {
    if ('open' in message) map = opened(message.open, post)
    else if (map === null) return
    else if ('commits' in message) map.follow(message.commits)
    else if ('fold' in message) map.fold(message.fold)
    else doJobs(map, message.jobs, operations, post)
  }
}

function opened(opening: Opening, post: Post<FromThread>): OpenedMap | null {
  try {
    const map = new OpenedMap(opening)
    post({ opened: map.info }, [])
    return map
  } catch (error) {
    post({ failed: failureOf(error) }, [])
    return null
  }
}

function doJobs(
  map: OpenedMap,
  jobs: readonly Job[],
  operations: Readonly<Record<string, Operation>>,
  post: Post<FromThread>,
): void {
  let done: Done[] = []
  let moved: ArrayBuffer[] = []
  let postedMs = performance.now()
  let startMs = postedMs
  for (const { id, op, asked, since } of jobs) {
    try {
      map.catchUp(since)
      const made = operationOf(operations, op)(map, asked as never)
      done.push({ id, answer: made.answer, tookUs: 1000 * (performance.now() - startMs) })
      moved.push(...made.moved)
    } catch (error) {
      done.push({ id, failure: failureOf(error), tookUs: 1000 * (performance.now() - startMs) })
    }
    startMs = performance.now()
    if (startMs - postedMs < TOGETHER_MS) continue
    post({ done }, moved)
    done = []
    moved = []
    postedMs = startMs
  }
  if (done.length > 0) post({ done }, moved)
}

function operationOf(operations: Readonly<Record<string, Operation>>, op: string): Operation {
  if (Object.hasOwn(operations, op)) return operations[op]
  refuse(`Threads of this pool do no ${op}.`)
}
