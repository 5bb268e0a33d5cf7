/**
 * Reads and writes files; `-` is standard input or output. A file appears whole or not at all: it is written to a
 * temporary name in the same folder, flushed and renamed. A failure or a signal that ends the process removes the
 * temporary file. The first bytes are checked before the rest is read: a device has no end, and a stream may be the
 * wrong one. Data moves in pieces, because Node limits one read or write to 2 GiB and maps can be larger.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { constants, createWriteStream, lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { joined } from '../../base/growing.ts'
import { pathFrom } from '../../format/world/fields.ts'
import { fileProblem, inputProblem, usageProblem } from './problem.ts'

/** The name of standard input and output. */
export const STREAM = '-'

const PIECE_BYTES = 1 << 26
/** The largest typed array. */
const FILE_BYTES_MAX = 2 ** 32 - 1
/** The bytes that identify a file. */
const HEAD_BYTES = 4096
/** Signals that ask a process to end, and that it can catch. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** A file that is being written is touched every second or so. */
const STALE_AFTER_MS = 3_600_000
const RANDOM_BYTES = 8
/** File systems limit names to 255 bytes; the suffix needs the rest. */
const NAME_BYTES_MAX = 200
/** A file with longer lines is not text. */
const LINE_CHARS_MAX = 1 << 20

export interface Reading {
  /** Gets the first bytes, or all of a short file. Throws if the rest is not worth reading. */
  readonly checkHead?: (head: Uint8Array) => void
  readonly bytesMax?: number
}

export async function readBytes(path: string, reading: Reading = {}): Promise<Uint8Array> {
  if (path === STREAM) {
    return readStream('Standard input', standardInput(), reading).catch(error => {
      throw readProblem(path, error)
    })
  }
  return withOpened(path, async handle => {
    const status = await handle.stat()
    // A pipe or a device has no known size.
    if (status.isFile()) return readFile(path, handle, status.size, reading)
    return readStream(path, handle.createReadStream({ autoClose: false }), reading)
  })
}

/** Opens a file for the time of some work that reads it. */
export async function withOpened<T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    const handle = await open(path, 'r')
    return await work(handle).finally(() => handle.close())
  } catch (error) {
    throw readProblem(path, error)
  }
}

async function readFile(path: string, handle: FileHandle, sizeBytes: number, reading: Reading): Promise<Uint8Array> {
  const { bytesMax = FILE_BYTES_MAX } = reading
  reading.checkHead?.(await readPieces(handle, Math.min(HEAD_BYTES, sizeBytes)))
  if (sizeBytes > bytesMax) throw tooLarge(path, bytesMax)
  return readPieces(handle, sizeBytes)
}

/** The lines of a text as they arrive, with any line ends. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    const stream = path === STREAM ? standardInput() : (await open(path, 'r')).createReadStream()
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_CHARS_MAX) throw inputProblem(`${path} has no line ends: it is no text of lines.`)
      yield* lines
    }
    if (rest !== '') yield rest
  } catch (error) {
    throw readProblem(path, error)
  }
}

/** Refuses a second read: a stream already read would seem empty. */
function standardInput(): NodeJS.ReadStream {
  if (process.stdin.readableDidRead) throw usageProblem('Standard input can be read once: only one input can be -.')
  return process.stdin
}

function readProblem(path: string, error: unknown): unknown {
  return (error as NodeJS.ErrnoException).syscall === undefined ? error : fileProblem('read', path, error)
}

/** Reads bytes from a place of a file; fewer where the file ends. */
export async function readPieces(handle: FileHandle, sizeBytes: number, from = 0): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes)
  let count = 0
  while (count < sizeBytes) {
    const { bytesRead } = await handle.read(bytes, count, Math.min(PIECE_BYTES, sizeBytes - count), from + count)
    if (bytesRead === 0) break
    count += bytesRead
  }
  return bytes.subarray(0, count)
}

async function readStream(name: string, stream: AsyncIterable<Uint8Array>, reading: Reading): Promise<Uint8Array> {
  const { checkHead, bytesMax = FILE_BYTES_MAX } = reading
  const pieces: Uint8Array[] = []
  let count = 0
  let isChecked = false
  for await (const piece of stream) {
    pieces.push(piece)
    count += piece.length
    if (!isChecked && count >= HEAD_BYTES) {
      checkHead?.(joined(pieces).subarray(0, HEAD_BYTES))
      isChecked = true
    }
    if (count > bytesMax) throw tooLarge(name, bytesMax)
  }
  const bytes = joined(pieces)
  if (!isChecked) checkHead?.(bytes)
  return bytes
}

function tooLarge(name: string, bytesMax: number) {
  const most = bytesMax === FILE_BYTES_MAX ? '4 GiB' : `${bytesMax} bytes`
  return inputProblem(`${name} is larger than ${most}: cut it into several maps.`)
}

/** Checks before hours of work that all outputs can be written, and are different files. */
export async function checkWritable(
  outputs: string | readonly string[],
  inputs: readonly string[] = [],
): Promise<void> {
  const paths = typeof outputs === 'string' ? [outputs] : outputs
  if (paths.includes('')) throw usageProblem('The output has no name: write -o FILE.')
  await checkApart(paths, inputs)
  for (const path of paths) if (path !== STREAM) await checkPlace(path)
}

/** Refuses an output that is an input or another output, under any name or link. */
export async function checkApart(outputs: readonly string[], inputs: readonly string[]): Promise<void> {
  const roleOfFile = new Map<string, string>()
  for (const input of inputs) if (input !== STREAM) roleOfFile.set(await identityOf(input), 'the input')
  for (const path of outputs) {
    const identity = path === STREAM ? STREAM : await identityOf(path)
    const role = roleOfFile.get(identity)
    if (role !== undefined) throw usageProblem(`${path} is ${role} as well: choose another name for the output.`)
    roleOfFile.set(identity, 'another output')
  }
}

/** An identity that all names of one file share. If there is no file yet, it is the folder and the name. */
async function identityOf(path: string): Promise<string> {
  const status = await stat(path, { bigint: true }).catch(() => undefined)
  // Several outputs may go to one device.
  if (status !== undefined) return status.isFile() ? `${status.dev}:${status.ino}` : `${path} ${randomUUID()}`
  return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))
}

async function checkPlace(path: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  try {
    const status = await stat(target).catch(() => undefined)
    if (status?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    await access(status === undefined || status.isFile() ? dirname(target) : target, constants.W_OK)
  } catch (error) {
    throw fileProblem('write', path, error)
  }
}

/**
 * Makes a folder and those above it. The recursive mkdir of Node hides why a read-only disk refuses, and never ends where
 * a folder cannot be made at all, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const make = async () => {
    try {
      await mkdir(path)
    } catch (error) {
      const status = await stat(path).catch(() => undefined)
      if (!status?.isDirectory()) throw error
    }
  }
  try {
    await make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

export async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  try {
    // guardStreams handles a reader that leaves early.
    if (path === STREAM) return await pipeline(piecesOf(bytes), process.stdout, { end: false })
    // The rename goes to the link's target, so the link remains. A device such as /dev/stdout must not be replaced by a file.
    const target = await realpath(path).catch(() => path)
    const status = await stat(target).catch(() => undefined)
    if (status !== undefined && !status.isFile()) await pipeline(piecesOf(bytes), createWriteStream(target))
    else await writeAndRename(target, bytes, status === undefined ? 0o666 : status.mode & 0o777)
  } catch (error) {
    throw fileProblem('write', path, error)
  }
}

/** Data moves in pieces, because Node limits one write to 2 GiB. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) yield bytes.subarray(offset, offset + PIECE_BYTES)
}

async function writeAndRename(target: string, bytes: Uint8Array, mode: number): Promise<void> {
  sweepStale(target)
  const temporary = makeTemporary(target, mode)
  let hasMoved = false
  try {
    await pipeline(piecesOf(bytes), createWriteStream('', { fd: temporary.descriptor, flush: true }))
    await rename(temporary.path, target)
    hasMoved = true
  } finally {
    temporary.release(hasMoved)
  }
}

/**
 * Makes a file beside `target`. Until it is released, a signal that ends the process removes it first. Its name is random,
 * because process ids repeat: every container counts from 1.
 */
function makeTemporary(target: string, mode: number) {
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

/** Removes temporary files of the same output that killed processes left an hour ago. */
function sweepStale(target: string): void {
  const folder = dirname(target)
  const prefix = prefixOf(target)
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix) || !/^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length))) continue
      const path = join(folder, name)
      const status = lstatSync(path)
      if (status.isFile() && Date.now() - status.mtimeMs > STALE_AFTER_MS) removeQuietly(path)
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

/** Files that another file names. Only files below its folder are read, even through links. */
export class FilesBeside {
  /** The file itself, and all files read for it. */
  readonly read: string[]
  /** The path of the file below the folder. */
  readonly name: string
  readonly folder: string

  constructor(file: string, folder = dirname(file)) {
    this.folder = folder
    this.name = relative(folder, file).replaceAll(sep, '/')
    if (/^(\.\.\/.*|\.\.|)$/s.test(this.name) || isAbsolute(this.name))
      throw usageProblem(`--root ${folder} does not hold ${file}.`)
    this.read = [file]
  }

  /** The bytes of a file by its path below the folder. */
  async bytes(named: string): Promise<Uint8Array> {
    const path = join(this.folder, pathFrom('', named))
    const [folder, real] = await Promise.all([this.folder, path].map(one => realpath(one).catch(() => one)))
    if (real !== path && !real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
      throw inputProblem(`${path} is a link that leads out of ${this.folder}: copy the file there.`)
    }
    this.read.push(path)
    return readBytes(path)
  }

  /** The names of all files beside the file, for files that name others by a pattern. */
  async names(): Promise<string[]> {
    const names = await readdir(dirname(this.read[0])).catch(() => [])
    return names.map(name => pathFrom(this.name, name))
  }
}
