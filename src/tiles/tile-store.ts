/** Stores of tiled maps: in memory, behind a web server; those of Node are in src/app/farm. */
import { IsthmusError } from '../base/errors.ts'

/**
 * Where a tiled map is kept: objects by name, in a folder, a bucket or in memory. Names are lines of letters, digits, '-', '.'
 * and '/'. An object is written whole or not at all. Names of tiles and crowns follow from their content; only `plan.json` and
 * the records may be written again with other bytes.
 */
export interface TileStore {
  /** False if a part of an object costs as much to read as the whole. */
  readonly readsParts?: boolean
  /** The bytes of an object, or a part of it; null where there is none. */
  read(name: string, from?: number, length?: number): Promise<Uint8Array | null>
  /** Writes the whole object or nothing: no reader sees half. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Only `removeLeftovers` calls it. A missing object is no error. */
  remove?(name: string): Promise<void>
  /** The names of all objects that begin with `prefix`, in any order. */
  list(prefix: string): Promise<string[]>
}

/** A store in memory: for tests, and for programs that bake a map and query it. */
export class MemoryStore implements TileStore {
  readonly objects = new Map<string, Uint8Array>()

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    const bytes = this.objects.get(name)
    return bytes === undefined ? null : bytes.slice(from, Math.min(bytes.length, from + length))
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.objects.set(name, bytes.slice())
  }

  async remove(name: string): Promise<void> {
    this.objects.delete(name)
  }

  async list(prefix: string): Promise<string[]> {
    return [...this.objects.keys()].filter(name => name.startsWith(prefix))
  }
}

const TRIES = 6
const FIRST_WAIT_MS = 100

/**
 * A store behind any web server, for Node and browsers: objects below an address, read whole or by range, never
 * written. It repeats a request some times if the network fails or the server is busy. A refusal is an error at once.
 */
export class HttpStore implements TileStore {
  /** Becomes false once the server answers a range with the whole object. */
  readsParts = true
  private readonly url: string

  /** `url` is the folder of the plan, as https://maps.example/planet. */
  constructor(url: string) {
    this.url = url.replace(/\/+$/, '')
  }

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    const url = `${this.url}/${name}`
    const headers = rangeOf(from, length)
    const response = await persistent(name, () => fetch(url, { headers }))
    if (response.status === 200 && 'range' in headers) this.readsParts = false
    return readAnswer(name, response, from, length)
  }

  async write(name: string): Promise<void> {
    throw failure(`${name} cannot be written over HTTP: bake into a folder or a bucket.`)
  }

  async list(): Promise<string[]> {
    throw failure(`${this.url} cannot be listed over HTTP: bake and join where the plan lies in a folder or a bucket.`)
  }
}

/** The header that requests a part of an object. */
export function rangeOf(from: number, length: number): Record<string, string> {
  if (from === 0 && length === Infinity) return {}
  return { range: `bytes=${from}-${length === Infinity ? '' : from + length - 1}` }
}

/** The bytes of an answer, or null where there is no such object. */
export async function readAnswer(
  name: string,
  response: Response,
  from: number,
  length: number,
): Promise<Uint8Array | null> {
  const { status } = response
  if (status === 404) return null
  // The range begins beyond the end.
  if (status === 416) return new Uint8Array()
  if (status !== 200 && status !== 206) throw failure(`${name} cannot be read: ${await refusalOf(response)}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  // Servers may ignore the range and send all.
  return status === 206 ? bytes : bytes.subarray(from, Math.min(bytes.length, from + length))
}

/** The text of a server's error, in a line. */
export async function refusalOf(response: Response): Promise<string> {
  const text = (await response.text().catch(() => '')).replace(/<\?xml[^>]*>|\s+/g, ' ').trim()
  return `the server answers ${response.status} ${text.slice(0, 200)}`.trim()
}

/**
 * Repeats a request, a little later each time, while nothing answers or the server is busy. It returns any other
 * answer.
 */
export async function persistent(name: string, ask: () => Promise<Response>): Promise<Response> {
  let why = ''
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await new Promise(resolve => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1)))
    try {
      const response = await ask()
      if (response.status !== 429 && response.status < 500) return response
      why = await refusalOf(response)
    } catch (error) {
      const { cause, message } = error as Error
      why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message
    }
  }
  throw failure(`${name} was asked for ${TRIES} times: ${why}. Check the address and the network.`)
}

function failure(message: string): IsthmusError {
  return new IsthmusError('STORE_FAILED', message)
}
