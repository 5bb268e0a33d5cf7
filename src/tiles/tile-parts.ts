/**
 * The atlas of a tile with only some pages read: views of all sections, and the cost and the island of a cell. So a
 * check whether a path joins two distant cells reads some pages, not two tiles. Each page is checked by its digest when
 * it arrives. Adjacent pages are read together, and no page is read twice. Bytes not yet read are zeros, so callers
 * first call `need`.
 */

import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfRegion, planeCountOf, regionCountOf, regionOfCell } from '../atlas/islands.ts'
import { ATLAS, columnsOf } from '../atlas/layout.ts'
import { assemble, checkColumns, checkedCounts, countsIn, viewsOf } from '../atlas/open-columns.ts'
import type { Point } from '../base/answer.ts'
import { checksum } from '../base/checksum.ts'
import { HEADER_WORDS, magicOf, SectionFile, WORD_SECTIONS, WORDS_A_ROW } from '../base/section-file.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { blaming, damaged, missing, readSections, writeSections } from './sections.ts'
import type { TileWindow } from './tile-plan.ts'
import type { TileStore } from './tile-store.ts'

/** A wall has cost 0 and island -1. */
export interface CellFacts {
  readonly cost: number
  readonly island: number
}

const WALL: CellFacts = { cost: 0, island: -1 }

export class TileParts {
  readonly pages: TilePages
  /** Only what was needed so far is filled: the `ground` of its terrain means nothing yet. */
  readonly columns: AtlasColumns
  private readonly file: SectionFile

  private constructor(pages: TilePages, file: SectionFile) {
    this.pages = pages
    this.file = file
    this.columns = this.assembled()
  }

  /** The columns as far as they are filled now. */
  private assembled(): AtlasColumns {
    return assemble(countsIn(this.file, 0), viewsOf(this.file, 0))
  }

  /** The columns once the costs of all blocks have been read. */
  async withCosts(): Promise<AtlasColumns> {
    const { costOfBlock } = this.columns.terrain
    await this.pages.need(ask => ask(costOfBlock, 0, costOfBlock.length))
    return this.assembled()
  }

  /** Reads the table of sections and the facts. */
  static async open(pages: TilePages, { width, height }: TileWindow): Promise<TileParts> {
    const { bytes, name } = pages
    const headBytes = Math.min(PAGE_BYTES, bytes.length)
    await pages.need(ask => ask(bytes, 0, headBytes))
    const count = new Int32Array(bytes.buffer, 0, headBytes >> 2)[WORD_SECTIONS]
    const tableBytes = 4 * (HEADER_WORDS + WORDS_A_ROW * count)
    if (!(count > 0 && tableBytes <= headBytes)) throw damaged(name, 'its table of sections makes no sense')
    const file = new SectionFile({ ...ATLAS, noun: name }, bytes)
    const areInside = file.rows.every(
      ({ type, offsetBytes, sizeBytes }) =>
        type !== undefined && offsetBytes >= tableBytes && sizeBytes >= 0 && offsetBytes + sizeBytes <= bytes.length,
    )
    if (!areInside) throw damaged(name, 'its table of sections makes no sense')
    await pages.need(ask => {
      for (const row of file.rows) if (row.name === 'facts') ask(file.view(row), 0, row.length)
    })
    const counts = blaming(name, () => {
      const counts = checkedCounts(file, 0)
      checkColumns(file, columnsOf(counts), 0)
      return counts
    })
    if (counts.width !== width || counts.height !== height) throw damaged(name, 'it is another tile')
    return new TileParts(pages, file)
  }

  async factsOf({ x, y }: Point): Promise<CellFacts> {
    const { columns } = this
    const { terrain, labels } = columns
    const block = terrain.blockOf(x, y)
    await this.needLabels([block])
    if (!terrain.isFree(x, y)) return WALL
    await this.needCells([block])
    const region = regionOfCell(labels, block, x, y)
    await this.pages.need(ask => ask(columns.islandOfRegion as Int32Array, region, 1))
    return { cost: terrain.costOfFree(x, y), island: islandOfRegion(columns, region) }
  }

  /** Resolves when the walls of these blocks are at hand, and where their regions and labels lie. */
  needLabels(blocks: readonly number[]): Promise<void> {
    const { terrain, labels } = this.columns
    return this.pages.need(ask => {
      for (const block of blocks) {
        ask(terrain.rowBits, block << BLOCK_SHIFT, BLOCK_SIDE_CELLS)
        ask(labels.regionsOfBlock, 2 * block, 2)
        ask(labels.firstPlaneOfBlock, block, 1)
        ask(terrain.costOfBlock, block, 1)
      }
    })
  }

  /** The same for their labels and costs, after `needLabels`. */
  needCells(blocks: readonly number[]): Promise<void> {
    const { terrain, labels } = this.columns
    return this.pages.need(ask => {
      for (const block of blocks) {
        const planes = planeCountOf(regionCountOf(labels.regionsOfBlock, block))
        ask(labels.planeBits, labels.firstPlaneOfBlock[block] << BLOCK_SHIFT, planes << BLOCK_SHIFT)
        const cost = terrain.costOfBlock[block]
        if (cost < 0) ask(terrain.costOfCell, ~cost * BLOCK_CELLS, BLOCK_CELLS)
      }
    })
  }
}

/** The page file: two words of a digest for each page. */
const KIND = { magic: magicOf('ISTHPAGE'), version: 1, types: { digests: 'int32' } } as const

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
