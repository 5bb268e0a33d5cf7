/**
 * A Redis of its own for the tests of the queue, which keeps what it knows in a file. Where there is none, a person's machine
 * skips these tests with a word; in CI they fail.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0
if (!HAS_REDIS && process.env.CI === 'true') throw new Error('No redis-server: install it, as Debian calls it.')
if (!HAS_REDIS) console.warn('No redis-server here: tests of the queue are skipped.')

export const IS_WITHOUT_REDIS = !HAS_REDIS

export class TestRedis {
  readonly url: string
  private readonly port: number
  private readonly folder: string
  private process: ChildProcess | undefined

  private constructor(port: number, folder: string) {
    this.port = port
    this.folder = folder
    this.url = `redis://127.0.0.1:${port}`
  }

  static async start(folder: string): Promise<TestRedis> {
    mkdirSync(folder, { recursive: true })
    const redis = new TestRedis(await freePort(), folder)
    await redis.start()
    return redis
  }

  /** Starts it again with what it knew. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes']
    const child = spawn('redis-server', [...options, '--appendfsync', 'always', '--dir', this.folder])
    this.process = child
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        if (text.includes('Ready to accept connections')) resolve()
      })
      child.once('exit', status => reject(new Error(`redis-server ended with ${status}`)))
    })
    child.removeAllListeners('exit')
  }

  async stop(): Promise<void> {
    const child = this.process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
