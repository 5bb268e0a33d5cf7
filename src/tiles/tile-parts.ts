/**
 * The atlas of a tile of which only some pages have been read: views of all sections, and the cost and the island of a
 * cell. So a check whether a path joins two distant cells reads some pages, not two tiles.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfRegion, planeCountOf, regionCountOf, regionOfCell } from '../atlas/islands.ts'
import { ATLAS, columnsOf } from '../atlas/layout.ts'
import { assemble, checkColumns, checkedCounts, countsIn, viewsOf } from '../atlas/open-columns.ts'
import type { Point } from '../base/answer.ts'
import { HEADER_WORDS, SectionFile, WORD_SECTIONS, WORDS_A_ROW } from '../base/section-file.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { blaming, damaged } from './sections.ts'
import { PAGE_BYTES, type TilePages } from './tile-pages.ts'
import type { TileWindow } from './tile-plan.ts'

/** A wall has cost 0 and island -1. */
export interface CellFacts {
  readonly cost: number
  readonly island: number
}

const WALL: CellFacts = { cost: 0, island: -1 }

export class TileParts {
  readonly pages: TilePages
  /** Only what was needed so far is filled: `isUniform` of its terrain means nothing yet. */
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

  /** The facts of a cell of the window. */
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
