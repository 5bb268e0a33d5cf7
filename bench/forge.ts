/**
 * Hunts for what forged atlases may do to a reader: `npm run bench:forge -- --count 1000000 --seed 1`. Each forgery has one
 * to three words changed and its checksum mended; it is opened and asked. None may hang, end the process, or raise an
 * error of any other class than a damaged atlas. The hunt prints what it counted, and every fault with its number and seed.
 *
 * A thread does the work; a watchdog ends it where one forgery takes longer than a second of quiet machine would, and where
 * its memory grows beyond reason, and goes on behind that one.
 */
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { forge, makeOriginals } from './forge/forger.ts'
import type { HuntFinding, HuntTask } from './forge/worker.ts'

const HANG_MS = 20_000
const LOOK_MS = 1000
const MEMORY_MIB = 512
const FAULTS_SHOWN = 40

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})
const count = Number(values.count)
const seed = Number(values.seed)
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('Give --count as a whole number from 1 on, and --seed as a whole number.')
  process.exit(2)
}

const originals = await makeOriginals()
const counts = new Map<string, number>()
let faultCount = 0

function tell(number: number, verdict: string, about: string): void {
  const kind = verdict.startsWith('fault') ? 'fault' : verdict
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (kind !== 'fault' && kind !== 'hang' && kind !== 'abort') return
  if (++faultCount <= FAULTS_SHOWN) console.log(`${number}: ${verdict}\n    ${about}`)
}

/** Tries forgeries from this number on until all are done or one ends the thread; returns the next number. */
function huntFrom(from: number): Promise<number> {
  const at = new Int32Array(new SharedArrayBuffer(4))
  at[0] = -1
  const workerData: HuntTask = { seed, from, to: count, at }
  const worker = new Worker(new URL('./forge/worker.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  })
  return new Promise((resolve, reject) => {
    let seen = -1
    let sinceMs = performance.now()
    const end = (verdict: string) => {
      clearInterval(watchdog)
      const number = Atomics.load(at, 0)
      if (number < 0) return reject(new Error(`The thread ended before its first forgery: ${verdict}`))
      tell(number, verdict, forge(originals, seed, number).about)
      resolve(number + 1)
    }
    const watchdog = setInterval(() => {
      const number = Atomics.load(at, 0)
      if (number !== seen) {
        seen = number
        sinceMs = performance.now()
      } else if (performance.now() - sinceMs > HANG_MS) void worker.terminate().then(() => end('hang'))
    }, LOOK_MS)
    worker.on('message', ({ number, verdict, about }: HuntFinding) => tell(number, verdict, about))
    worker.on('error', error => end(`abort: ${error.message}`))
    worker.on('exit', code => {
      if (code !== 0) return
      clearInterval(watchdog)
      resolve(count)
    })
  })
}

const startMs = performance.now()
for (let next = 0; next < count; ) next = await huntFrom(next)
const seconds = (performance.now() - startMs) / 1000
console.log(`${count} forgeries, seed ${seed}, in ${seconds.toFixed(0)} s: ${originals.length} maps`)
for (const kind of ['refused', 'damaged', 'answered', 'walls', 'fault', 'hang', 'abort']) {
  console.log(`  ${kind.padEnd(9)} ${counts.get(kind) ?? 0}`)
}
process.exitCode = faultCount > 0 ? 1 : 0
