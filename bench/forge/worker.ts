/**
 * The thread that tries forgeries one after the other. It writes the number it is at into shared memory, where the
 * watchdog sees it stand still; what comes of them it tells in batches.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { forge } from './forger.ts'
import { makeOriginals } from './originals.ts'
import { tryOut } from './trial.ts'

export interface HuntTask {
  readonly seed: number
  readonly from: number
  readonly to: number
  /** at[0]: the number being tried. */
  readonly at: Int32Array<SharedArrayBuffer>
}

export interface HuntFinding {
  readonly number: number
  readonly verdict: string
  readonly kind: string
  readonly about: string
}

const BATCH = 250

// What weak references point to lives as long as the turn of the event loop in which they were made, and of the columns
// that finders own the collector knows little: without a turn and a word to it, gigabytes of them gather.
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const { seed, from, to, at } = workerData as HuntTask
const originals = await makeOriginals()
let findings: HuntFinding[] = []
for (let number = from; number < to; number++) {
  Atomics.store(at, 0, number)
  const forgery = forge(originals, seed, number)
  const verdict = tryOut(forgery, number)
  findings.push({
    number,
    verdict,
    kind: forgery.original.kind,
    about: verdict.startsWith('fault') ? forgery.about : '',
  })
  if (findings.length < BATCH && number + 1 < to) continue
  parentPort!.postMessage(findings)
  findings = []
  await new Promise(resolve => setImmediate(resolve))
  collect()
}
