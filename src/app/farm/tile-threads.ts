/**
 * A farm of this machine's threads. Each takes the next tile when it has finished one. If a thread ends by itself, for
 * example without memory, its tile is tried again.
 */
import type { Worker } from 'node:worker_threads'
import { programBeside, startProgram } from '../../threads/start-program.ts'
import type { OpenedPlan, TileJob } from './open-plan.ts'
import type { Drive, Ear } from './run-farm.ts'
import type { ThreadWord } from './tile-thread.ts'

const TRIES = 2

export function threadDrive(threads: number): Drive {
  return async (opened, todo, ear) => {
    const queue = todo[Symbol.iterator]()
    const count = Math.min(threads, todo.length)
    await Promise.all(Array.from({ length: count }, () => bakeOnThread(opened, queue, ear)))
  }
}

async function bakeOnThread({ place, key }: OpenedPlan, queue: Iterator<number>, ear: Ear): Promise<void> {
  let thread: Worker | undefined
  for (let next = queue.next(); !next.done && !ear.signal.aborted; next = queue.next()) {
    const index = next.value
    for (let tries = 1; tries <= TRIES; tries++) {
      thread ??= startProgram(programBeside(import.meta.url, 'tile-thread'))
      const why = await bakeOne(thread, { place, key, index }, ear)
      if (why === null) break
      thread = undefined
      if (tries === TRIES) ear.onFailed(index, `its thread ended: ${why}`)
    }
  }
  await thread?.terminate()
}

/** Null if the thread lives on, even if the tile failed; else how the thread ended. */
function bakeOne(thread: Worker, job: TileJob, ear: Ear): Promise<string | null> {
  return new Promise(resolve => {
    const settle = (how: string | null) => {
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
      resolve(how)
    }
    thread.on('message', (word: ThreadWord) => {
      if ('part' in word) return ear.onPart(job.index, word.part)
      if ('done' in word) ear.onDone(job.index, word.done.isNew)
      else ear.onFailed(job.index, word.failure.message)
      settle(null)
    })
    thread.on('error', error => settle(error.message))
    thread.on('exit', status => settle(`status ${status}`))
    thread.postMessage(job)
  })
}
