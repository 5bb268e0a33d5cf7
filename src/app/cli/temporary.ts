/**
 * The temporary file that an output grows in. Its name is random, for process ids repeat: every container counts from 1.
 * It removes only what this process made itself, and leftovers of a process that was killed outright: files
 * of exactly this pattern and this output that nobody has written to for an hour.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Signals that ask a process to end and that it can hear. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** A file that is being written is touched every second or so. */
const STALE_AFTER_MS = 3_600_000
const RANDOM_BYTES = 8
/** File systems end names at 255 bytes, and what is added needs its share. */
const NAME_BYTES_MAX = 200

export interface Temporary {
  readonly path: string
  /** A file descriptor, open for writing. */
  readonly descriptor: number
  /** Removes the file, unless it has moved on to its final name, and stops listening to signals. */
  release(hasMoved: boolean): void
}

/** Makes a file beside `target`. Until it is released, a signal that ends the process removes it first. */
export function makeTemporary(target: string, mode: number): Temporary {
  const folder = dirname(target)
  const prefix = prefixOf(target)
  const path = join(folder, `${prefix}${randomBytes(RANDOM_BYTES).toString('hex')}.tmp`)
  const stop = (signal: NodeJS.Signals) => {
    release(false)
    process.kill(process.pid, signal)
  }
  const release = (hasMoved: boolean) => {
    if (!hasMoved) removeQuietly(path)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  // Caught only while the file exists: at any other time a process deep in a computation must still stop at once. And
  // caught before it does: a signal between making the file and listening would leave it behind.
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return { path, descriptor: openSync(path, 'wx', mode), release }
  } catch (error) {
    // Of this name there is no file of ours.
    release(true)
    throw error
  }
}

/** Removes what processes that are long gone have left of the same output. */
export function sweepStale(target: string, nowMs = Date.now()): void {
  const folder = dirname(target)
  const prefix = prefixOf(target)
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix) || !/^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length))) continue
      const path = join(folder, name)
      const status = lstatSync(path)
      if (status.isFile() && nowMs - status.mtimeMs > STALE_AFTER_MS) removeQuietly(path)
    }
  } catch {
    // A folder that cannot be listed, or a file that somebody else has just removed: nothing is lost.
  }
}

function prefixOf(target: string): string {
  return `.${Buffer.from(basename(target)).subarray(0, NAME_BYTES_MAX).toString()}.isthmus-`
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It is gone already.
  }
}
