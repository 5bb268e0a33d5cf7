/**
 * A Redis of its own for the tests of the queue, which keeps what it knows in a file. Where there is none, a person's machine
 * skips these tests with a word; in CI they fail.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { KeptProcess } from './kept-process.ts'

const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0
if (!HAS_REDIS && process.env.CI === 'true') throw new Error('No redis-server: install it, as Debian calls it.')
if (!HAS_REDIS) console.warn('No redis-server here: tests of the queue are skipped.')

export const IS_WITHOUT_REDIS = !HAS_REDIS

export class TestRedis {
  readonly url: string
  private readonly port: number
  private readonly folder: string
  private process: KeptProcess | undefined

  private constructor(port: number, folder: string) {
    this.port = port
    this.folder = folder
    this.url = `redis://127.0.0.1:${port}`
  }

  /** Whoever starts it stops it. */
  static async start(folder: string): Promise<TestRedis> {
    mkdirSync(folder, { recursive: true })
    const redis = new TestRedis(await freePort(), folder)
    await redis.start()
    return redis
  }

  /** Starts it again with what it knew. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes']
    this.process = new KeptProcess('redis-server', ...options, '--appendfsync', 'always', '--dir', this.folder)
    await this.process.said(/Ready to accept connections/)
    if (!this.process.isRunning) throw new Error(`redis-server ended: ${this.process.printed}`)
  }

  async stop(): Promise<void> {
    await this.process?.end('SIGKILL')
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
