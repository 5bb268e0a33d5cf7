/**
 * The cost and the island of a cell of a tile, read from the few pages of its atlas that hold them. So a check whether
 * a path joins two distant cells reads some pages, not two tiles.
 */
import { islandOfRegion, planeCountOf, regionOfCell } from '../atlas/islands.ts'
import { ATLAS, FACTS } from '../atlas/layout.ts'
import { HEADER_WORDS, SectionFile, WORD_SECTIONS, WORDS_A_ROW } from '../base/section-file.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS, Terrain } from '../map/terrain.ts'
import { damaged } from './sections.ts'
import { PAGE_BYTES, type TilePages } from './tile-pages.ts'
import type { TileWindow } from './tile-plan.ts'

/** A wall has cost 0 and island -1. */
export interface CellFacts {
  readonly cost: number
  readonly island: number
}

const WALL: CellFacts = { cost: 0, island: -1 }

export class TileGround {
  private readonly pages: TilePages
  private readonly file: SectionFile
  private readonly terrain: Terrain

  private constructor(pages: TilePages, { width, height }: TileWindow) {
    this.pages = pages
    this.file = new SectionFile({ ...ATLAS, noun: pages.name }, pages.bytes)
    const [rowBits, costOfBlock] = [this.view('rowBits'), this.view('costOfBlock')]
    const costOfCell = this.view('costOfCell') as Uint8Array | Uint16Array
    // The facts of a cell depend neither on the directions nor on the lowest cost.
    this.terrain = new Terrain(width, height, 8, 1, rowBits as Int32Array, costOfBlock as Int32Array, costOfCell)
  }

  /** Reads the table of sections. */
  static async open(pages: TilePages, window: TileWindow): Promise<TileGround> {
    const { bytes, name } = pages
    const headBytes = Math.min(PAGE_BYTES, bytes.length)
    await pages.need(0, headBytes)
    const [count] = new Int32Array(bytes.buffer, 4 * WORD_SECTIONS, 1)
    const tableBytes = 4 * (HEADER_WORDS + WORDS_A_ROW * count)
    if (!(count > 0 && tableBytes <= headBytes)) throw damaged(name, 'its table of sections makes no sense')
    const ground = new TileGround(pages, window)
    const facts = (await ground.read('facts', 0, FACTS.length)) as Int32Array
    if (facts[0] !== window.width || facts[1] !== window.height) throw damaged(name, 'it is another tile')
    return ground
  }

  /** The facts of a cell of the window. */
  async factsOf(x: number, y: number): Promise<CellFacts> {
    const { terrain } = this
    const block = terrain.blockOf(x, y)
    const [, costs, regions, planes] = await Promise.all([
      this.read('rowBits', block << BLOCK_SHIFT, BLOCK_SIDE_CELLS),
      this.read('costOfBlock', block, 1),
      this.read('regionsOfBlock', 2 * block, 2, 0),
      this.read('firstPlaneOfBlock', block, 1),
    ])
    if (!terrain.isFree(x, y)) return WALL
    const planeCount = planeCountOf(regions[2 * block + 1])
    await Promise.all([
      this.read('planeBits', planes[block] << BLOCK_SHIFT, planeCount << BLOCK_SHIFT),
      costs[block] < 0 && this.read('costOfCell', ~costs[block] * BLOCK_CELLS, BLOCK_CELLS),
    ])
    const labels = {
      regionsOfBlock: regions as Int32Array,
      firstPlaneOfBlock: planes as Int32Array,
      planeBits: this.view('planeBits') as Int32Array,
    }
    const region = regionOfCell(labels, block, x, y)
    const islands = (await this.read('islandOfRegion', region, 1)) as Int32Array
    return { cost: terrain.costOfFree(x, y), island: islandOfRegion({ islandOfRegion: islands, levels: [] }, region) }
  }

  /** A view of a whole section, in which only these numbers have been read. */
  private async read(name: string, from: number, count: number, level?: number) {
    const section = this.view(name, level)
    if (!(from >= 0 && from + count <= section.length)) throw damaged(this.pages.name, `${name} ends early`)
    const { byteOffset, BYTES_PER_ELEMENT } = section
    if (count > 0) await this.pages.need(byteOffset + from * BYTES_PER_ELEMENT, count * BYTES_PER_ELEMENT)
    return section
  }

  private view(name: string, level?: number) {
    const { file, pages } = this
    const row = file.find(name, level)
    const isThere = row !== undefined && row.type !== undefined && row.offsetBytes >= 0 && row.sizeBytes >= 0
    if (!isThere || row.offsetBytes + row.sizeBytes > pages.bytes.length) {
      throw damaged(pages.name, `its section ${name} makes no sense`)
    }
    return file.view(row)
  }
}
