/**
 * The program of a thread of a bake: it receives jobs, and answers each part of them that it is asked for.
 */
import { finish } from '../base/work.ts'
import { type Asked, type Job, Jobs, type Part } from '../level/bake-jobs.ts'
import { memoryIn } from './thread-port.ts'

/** Hands an answer over, with memory that moves instead of being copied. */
export type Answer = (value: unknown, moved: ArrayBuffer[]) => void

/** Makes the handler of a thread's messages. */
export function listener(answer: Answer): (request: BakeRequest) => void {
  const jobs = new Jobs()
  return request => {
    if ('job' in request) jobs.begin(request.job)
    else if ('isOver' in request) jobs.release()
    else {
      const made = finish(jobs.do(request.part, request.asked))
      answer(made, memoryIn(made))
    }
  }
}

export type BakeRequest =
  | { readonly job: Job }
  | { readonly part: Part; readonly asked: Asked[Part] }
  | { readonly isOver: true }
