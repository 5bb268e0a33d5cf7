/**
 * Hunts for faults that forged files cause in a reader: `npm run bench:forge -- --count 1000000 --seed 1`, in pieces
 * with `--from N`. Each forgery, of an atlas, a file of travellers, a world or a journal, has one to three words
 * changed and its checksums repaired. It is opened and queried. None may hang, end the process, or raise an error other
 * than a damaged file. The hunt prints its counts, and every fault with its number and seed. A thread does the work. A
 * watchdog ends it if one forgery takes far too long or its memory grows too large, and continues after that forgery.
 */
import { Worker } from 'node:worker_threads'
import { argumentsOf } from './arguments.ts'
import { forge } from './forge/forger.ts'
import { makeOriginals } from './forge/originals.ts'
import type { HuntFinding, HuntTask } from './forge/worker.ts'

/** The limit allows for a machine busy with other work. */
const HANG_MS = 60_000
const LOOK_MS = 1000
const MEMORY_MIB = 512
const FAULTS_SHOWN = 40
/** The number of forgeries between two lines of progress on stderr. */
const TOLD_EVERY = 10_000
const FAULTS = ['fault', 'hang', 'abort']
const OUTCOMES = ['refused', 'damaged', 'answered', 'walls', ...FAULTS]

const HELP = `npm run bench:forge -- [options]
  --count N       how many forgeries are tried (1000000)
  --from N        the number of the first (0)
  --seed N        of the random changes (1)
`

const { values } = argumentsOf(HELP, {
  count: { type: 'string', default: '1000000' },
  from: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
})
const [count, first, seed] = [values.count, values.from, values.seed].map(Number)
const last = first + count
if (![count, first, seed].every(Number.isInteger) || count < 1 || first < 0) {
  console.error('Give --count as a whole number from 1 on, --from as one from 0 on, and --seed as a whole number.')
  process.exit(2)
}

const originals = await makeOriginals()
const counts = new Map<string, number>()
let faultCount = 0

function tell(number: number, kind: string, verdict: string, about: string): void {
  const outcome = /^(fault|abort)/.exec(verdict)?.[0] ?? verdict
  const count = `${kind}/${outcome}`
  counts.set(count, (counts.get(count) ?? 0) + 1)
  if ((number + 1) % TOLD_EVERY === 0) process.stderr.write(`${number + 1} tried, ${faultCount} faults\n`)
  if (!FAULTS.includes(outcome)) return
  if (++faultCount <= FAULTS_SHOWN) console.log(`${number}: ${verdict}\n    ${about}`)
}

/** Tries forgeries from this number on until all are done or one ends the thread; returns the next number. */
function huntFrom(from: number): Promise<number> {
  const at = new Int32Array(new SharedArrayBuffer(4))
  at[0] = -1
  const workerData: HuntTask = { seed, from, to: last, at }
  const worker = new Worker(new URL('./forge/worker.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  })
  return new Promise((resolve, reject) => {
    let seen = -1
    let sinceMs = performance.now()
    let hasEnded = false
    const end = (verdict: string) => {
      clearInterval(watchdog)
      if (hasEnded) return
      hasEnded = true
      const number = Atomics.load(at, 0)
      if (number < 0) return reject(new Error(`The thread ended before its first forgery: ${verdict}`))
      const { original, about } = forge(originals, seed, number)
      tell(number, original.kind, verdict, about)
      resolve(number + 1)
    }
    const watchdog = setInterval(() => {
      const number = Atomics.load(at, 0)
      if (number !== seen) {
        seen = number
        sinceMs = performance.now()
      } else if (performance.now() - sinceMs > HANG_MS) void worker.terminate().then(() => end('hang'))
    }, LOOK_MS)
    worker.on('message', (findings: HuntFinding[]) => {
      for (const { number, kind, verdict, about } of findings) tell(number, kind, verdict, about)
    })
    worker.on('error', error => end(`abort: ${error.message}`))
    worker.on('exit', code => {
      if (code !== 0) return
      clearInterval(watchdog)
      resolve(last)
    })
  })
}

const startMs = performance.now()
for (let next = first; next < last; ) next = await huntFrom(next)
const seconds = (performance.now() - startMs) / 1000
console.log(`${count} forgeries from ${first}, seed ${seed}, in ${seconds.toFixed(0)} s: ${originals.length} files`)
console.log(`  ${''.padEnd(12)}${OUTCOMES.map(outcome => outcome.padStart(9)).join('')}`)
for (const kind of new Set(originals.map(original => original.kind))) {
  const told = OUTCOMES.map(outcome => String(counts.get(`${kind}/${outcome}`) ?? 0).padStart(9))
  console.log(`  ${kind.padEnd(12)}${told.join('')}`)
}
process.exitCode = faultCount > 0 ? 1 : 0
