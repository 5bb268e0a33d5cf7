/**
 * Files in and out. Whatever is written appears whole or not at all: it goes to a temporary name in the same folder, is
 * flushed, and is renamed; a failure, Ctrl-C or a polite kill removes it.
 *
 * Everything moves in pieces, because one read or write of Node ends at 2 GiB and maps do not.
 */
import { constants, unlinkSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { access, open, readFile, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileProblem, inputProblem, usageProblem } from './problem.ts'

const PIECE_BYTES = 1 << 26
/** A typed array ends here. */
const FILE_BYTES_MAX = 2 ** 32 - 1

export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const handle = await open(path, 'r')
    try {
      const status = await handle.stat()
      // A pipe or a device has no size to go by.
      if (!status.isFile()) return await readFile(handle)
      if (status.size > FILE_BYTES_MAX) throw inputProblem(`${path} is larger than 4 GiB: cut it into several maps.`)
      return await readPieces(handle, status.size)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === undefined ? error : fileProblem('read', path, error)
  }
}

export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  return new TextDecoder().decode(bytes)
}

async function readPieces(handle: FileHandle, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(sizeBytes)
  let count = 0
  while (count < sizeBytes) {
    const { bytesRead } = await handle.read(bytes, count, Math.min(PIECE_BYTES, sizeBytes - count), count)
    if (bytesRead === 0) break
    count += bytesRead
  }
  return bytes.subarray(0, count)
}

/** Finds out before hours of work whether `path` can be written in the end, and that it is not one of the inputs. */
export async function checkWritable(path: string, inputs: readonly string[] = []): Promise<void> {
  if (path === '' || path === '-') throw usageProblem('The output has no name: write -o FILE.')
  const target = await realpath(path).catch(() => path)
  for (const input of inputs) {
    if ((await realpath(input).catch(() => input)) === target) {
      throw usageProblem(`${path} is the input as well: choose another name for the output.`)
    }
  }
  try {
    const status = await stat(target).catch(() => undefined)
    if (status?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    await access(status === undefined || status.isFile() ? dirname(target) : target, constants.W_OK)
  } catch (error) {
    throw fileProblem('write', path, error)
  }
}

export async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  try {
    // A link keeps pointing where it did, and a device such as /dev/stdout must not be replaced by a file.
    const target = await realpath(path).catch(() => path)
    const status = await stat(target).catch(() => undefined)
    if (status !== undefined && !status.isFile()) await writeDirectly(target, bytes)
    else await writeAndRename(target, bytes, status === undefined ? 0o666 : status.mode & 0o777)
  } catch (error) {
    throw fileProblem('write', path, error)
  }
}

async function writeDirectly(target: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(target, 'w')
  try {
    await writePieces(handle, bytes)
  } finally {
    await handle.close()
  }
}

async function writeAndRename(target: string, bytes: Uint8Array, mode: number): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target).slice(0, 200)}.${process.pid}.tmp`)
  // A signal can come while the file is being made: the guard stands before it.
  const guard = removeOnSignal(temporary)
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await writePieces(handle, bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, target)
  } catch (error) {
    removeQuietly(temporary)
    throw error
  } finally {
    guard.release()
  }
}

async function writePieces(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, offset, Math.min(PIECE_BYTES, bytes.length - offset))
    offset += bytesWritten
  }
}

/**
 * Only while a temporary file exists are signals caught: at any other time there is nothing to tidy up, and a process
 * that is deep in a computation must still stop at once.
 */
function removeOnSignal(temporary: string): { release(): void } {
  const stop = (signal: NodeJS.Signals) => {
    removeQuietly(temporary)
    release()
    process.kill(process.pid, signal)
  }
  const release = () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { release }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or is gone already.
  }
}
