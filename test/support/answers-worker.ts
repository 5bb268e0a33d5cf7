/**
 * Bakes and asks in a thread of its own, as a page does that allows WebAssembly, or one that forbids it: nothing may be loaded
 * before it is gone, since kernels are kept.
 */
import { Worker } from 'node:worker_threads'
import { nativePath } from './native.ts'

export interface Answers {
  /** Of each file that was baked, its bytes as a hash. */
  readonly files: Readonly<Record<string, string>>
  /** Of each question, what was answered. */
  readonly answers: Readonly<Record<string, string>>
  /** How many kernels were refused. */
  readonly refusals: number
}

export interface Job {
  readonly kinds: readonly string[]
  readonly width: number
  readonly height: number
  readonly questions: number
}

const PROGRAM = `
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
const { index, job, isForbidden } = workerData
const { kinds, width, height, questions } = job
let refusals = 0
const hash = bytes => createHash('sha256').update(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)).digest('hex').slice(0, 16)
function refuse() {
  refusals++
  throw new Error('unsafe-eval')
}
if (isForbidden) globalThis.WebAssembly = { Module: refuse }
const { bake, generate, openAtlas } = await import(index)
const files = {}
const answers = {}
for (const [number, kind] of kinds.entries()) {
  let seed = 7
  const below = n => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n
  const grid = generate(kind, { width, height, seed: 3 })
  const free = []
  while (free.length < 2 * questions) {
    const [x, y] = [below(width), below(height)]
    if (grid.cost[y * width + x] !== 0) free.push([x, y])
  }
  for (const directions of [8, 4]) {
    // Half of the kinds have hubs with 8 directions, the others with 4.
    const hubs = (number % 2 === 0) === (directions === 8)
    const name = [kind, directions, hubs ? 'hubs' : 'plain'].join(' ')
    const file = await bake(grid, { directions, hubs })
    files[name] = hash(file)
    const finder = openAtlas(file).finder()
    for (let i = 0; i < questions; i++) {
      const [start, goal] = [free[2 * i], free[2 * i + 1]]
      for (const quality of ['fast', 'default', 'exact']) {
        const route = finder.find(...start, ...goal, { quality })
        const said = [route.status, route.cost, route.estimate, route.status === 'found' ? hash(route.cells()) : '']
        answers[[name, quality, start, goal].join(' ')] = said.join(' ')
      }
    }
  }
}
parentPort.postMessage({ files, answers, refusals })
`

/** What is answered, with WebAssembly or where it is forbidden. */
export function answersOf(job: Job, isForbidden: boolean): Promise<Answers> {
  const index = new URL(`file://${nativePath('src/index.ts')}`).href
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), {
    workerData: { index, job, isForbidden },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
