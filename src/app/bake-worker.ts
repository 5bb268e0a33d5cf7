/**
 * The program of one thread of a bake: it is given a job, then stretches of it, and answers each with their tables. One of
 * the threads measures the landmarks too.
 */
import { parentPort } from 'node:worker_threads'
import { measureLandmarks } from '../level/landmarks.ts'
import { revived, TableFiller } from '../level/tables.ts'
import type { BakeRequest, FloodNote } from './workers.ts'

let filler: TableFiller | undefined

parentPort!.on('message', (request: BakeRequest) => {
  if ('job' in request) filler = new TableFiller(revived(request.job))
  else if ('landmarks' in request) {
    const onFlood = (floods: number) => parentPort!.postMessage({ floods } satisfies FloodNote)
    measureLandmarks(request.landmarks, onFlood).then(landmarks =>
      parentPort!.postMessage(landmarks, [landmarks.costToLandmark.buffer as ArrayBuffer]),
    )
  } else {
    const tables = filler!.fill(request.from, request.to)
    parentPort!.postMessage(tables, [tables.buffer])
  }
})
