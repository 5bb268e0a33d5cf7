/**
 * Farms of many machines, each of them a process here: what fails costs time, and neither tiles nor bytes.
 * @first
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPackage } from '../../src/app/farm/packages.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'
import { filesOf } from '../support/farms.ts'
import { isAlive, KeptProcess, until } from '../support/kept-process.ts'
import { nativePath } from '../support/native.ts'
import { IS_WITHOUT_REDIS, TestRedis } from '../support/redis.ts'

const PROGRAM = nativePath('src/app/cli/main.ts')
const { path } = temporaryFolder()
const MAP = 'generate:terrain:400x300:5'
const TILES = 35
/** Redis is gone for this long while workers bake: several leases. */
const GONE_MS = 4_000

const workers: KeptProcess[] = []
let redis: TestRedis | undefined
afterAll(async () => {
  await Promise.all(workers.map(worker => worker.end('SIGKILL')))
  await redis?.stop()
})

function startWorker({ url }: TestRedis): KeptProcess {
  const worker = new KeptProcess(process.execPath, PROGRAM, 'worker', '--redis', url, '--tiles', '1', '--lease', '1')
  workers.push(worker)
  return worker
}

/** Processes that a process has started. */
function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map(row => row.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid ? [child] : []))
}

async function plan(name: string): Promise<string> {
  await runCli('plan', MAP, '-o', path(name), '--tile', '64')
  return path(name)
}

describe.skipIf(IS_WITHOUT_REDIS)('a farm of a queue', () => {
  let queue: TestRedis
  let expected: Map<string, string>

  beforeAll(async () => {
    queue = await TestRedis.start(path('redis'))
    redis = queue
    const place = await plan('threads')
    await runCli('farm', place)
    expected = filesOf(place)
  })

  it('leaves the bytes of a farm of threads, whatever befalls workers and Redis', async () => {
    const place = await plan('troubled')
    const first = startWorker(queue)
    const farming = jsonOf('farm', place, '--redis', queue.url)
    // Another farm of the same plan asks for the same tiles: each is baked once.
    const twin = jsonOf('farm', place, '--redis', queue.url)
    await first.said(/tile \d+: baked/)
    const baking = childrenOf(await first.pid)
    expect(baking).toHaveLength(1)
    await first.end('SIGKILL')
    // What it had begun ends with it.
    await until(() => !baking.some(isAlive))
    const second = startWorker(queue)
    await second.said(/tile \d+: baked/)
    await queue.stop()
    await new Promise(resolve => setTimeout(resolve, GONE_MS))
    await queue.start()
    const harvests = await Promise.all([farming, twin])
    for (const { tiles, failures, crown } of harvests)
      expect([tiles, failures, crown.tiles]).toEqual([TILES, [], TILES])
    expect(second.printed).toMatch(/Redis does not answer: waiting for it/)
    expect(filesOf(place)).toEqual(expected)
    expect(await second.end('SIGTERM')).toBe(0)
  })

  it('tells which tiles cannot be baked, after one try where more are useless', async () => {
    const place = await plan('broken')
    const { source } = JSON.parse(readFileSync(`${place}/plan.json`, 'utf8'))
    writeFileSync(`${place}/${source}`, '{}')
    const worker = startWorker(queue)
    const { status, err } = await runCli('farm', place, '--redis', queue.url)
    expect(status).toBe(1)
    expect(err).toMatch(/Tile \d+ failed: The source of the plan cannot be opened/)
    await worker.said(/tile 34 failed/)
    expect(worker.printed.match(/tile 0 failed/g)).toHaveLength(1)
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
