/**
 * The journal of a live map on disk. A commit is written and flushed before the service answers, so an answered commit
 * survives a crash of the process or the machine. Commits that arrive while the disk is busy are flushed together.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HEAD_WORDS } from '../../live/journal.ts'
import { inputProblem } from '../cli/problem.ts'

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

interface Commit extends Waiting {
  readonly part: Uint8Array
}

interface Shortening extends Waiting {
  make(version: number): Promise<Uint8Array>
}

export class JournalFile {
  /** The number of commits on disk. */
  version: number
  /** The journal is long from this size on. */
  private longBytes: number
  private readonly path: string
  private handle: FileHandle
  private sizeBytes: number
  private readonly waiting: Commit[] = []
  private shortening: Shortening | null = null
  private writing: Promise<void> | null = null
  /** Why writing failed for good; null if it has not. */
  private broken: Error | null = null

  private constructor(path: string, handle: FileHandle, sizeBytes: number, version: number, longBytes: number) {
    this.longBytes = longBytes
    this.path = path
    this.handle = handle
    this.sizeBytes = sizeBytes
    this.version = version
  }

  /**
   * Opens the journal of a map. `use` gets the content of the file, or undefined without a file, and returns the
   * journal of its whole commits. The file then holds exactly these. It is long from `longBytes` on.
   */
  static async open(
    path: string,
    longBytes: number,
    use: (bytes: Uint8Array | undefined) => Promise<{ journal: Uint8Array; version: number }>,
  ): Promise<JournalFile> {
    lock(path)
    try {
      const found = existsSync(path) ? readFileSync(path) : undefined
      const { journal, version } = await use(found?.length === 0 ? undefined : found && new Uint8Array(found))
      if (found === undefined || !found.equals(journal)) await replaceFile(path, journal)
      return new JournalFile(path, await open(path, 'r+'), journal.length, version, longBytes)
    } catch (error) {
      unlock(path)
      throw error
    }
  }

  /** Resolves once a commit is on disk. `part` is a part of the journal that follows the last one. */
  append(part: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ part, resolve, reject })
      this.writing ??= this.write()
    })
  }

  get isLong(): boolean {
    return this.sizeBytes > this.longBytes
  }

  /**
   * Replaces the file by a shorter journal, which `make` returns for the version on disk. Commits wait meanwhile. From
   * then on the journal is long at twice the new size.
   */
  shorten(make: (version: number) => Promise<Uint8Array>): Promise<void> {
    const { longBytes } = this
    this.longBytes = Number.POSITIVE_INFINITY
    const shortening = new Promise<void>((resolve, reject) => {
      this.shortening = { make, resolve, reject }
      this.writing ??= this.write()
    })
    return shortening.finally(() => {
      this.longBytes = Math.max(longBytes, 2 * this.sizeBytes)
    })
  }

  async close(): Promise<void> {
    while (this.writing !== null) await this.writing
    this.broken ??= inputProblem(`${this.path} is closed.`)
    await this.handle.close()
    unlock(this.path)
  }

  private async write(): Promise<void> {
    // Commits of one turn of the event loop are written together.
    await null
    while (this.waiting.length > 0 || this.shortening !== null) {
      // Goes first: where commits never end, it would never have its turn.
      const { shortening } = this
      if (shortening !== null) {
        this.shortening = null
        await this.replace(shortening.make).then(shortening.resolve, shortening.reject)
      }
      const group = this.waiting.splice(0)
      if (group.length === 0) continue
      try {
        if (this.broken !== null) throw this.broken
        group.forEach(({ part }, i) => {
          checkFollows(part, this.version + i)
        })
        await this.flush(Buffer.concat(group.map(({ part }) => part)))
        this.version += group.length
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.writing = null
  }

  private async replace(make: Shortening['make']): Promise<void> {
    if (this.broken !== null) return
    const bytes = await make(this.version)
    await replaceFile(this.path, bytes)
    // The old file has lost its name, so a commit written to it would be lost.
    try {
      const next = await open(this.path, 'r+')
      await this.handle.close()
      this.handle = next
      this.sizeBytes = bytes.length
    } catch (error) {
      this.broken = inputProblem(`${this.path} cannot be opened: ${(error as Error).message}.`)
      throw this.broken
    }
  }

  private async flush(bytes: Uint8Array): Promise<void> {
    try {
      await writeAll(this.handle, bytes, this.sizeBytes)
      await this.handle.datasync()
      this.sizeBytes += bytes.length
    } catch (error) {
      // A refused commit must not appear when the file is read again.
      const what = `${this.path} cannot be written: ${(error as Error).message}.`
      await this.handle.truncate(this.sizeBytes).catch(() => {
        this.broken = inputProblem(`${what} Edits are refused until the service is started again.`)
      })
      throw inputProblem(what)
    }
  }
}

/** If a commit did not reach the disk, the commits that follow it must not either. */
function checkFollows(part: Uint8Array, version: number): void {
  const since = new DataView(part.buffer, part.byteOffset).getInt32(4 * HEAD_WORDS, true)
  if (since !== version) throw inputProblem(`A commit follows on version ${since}, and ${version} is on disk.`)
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
  }
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const next = `${path}.tmp`
  await writeFile(next, bytes, { mode: 0o600, flush: true })
  await rename(next, path)
  await syncFolder(path)
}

/** A new file also needs its name flushed. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Locks of this process. Others with its number have ended: in containers every process may be number 1. */
const ownLocks = new Set<string>()
const lockOf = (path: string) => `${path}.lock`

/** Only one process may write a journal. A lock of an ended process is taken over. */
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

/** Whether the number is that of another running process. */
function isOther(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
