/**
 * The program of one thread of a bake: it is given a job, then stretches of it, and answers each with their tables; and so
 * with landmarks, which come in between.
 */
import { parentPort } from 'node:worker_threads'
import { revived, TableFiller } from '../level/tables.ts'
import { chooseLandmarks } from '../metric/landmark-choice.ts'
import { LandmarkFiller } from '../metric/landmarks.ts'
import type { BakeRequest } from './request.ts'

let filler: TableFiller | undefined
let landmarks: LandmarkFiller | undefined

parentPort!.on('message', (request: BakeRequest) => {
  if ('job' in request) filler = new TableFiller(revived(request.job))
  else if ('landmarkJob' in request) landmarks = new LandmarkFiller(request.landmarkJob)
  else if ('landmark' in request) parentPort!.postMessage(landmarks!.fill(request.landmark))
  else {
    const answer = 'choice' in request ? chooseLandmarks(request.choice) : filler!.fill(request.from, request.to)
    parentPort!.postMessage(answer, [answer.buffer as ArrayBuffer])
  }
})
