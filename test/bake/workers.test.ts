/**
 * Bakes on threads: what they write is what one thread writes, a failure is told, and nothing is left running.
 */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bakeWith } from '../../src/bake.ts'
import { bakeTravellers } from '../../src/bake-travellers.ts'
import { bake, generate, gridFromCosts, groundFromTiles } from '../../src/index.ts'
import {
  type Answered,
  type Asked,
  type BakeWorkers,
  type Job,
  OwnThread,
  type Part,
} from '../../src/level/bake-jobs.ts'
import { startThreads } from '../../src/threads/workers.ts'
import { nativePath } from '../support/native.ts'

/** Large enough for threads. */
const LARGE = generate('terrain', { width: 1200, height: 1000, seed: 11 })

/** One thread that is asked for three stretches at once and answers the last first. */
class Backwards implements BakeWorkers {
  readonly stretchesAtOnce = 3
  readonly isBeside = true
  private readonly own = new OwnThread()
  private held: (() => void)[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  begin(job: Job): void {
    this.own.begin(job)
  }

  do<Name extends Part>(part: Name, ...asked: Asked[Name]): Promise<Answered[Name]> {
    return this.later(() => this.own.do(part, ...asked))
  }

  release(): void {}

  async end(): Promise<void> {}

  private later<T>(answer: () => Promise<T>): Promise<T> {
    clearTimeout(this.timer)
    return new Promise(resolve => {
      this.held.unshift(() => resolve(answer()))
      this.timer = setTimeout(() => {
        for (const held of this.held.splice(0)) held()
      }, 1)
    })
  }
}

describe('a bake on threads', () => {
  it('gives the bytes of a bake on one', async () => {
    const grid = generate('maze', { width: 1025, height: 1024, seed: 4 })
    expect(Buffer.compare(await bake(grid, { workers: 3 }), await bake(grid))).toBe(0)
  })

  it('gives the bytes of a bake on one with costs of two bytes', async () => {
    const { cost } = generate('terrain', { width: 1030, height: 1025, seed: 4, weighted: true })
    const grid = gridFromCosts(
      Uint16Array.from(cost, one => 257 * one),
      1030,
    )
    expect(Buffer.compare(await bake(grid, { workers: 2 }), await bake(grid))).toBe(0)
  })

  it('does not mind in which order the stretches are done', async () => {
    const backwards = await bakeWith(async () => new Backwards(), LARGE, { workers: 2 })
    expect(Buffer.compare(backwards, await bake(LARGE))).toBe(0)
  })

  it('starts as many threads as it is told, and none for a small map', async () => {
    const counts: number[] = []
    const start = async (count: number) => {
      counts.push(count)
      return new OwnThread()
    }
    const large = generate('open', { width: 1200, height: 1000 })
    await bakeWith(start, large, { workers: 5 })
    await bakeWith(start, large, { workers: 1 })
    await bakeWith(start, large)
    await bakeWith(start, generate('open', { width: 500, height: 500 }), { workers: 5 })
    expect(counts).toEqual([5])
  })

  it('starts them once for all travellers, and ends them', async () => {
    const large = groundFromTiles(new Uint8Array(1200 * 1000), 1200, ['grass'])
    const travellers = {
      cart: { costs: { grass: 2 } },
      ox: { costs: { grass: 3 } },
      cow: { costs: { grass: 3 }, size: 2 },
    }
    const counts: number[] = []
    let ended = 0
    const start = async (count: number) => {
      counts.push(count)
      const own = new OwnThread()
      own.end = async () => {
        ended++
      }
      return own
    }
    await bakeTravellers(start, large, { travellers, workers: 2 })
    expect([counts, ended]).toEqual([[2], 1])
  })

  it.each([0, -1, 1.5, Number.NaN, 1000])('refuses %s workers', async workers => {
    await expect(bake(LARGE, { workers })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
  })

  it('is rejected when a thread dies, and ends the others', async () => {
    let threads: BakeWorkers | undefined
    const start = async (count: number) => {
      threads = startThreads(count)
      // A job that no thread can do: the first stretch of it fails there.
      const begin = threads.begin.bind(threads)
      threads.begin = job => begin({ ...job, slots: undefined } as unknown as Job)
      return threads
    }
    await expect(bakeWith(start, LARGE, { workers: 2 })).rejects.toMatchObject({ code: 'WORKER_FAILED' })
    await expect(threads!.do('fill', 0, 1)).rejects.toThrow('A thread of the bake failed')
  })

  it('ends its threads at a signal, and lets the process end', async () => {
    const script = `
      const { bake, generate } = await import(${JSON.stringify(pathToFileURL(nativePath('src/index.ts')).href)})
      const controller = new AbortController()
      const grid = generate('scatter', { width: 1500, height: 1500, seed: 1 })
      const onProgress = ({ stage }) => stage === 'cost' && controller.abort(new Error('enough'))
      const told = await bake(grid, { workers: 2, signal: controller.signal, onProgress }).catch(error => error.message)
      process.stdout.write(String(told))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    let out = ''
    child.stdout.on('data', text => {
      out += text
    })
    const status = await new Promise(resolve => child.once('close', resolve))
    expect([status, out]).toEqual([0, 'enough'])
  })
})
