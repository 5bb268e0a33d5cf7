/** Farms of many machines, each of them a process here: what fails costs time, and neither tiles nor bytes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadPackage } from '../../src/app/farm/packages.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'
import { filesOf } from '../support/farms.ts'
import { nativePath } from '../support/native.ts'
import { IS_WITHOUT_REDIS, TestRedis } from '../support/redis.ts'

// Processes take their time to start where others are busy.
vi.setConfig({ testTimeout: 120_000 })

const PROGRAM = nativePath('src/app/cli/main.ts')
const { path } = temporaryFolder()
const MAP = 'generate:terrain:400x300:5'
const TILES = 35

const workers: TestWorker[] = []
afterAll(() => Promise.all(workers.map(worker => worker.end('SIGKILL'))))

class TestWorker {
  err = ''
  private readonly process: ChildProcess

  constructor(redis: TestRedis) {
    this.process = spawn(process.execPath, [PROGRAM, 'worker', '--redis', redis.url, '--tiles', '1', '--lease', '1'])
    this.process.stderr!.on('data', (text: Buffer) => {
      this.err += text
    })
    workers.push(this)
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** Resolves when it has said so. */
  said(pattern: RegExp): Promise<void> {
    return until(() => pattern.test(this.err) || !this.isRunning)
  }

  /** Processes that it has started. */
  children(): number[] {
    const { pid } = this.process
    const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return rows
      .map(row => row.trim().split(/\s+/).map(Number))
      .flatMap(([child, parent]) => (parent === pid ? [child] : []))
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal)
    await until(() => !this.isRunning)
    return this.process.exitCode
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 20))
}

async function plan(name: string): Promise<string> {
  await runCli('plan', MAP, '-o', path(name), '--tile', '64')
  return path(name)
}

describe.skipIf(IS_WITHOUT_REDIS)('a farm of a queue', () => {
  let redis: TestRedis
  let expected: Map<string, string>

  beforeAll(async () => {
    redis = await TestRedis.start(path('redis'))
    const place = await plan('threads')
    await runCli('farm', place)
    expected = filesOf(place)
  })

  afterAll(() => redis.stop())

  it('leaves the bytes of a farm of threads, whatever befalls workers and Redis', async () => {
    const place = await plan('troubled')
    const first = new TestWorker(redis)
    const farming = jsonOf('farm', place, '--redis', redis.url)
    // Another farm of the same plan asks for the same tiles: each is baked once.
    const twin = jsonOf('farm', place, '--redis', redis.url)
    await first.said(/tile \d+: baked/)
    const orphans = first.children()
    expect(orphans).toHaveLength(1)
    await first.end('SIGKILL')
    await until(() => !orphans.some(isAlive))
    const second = new TestWorker(redis)
    await second.said(/tile \d+: baked/)
    await redis.stop()
    await new Promise(resolve => setTimeout(resolve, 1500))
    await redis.start()
    const harvests = await Promise.all([farming, twin])
    for (const { tiles, failures, crown } of harvests)
      expect([tiles, failures, crown.tiles]).toEqual([TILES, [], TILES])
    expect(second.err).toMatch(/Redis does not answer: waiting for it/)
    expect(filesOf(place)).toEqual(expected)
    expect(await second.end('SIGTERM')).toBe(0)
  })

  it('tells which tiles cannot be baked, after one try where more are useless', async () => {
    const place = await plan('broken')
    const { source } = JSON.parse(readFileSync(`${place}/plan.json`, 'utf8'))
    writeFileSync(`${place}/${source}`, '{}')
    const worker = new TestWorker(redis)
    const { status, err } = await runCli('farm', place, '--redis', redis.url)
    expect(status).toBe(1)
    expect(err).toMatch(/Tile \d+ failed: The source of the plan cannot be opened/)
    expect(worker.err.match(/tile 0 failed/g)).toHaveLength(1)
    await worker.end('SIGTERM')
  })
})

describe('a queue that there is not', () => {
  it('is told in one sentence, by farms and by workers', async () => {
    const place = await plan('alone')
    for (const argv of [['farm', place], ['worker']]) {
      const { status, err } = await runCli(...argv, '--redis', 'redis://user:secret@127.0.0.1:9')
      expect(status).toBe(1)
      expect(err).toMatch(/^isthmus \w+: Redis at redis:\/\/127.0.0.1:9 does not answer: .*ECONNREFUSED.*\n$/)
    }
    expect((await runCli('worker', '--redis', 'localhost')).err).toMatch(/write redis:\/\/HOST:PORT/)
    expect((await runCli('worker')).err).toMatch(/The queue is missing/)
  })

  it('is told how to install where its packages are missing', async () => {
    const missing = Object.assign(new Error("Cannot find package 'bullmq'"), { code: 'ERR_MODULE_NOT_FOUND' })
    await expect(loadPackage('bullmq', () => Promise.reject(missing))).rejects.toThrow(/npm install bullmq@6 ioredis@6/)
    const other = Object.assign(new Error("Cannot find package 'x'"), { code: 'ERR_MODULE_NOT_FOUND' })
    await expect(loadPackage('bullmq', () => Promise.reject(other))).rejects.toBe(other)
  })
})
