/**
 * The program of one thread of a bake: it is given a job, then stretches of it, and answers each with their tables.
 */
import { parentPort } from 'node:worker_threads'
import { revived, TableFiller } from '../level/tables.ts'
import type { BakeRequest } from './workers.ts'

let filler: TableFiller | undefined

parentPort!.on('message', (request: BakeRequest) => {
  if ('job' in request) filler = new TableFiller(revived(request.job))
  else {
    const tables = filler!.fill(request.from, request.to)
    parentPort!.postMessage(tables, [tables.buffer])
  }
})
