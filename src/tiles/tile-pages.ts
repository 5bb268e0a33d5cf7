/**
 * The atlas of a tile, read by range in pages. Each page is checked by its digest when it arrives. Adjacent pages are
 * read together, and no page is read twice. Bytes not yet read are zeros, so callers first call `need`.
 */
import { checksum } from '../base/checksum.ts'
import type { TileStore } from './object-store.ts'
import { damaged, missing, readSections, writeSections } from './sections.ts'

/** The page file: two words of a digest for each page. */
const KIND = { magic: 'ISTHPAGE', version: 1, types: { digests: 'int32' } } as const

export const PAGE_BYTES = 1 << 15
/** The most pages of one read. */
const RUN_PAGES = 128
/** Reads that lie this close together become one. */
const GAP_PAGES = 1

type Numbers = Int32Array | Uint16Array | Uint8Array | Float64Array
/** Asks for numbers of a section: the first, and how many. */
export type Ask = (section: Numbers, from: number, count: number) => void

/** The digests of the pages of an atlas, as a file. */
export function writePages(atlas: Uint8Array): Uint8Array<ArrayBuffer> {
  const digests = new Int32Array(2 * Math.ceil(atlas.length / PAGE_BYTES))
  for (let page = 0; 2 * page < digests.length; page++) {
    digests.set(digestOfPage(atlas.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)), 2 * page)
  }
  return writeSections(KIND, { digests })
}

export function readPages(name: string, file: Uint8Array, atlasBytes: number): Int32Array {
  const { digests } = readSections(KIND, name, file)
  if (digests.length !== 2 * Math.ceil(atlasBytes / PAGE_BYTES)) throw damaged(name, 'it does not fit its atlas')
  return digests
}

/** Files end on whole words. */
function digestOfPage(page: Uint8Array): [number, number] {
  return checksum(new Int32Array(page.slice().buffer, 0, page.length >> 2), -2)
}

export class TilePages {
  readonly name: string
  /** The whole file, in which only the pages read so far are filled. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The number of bytes read so far. */
  heldBytes = 0
  private readonly digests: Int32Array
  private readonly store: TileStore
  /** By page: its read, once begun. */
  private readonly reading: (Promise<void> | undefined)[]

  constructor(store: TileStore, name: string, atlasBytes: number, digests: Int32Array) {
    this.store = store
    this.name = name
    this.digests = digests
    // Memory takes no room until something writes to it.
    this.bytes = new Uint8Array(atlasBytes)
    this.reading = new Array(digests.length / 2).fill(undefined)
  }

  get isWhole(): boolean {
    return this.heldBytes === this.bytes.length
  }

  /** Resolves when the numbers that `list` asks for have been read. Pages that lie close together are read at once. */
  async need(list: (ask: Ask) => void): Promise<void> {
    if (this.isWhole) return
    const { reading, store } = this
    const isWanted = new Uint8Array(reading.length)
    list((section, from, count) => {
      if (count === 0) return
      if (!(from >= 0 && from + count <= section.length)) throw damaged(this.name, 'a section ends early')
      const first = section.byteOffset + from * section.BYTES_PER_ELEMENT
      const end = first + count * section.BYTES_PER_ELEMENT
      isWanted.fill(1, Math.floor(first / PAGE_BYTES), Math.ceil(end / PAGE_BYTES))
    })
    if (store.readsParts === false && isWanted.includes(1)) isWanted.fill(1)
    const runPages = store.readsParts === false ? reading.length : RUN_PAGES
    for (let page = isWanted.indexOf(1); page >= 0; page = isWanted.indexOf(1, page)) {
      const first = page
      let end = page
      for (; page < first + runPages && page <= end + GAP_PAGES && reading[page] === undefined; page++)
        if (isWanted[page] === 1) end = page + 1
      if (end > first) reading.fill(this.readRun(first, end), first, end)
      page = Math.max(end, first + 1)
    }
    await Promise.all(new Set(reading.filter((_, page) => isWanted[page] === 1)))
  }

  /** Resolves when the whole file has been read. */
  needAll(): Promise<void> {
    return this.need(ask => ask(this.bytes, 0, this.bytes.length))
  }

  private async readRun(page: number, end: number): Promise<void> {
    const { name, bytes, digests } = this
    const from = page * PAGE_BYTES
    const length = Math.min(bytes.length, end * PAGE_BYTES) - from
    try {
      const run = await this.store.read(name, from, length)
      if (run === null) throw missing(name)
      if (run.length !== length) throw damaged(name, `it ends after ${from + run.length} of ${bytes.length} bytes`)
      for (let at = page; at < end; at++) {
        const [low, high] = digestOfPage(run.subarray((at - page) * PAGE_BYTES, (at - page + 1) * PAGE_BYTES))
        if (low === digests[2 * at] && high === digests[2 * at + 1]) continue
        throw damaged(name, `bytes ${at * PAGE_BYTES} to ${Math.min(bytes.length, (at + 1) * PAGE_BYTES)} have changed`)
      }
      bytes.set(run, from)
      this.heldBytes += length
    } catch (error) {
      // A later call may try again.
      this.reading.fill(undefined, page, end)
      throw error
    }
  }
}

/** Reads a whole object, and checks it against the size and the digest that its name and the crown give. */
export async function readWhole(
  store: TileStore,
  name: string,
  size: number,
  digestOf: (bytes: Uint8Array) => string,
): Promise<Uint8Array> {
  const bytes = await store.read(name)
  if (bytes === null) throw missing(name)
  if (bytes.length !== size) throw damaged(name, `it has ${bytes.length} bytes instead of ${size}`)
  if (!name.includes(`-${digestOf(bytes)}.`)) throw damaged(name, 'it is another one')
  return bytes
}
