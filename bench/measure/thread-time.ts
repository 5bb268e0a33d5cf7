/**
 * Processor time of the main thread alone. `process.cpuUsage` also counts the threads that compile and collect garbage:
 * on a machine with a free core their time delays nothing.
 */
import { openSync, readSync } from 'node:fs'

const text = Buffer.alloc(128)

/** Linux counts it in nanoseconds, the first number of this file; -1 on other systems. */
const file = open()

function open(): number {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return -1
  }
}

/** Milliseconds of the main thread since some moment. On other systems than Linux, of the whole process. */
export function threadMs(): number {
  // Linux brings the file up to date only when a process asks for its processor time.
  const { user, system } = process.cpuUsage()
  if (file < 0) return (user + system) / 1000
  return Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6
}
