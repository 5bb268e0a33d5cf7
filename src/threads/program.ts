/**
 * The program of a thread of a bake: it receives a job, then stretches of it, and answers each with its tables.
 * Landmarks work the same way, and come in between.
 */
import { finish } from '../base/work.ts'
import { CrossingFiller } from '../entry/crossing-filler.ts'
import { revived, TableFiller } from '../level/table-filler.ts'
import { chooseLandmarks } from '../metric/landmark-choice.ts'
import { LandmarkFiller } from '../metric/landmark-filler.ts'
import type { BakeRequest } from './request.ts'

/** Hands an answer over, with memory that moves instead of being copied. */
export type Answer = (value: unknown, moved: ArrayBuffer[]) => void

/** Makes the handler of a thread's messages. */
export function listener(answer: Answer): (request: BakeRequest) => void {
  let crossings: CrossingFiller | undefined
  let filler: TableFiller | undefined
  let landmarks: LandmarkFiller | undefined
  return request => {
    if ('borderJob' in request) crossings = new CrossingFiller(revived(request.borderJob))
    else if ('rowsFrom' in request) {
      const made = finish(crossings!.cross(request.rowsFrom, request.rowsTo))
      answer(
        made,
        Object.values(made).map(column => column.buffer),
      )
    } else if ('job' in request) {
      crossings = undefined
      filler = new TableFiller(revived(request.job))
    } else if ('landmarkJob' in request) landmarks = new LandmarkFiller(request.landmarkJob)
    else if ('landmark' in request) answer(finish(landmarks!.fill(request.landmark)), [])
    else if ('isOver' in request) {
      crossings = undefined
      filler = undefined
      landmarks = undefined
    } else {
      const work = 'choice' in request ? chooseLandmarks(request.choice) : filler!.fill(request.from, request.to)
      const made = finish<Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(work)
      answer(made, [made.buffer])
    }
  }
}
