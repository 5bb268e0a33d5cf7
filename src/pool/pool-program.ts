/**
 * The program of a thread of a pool. It opens a file, does the jobs of each packet in order, and answers each. Answers
 * of quick jobs travel together.
 */
import { refuse } from '../base/given.ts'
import { memoryIn, type Post, type Program } from '../threads/thread-port.ts'
import { failureOf, findPart } from './find-job.ts'
import type { Done, Ended, FromThread, Job, Opening, ToThread } from './messages.ts'
import { OpenedMap } from './opened-map.ts'
import { fieldPart, reachPart, tablePart, tripsPart } from './other-jobs.ts'

/** The jobs by name: each does what is asked, and returns the answer. */
export type Operations = Readonly<Record<string, (map: OpenedMap, asked: never, ended: Ended) => unknown>>

export const OPERATIONS: Operations = {
  find: findPart,
  table: tablePart,
  field: fieldPart,
  reach: reachPart,
  trips: tripsPart,
  commit: (map, edits: Int32Array) => map.commit(edits),
  fold: (map, upTo: number) => map.fold(upTo),
  journal: (map, upTo: number) => map.journal(upTo),
}

/** The longest time that an answer waits for others to travel with. */
const TOGETHER_MS = 1

/** The program of a thread that does these jobs. */
export function poolProgram(operations: Operations = OPERATIONS): Program<ToThread, FromThread> {
  return post => {
    let map: OpenedMap | null = null
    return message => {
      if ('open' in message) map = opened(message.open, post)
      else if (map === null) return
      else if ('commits' in message) map.follow(message.commits)
      else if ('fold' in message) map.fold(message.fold)
      else doJobs(map, message.jobs, operations, post)
    }
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

function doJobs(map: OpenedMap, jobs: readonly Job[], operations: Operations, post: Post<FromThread>): void {
  let done: Done[] = []
  let postedMs = performance.now()
  let startMs = postedMs
  for (const { op, asked, since, ended } of jobs) {
    try {
      map.catchUp(since)
      if (!Object.hasOwn(operations, op)) refuse(`Threads of this pool do no ${op}.`)
      const answer = operations[op](map, asked as never, ended)
      done.push({ answer, tookUs: 1000 * (performance.now() - startMs) })
    } catch (error) {
      done.push({ failure: failureOf(error), tookUs: 1000 * (performance.now() - startMs) })
    }
    startMs = performance.now()
    if (startMs - postedMs < TOGETHER_MS) continue
    postDone(done, post)
    done = []
    postedMs = startMs
  }
  if (done.length > 0) postDone(done, post)
}

function postDone(done: readonly Done[], post: Post<FromThread>): void {
  post(
    { done },
    done.flatMap(({ answer }) => memoryIn(answer)),
  )
}
