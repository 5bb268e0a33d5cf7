/**
 * The temporary file in which an output grows. Its name is random, because process ids repeat: every container counts
 * from 1. A process removes its own temporary files. It also removes those of killed processes: of this name, for this
 * output, an hour old.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Signals that ask a process to end, and that it can catch. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** A file that is being written is touched every second or so. */
const STALE_AFTER_MS = 3_600_000
const RANDOM_BYTES = 8
/** File systems limit names to 255 bytes; the suffix needs the rest. */
const NAME_BYTES_MAX = 200

/** Makes a file beside `target`. Until it is released, a signal that ends the process removes it first. */
export function makeTemporary(target: string, mode: number) {
  const folder = dirname(target)
  const prefix = prefixOf(target)
  const path = join(folder, `${prefix}${randomBytes(RANDOM_BYTES).toString('hex')}.tmp`)
  const stop = (signal: NodeJS.Signals) => {
    release(false)
    process.kill(process.pid, signal)
  }
  /** Removes the file unless it has its final name, and stops listening to signals. */
  const release = (hasMoved: boolean) => {
    if (!hasMoved) removeQuietly(path)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  // Signals are caught only while the file exists: at other times a long computation stops at once. Listening begins
  // before the file is made, because a signal in between would leave the file behind.
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    // The descriptor is open for writing.
    return { path, descriptor: openSync(path, 'wx', mode), release }
  } catch (error) {
    // No file of ours has this name.
    release(true)
    throw error
  }
}

/** Removes temporary files of the same output that ended processes left. */
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
    // The folder cannot be listed, or another process has just removed the file: nothing is lost.
  }
}

function prefixOf(target: string): string {
  return `.${Buffer.from(basename(target)).subarray(0, NAME_BYTES_MAX).toString()}.isthmus-`
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // The file is already removed.
  }
}
