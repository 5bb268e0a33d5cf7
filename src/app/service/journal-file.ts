/**
 * The journal of a live map on disk. A commit is written and flushed before it takes effect anywhere, so that what was
 * answered outlives the process and the machine. Commits that come while the disk is busy are flushed together.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HEAD_WORDS, type Journal, JournalWriter, readJournal } from '../../live/journal.ts'
import type { PoolInfo } from '../../pool.ts'
import { inputProblem } from '../cli/problem.ts'

interface Waiting {
  readonly record: Uint8Array
  resolve(version: number): void
  reject(error: unknown): void
}

export class JournalFile {
  /** Commits that are on disk. */
  version = 0
  private readonly path: string
  private readonly handle: FileHandle
  private readonly head: Journal
  private sizeBytes: number
  private readonly waiting: Waiting[] = []
  private writing: Promise<void> | null = null
  /** Why nothing more can be written. */
  private broken: Error | null = null

  private constructor(path: string, handle: FileHandle, journal: Journal) {
    this.path = path
    this.handle = handle
    this.head = { ...journal, words: journal.words.slice(0, HEAD_WORDS) }
    this.version = journal.cellsOfCommit.length
    this.sizeBytes = journal.words.byteLength
  }

  /**
   * Opens the journal of an atlas, or makes it. `use` is given its bytes, which may be none, before anything is written; what a
   * crash left behind the last whole commit is cut off.
   */
  static async open(path: string, atlas: Uint8Array, use: (bytes: Uint8Array | undefined) => Promise<PoolInfo>) {
    lock(path)
    try {
      const isThere = existsSync(path)
      const bytes = isThere ? new Uint8Array(readFileSync(path)) : undefined
      const kept = bytes?.length === 0 ? undefined : bytes
      const { width, height } = await use(kept)
      const journal = readJournal(atlas, width, height, kept)
      const handle = await open(path, isThere ? 'r+' : 'w+', 0o600)
      const { buffer, byteOffset, byteLength } = journal.words
      await handle.truncate(byteLength)
      await handle.write(new Uint8Array(buffer, byteOffset, byteLength), 0, byteLength, 0)
      await handle.sync()
      await syncFolder(path)
      return new JournalFile(path, handle, journal)
    } catch (error) {
      unlock(path)
      throw error
    }
  }

  /** Resolves with the number of the commit once it is on disk; `edits` are the cost of each cell, by y * width + x. */
  append(edits: ReadonlyMap<number, number>): Promise<number> {
    if (this.broken !== null) return Promise.reject(this.broken)
    const writer = new JournalWriter(this.head)
    writer.add(edits)
    const record = writer.toBytes().subarray(this.head.words.byteLength)
    return new Promise((resolve, reject) => {
      this.waiting.push({ record, resolve, reject })
      this.writing ??= this.write()
    })
  }

  async close(): Promise<void> {
    await this.writing
    this.broken ??= inputProblem(`${this.path} is closed.`)
    await this.handle.close()
    unlock(this.path)
  }

  private async write(): Promise<void> {
    // Commits of one turn of the event loop go together.
    await null
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0)
      try {
        if (this.broken !== null) throw this.broken
        await this.flush(Buffer.concat(group.map(({ record }) => record)))
        for (const { resolve } of group) resolve(++this.version)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.writing = null
  }

  private async flush(bytes: Uint8Array): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await this.handle.write(bytes, done, bytes.length - done, this.sizeBytes + done)).bytesWritten
      }
      await this.handle.datasync()
      this.sizeBytes += bytes.length
    } catch (error) {
      // What was refused must not be there after all when the file is read again.
      const what = `${this.path} cannot be written: ${(error as Error).message}`
      await this.handle.truncate(this.sizeBytes).catch(() => {
        this.broken = inputProblem(`${what}. Edits are refused until the service is started again.`)
      })
      throw inputProblem(`${what}.`)
    }
  }
}

/** Of a new file the name must last too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Of this process; others with its number are gone: in a container every process may be number 1. */
const ownLocks = new Set<string>()
const lockOf = (path: string) => `${path}.lock`

/** One process writes a journal. The lock of one that is gone is taken over. */
function lock(path: string): void {
  for (let tries = 0; tries < 2; tries++) {
    try {
      const descriptor = openSync(lockOf(path), 'wx', 0o600)
      writeFileSync(descriptor, String(process.pid))
      closeSync(descriptor)
      ownLocks.add(path)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number(readFileSync(lockOf(path), 'utf8'))
      if (ownLocks.has(path) || isOther(owner))
        throw inputProblem(`${path} is written by process ${owner}: end that one first.`)
      rmSync(lockOf(path), { force: true })
    }
  }
  throw inputProblem(`${path} cannot be locked: remove ${lockOf(path)}.`)
}

function unlock(path: string): void {
  ownLocks.delete(path)
  rmSync(lockOf(path), { force: true })
}

/** Whether another process of this number runs. */
function isOther(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
