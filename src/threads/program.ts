/**
 * The program of a thread of a bake: it receives jobs, and answers each part of them that it is asked for.
 */
import { finish } from '../base/work.ts'
import { type Asked, type Job, Jobs, type Part } from '../level/bake-jobs.ts'
import { memoryIn, type Program } from './thread-port.ts'

export const bakeProgram: Program<BakeRequest, unknown> = post => {
  const jobs = new Jobs()
  return request => {
    if ('job' in request) jobs.begin(request.job)
    else if ('isOver' in request) jobs.release()
    else {
      const made = finish(jobs.do(request.part, request.asked))
      post(made, memoryIn(made))
    }
  }
}

export type BakeRequest =
  | { readonly job: Job }
  | { readonly part: Part; readonly asked: Asked[Part] }
  | { readonly isOver: true }
