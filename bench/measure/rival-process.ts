/**
 * A program that finds paths, run beside ours in a process of its own. It makes passes over the same queries.
 * `npm run bench:rivals -- --help` says what a rival has to do.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Rival {
  readonly name: string
  readonly command: readonly string[]
}

/** What it is started for; what it keeps of its preparation lies in the folder. */
export interface RivalTask {
  readonly mapFile: string
  readonly queryFile: string
  readonly folder: string
}

/** Null of a program that did not answer as it should, or not in time. */
export interface RivalTimes {
  readonly prepareS: number
  readonly indexBytes: number
  /** Of each query, the least of all passes. */
  readonly usOfQuery: Float64Array
}

export class RivalProcess {
  readonly name: string
  private readonly child: ChildProcess
  private readonly lines: AsyncIterator<string>
  private readonly task: RivalTask
  private prepareS = 0
  private least: Float64Array | null = null

  constructor({ name, command }: Rival, task: RivalTask) {
    const [program, ...given] = command
    this.name = name
    this.task = task
    this.child = spawn(program, [...given, task.mapFile, task.queryFile, task.folder], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    // What is wrong shows as an answer that does not come.
    this.child.on('error', () => {})
    this.child.stdin!.on('error', () => {})
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]()
  }

  /** Whether it is ready within that time. */
  async prepare(limitMs: number): Promise<boolean> {
    const seconds = await this.answer(limitMs)
    if (typeof seconds !== 'number') return false
    this.prepareS = seconds
    return true
  }

  /** Asks everything once; whether all was answered within that time. */
  async pass(queryCount: number, limitMs: number, isCounted: boolean): Promise<boolean> {
    this.child.stdin!.write('\n')
    const nanoseconds = await this.answer(limitMs)
    if (!Array.isArray(nanoseconds) || nanoseconds.length !== queryCount) return false
    if (!isCounted) return true
    this.least ??= new Float64Array(queryCount).fill(Infinity)
    for (let query = 0; query < queryCount; query++) {
      this.least[query] = Math.min(this.least[query], Number(nanoseconds[query]) / 1000)
    }
    return true
  }

  times(): RivalTimes | null {
    if (this.least === null) return null
    return { prepareS: this.prepareS, indexBytes: bytesIn(this.task.folder), usOfQuery: this.least }
  }

  end(): void {
    this.child.kill('SIGKILL')
  }

  /** The next line it prints, as JSON; undefined where none comes in time. */
  private async answer(limitMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<undefined>(resolve => {
      timer = setTimeout(resolve, limitMs, undefined)
    })
    const next = this.lines.next().then(({ value, done }) => (done ? undefined : value))
    const line = await Promise.race([next, tooLate])
    clearTimeout(timer)
    try {
      return line === undefined ? undefined : JSON.parse(line)
    } catch {
      return undefined
    }
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0)
}
