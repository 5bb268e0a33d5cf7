/**
 * Programs that tests start and that must not outlive them, however a test or its process ends: each runs below a small one
 * that kills it as soon as nobody holds it any more.
 */
import { type ChildProcess, spawn } from 'node:child_process'

const KEEPER = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] })
  process.send(child.pid ?? 0)
  child.on('error', () => process.exit(127))
  child.on('exit', status => process.exit(status ?? 137))
  process.on('disconnect', () => child.kill('SIGKILL'))
`

export class KeptProcess {
  /** All that it printed so far. */
  printed = ''
  private readonly keeper: ChildProcess
  private readonly started: Promise<number>

  constructor(command: string, ...argv: string[]) {
    this.keeper = spawn(process.execPath, ['-e', KEEPER, command, ...argv], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.started = new Promise(resolve => this.keeper.once('message', pid => resolve(pid as number)))
    for (const stream of [this.keeper.stdout!, this.keeper.stderr!]) {
      stream.on('data', (text: Buffer) => {
        this.printed += text
      })
    }
  }

  get pid(): Promise<number> {
    return this.started
  }

  get isRunning(): boolean {
    return this.keeper.exitCode === null && this.keeper.signalCode === null
  }

  /** Resolves when it has printed so, or has ended. */
  said(pattern: RegExp): Promise<void> {
    return until(() => pattern.test(this.printed) || !this.isRunning)
  }

  /** Resolves with its exit status when it has ended. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.isRunning) process.kill(await this.started, signal)
    await until(() => !this.isRunning)
    return this.keeper.exitCode
  }
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 20))
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
