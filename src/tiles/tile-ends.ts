/**
 * The costs from a cell of a tile to the entries on the tile's borders, from a small part of the tile's atlas: the regions
 * around the cell up to the block of the reach level, and that level. So a route across tiles waits for some pages of
 * the tiles of its ends. If the search meets a region that has not been read, it stops, and runs again with the region.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, NO_PARENT } from '../atlas/islands.ts'
import {
  endSlotOf,
  entryAt,
  firstSlotOf,
  hold,
  pairCountOf,
  rankIn,
  slotCountOf,
  wordAt,
} from '../atlas/level-graph.ts'
import { blocksAtLevel } from '../atlas/levels.ts'
import { isBelow, isChain } from '../atlas/validate.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Entry, Level, Region } from '../base/ids.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
import type { CrownSearch } from './crown-search.ts'
import { type ReachFile, reachLevelOf } from './reach-file.ts'
import { SeamCosts } from './seam-costs.ts'
import { blaming, damaged } from './sections.ts'
import type { Ask } from './tile-pages.ts'
import type { TileParts } from './tile-parts.ts'

/** An end knows the blocks at most this far from its own, and the cells beside them. */
const AROUND_BLOCKS = 3

/** Regions of a level that follow each other. */
interface Regions {
  readonly level: Level
  readonly first: Region
  readonly end: number
}

/** Thrown where a search meets a region that has not been read. */
class Unread {
  readonly regions: Regions

  constructor(level: Level, region: Region) {
    this.regions = { level, first: region, end: region + 1 }
  }
}

export class TileEnds {
  private readonly parts: TileParts
  private readonly reach: ReachFile
  private readonly columns: AtlasColumns
  private readonly level: Level
  private readonly costs: SeamCosts
  /** The blocks around whose cells everything has been read. */
  private readonly blocksAround = new Set<Block>()
  /** By level and region: 1 once its slots and costs have been read. */
  private readonly isRead: readonly Uint8Array[]
  /** By region of the crown and slot: the number of the entry on the tile's borders. */
  private readonly numbersOfRegion = new Map<Region, Int32Array>()

  private constructor(parts: TileParts, columns: AtlasColumns, reach: ReachFile) {
    this.parts = parts
    this.reach = reach
    this.level = reachLevelOf(columns)
    this.isRead = columns.levels.map(({ regionCount }) => new Uint8Array(regionCount))
    this.isRead[this.level].fill(1)
    const settleTable = (level: Level, region: Region) => {
      if (this.isRead[level][region] === 0 && !parts.pages.isWhole) throw new Unread(level, region)
    }
    this.columns = { ...columns, settleTable }
    this.costs = new SeamCosts(this.columns, reach)
  }

  /** Reads where the regions of the levels lie, and the whole reach level, while `reading` reads the reach. */
  static async open(parts: TileParts, reading: Promise<ReachFile>): Promise<TileEnds> {
    const { levels } = parts.columns
    const top = reachLevelOf(parts.columns)
    const wholes = parts.pages.need(ask => {
      levels.slice(0, top + 1).forEach((level, of) => {
        const { regionsOfBlock, parentOfRegion, rowOfRegion, tableOfRegion, slots, regionOfSide, tables } = level
        const own = of === top ? [slots, tables] : []
        for (const section of [regionsOfBlock, parentOfRegion, rowOfRegion, tableOfRegion, ...own])
          ask(section as Int32Array, 0, section.length)
        // Entries of the reach level have the lowest numbers.
        ask(regionOfSide as Int32Array, 0, 2 * levels[top].entryCount)
      })
    })
    const [reach, columns] = await Promise.all([reading, parts.withCosts(), wholes])
    blaming(parts.pages.name, () => {
      levels.slice(0, top + 1).forEach(({ regionsOfBlock, parentOfRegion, rowOfRegion, ...level }, of) => {
        hold(isChain(regionsOfBlock, level.regionCount), `regions of level ${of}`)
        hold(
          isBelow(parentOfRegion as Int32Array, NO_PARENT, levels[of + 1]?.regionCount ?? 0),
          `parents of level ${of}`,
        )
        hold(isChain(rowOfRegion, 2 * level.entryCount), `rows of level ${of}`)
      })
    })
    await parts.pages.need(ask => {
      for (const entry of reach.entryOf) askSides(ask, levels[0], entry)
    })
    return new TileEnds(parts, columns, reach)
  }

  /** The costs from a cell of the window to the entries of a region of the crown, by slot, in units. */
  async unitsOf(search: CrownSearch, region: Region, point: Point): Promise<Float64Array<ArrayBuffer>> {
    const { costs, parts, reach } = this
    const { pages } = parts
    let numbers = this.numbersOfRegion.get(region)
    if (numbers === undefined) {
      numbers = Int32Array.from(search.placesOf(region), ({ side, place }) =>
        reach.sideOf.findIndex((other, i) => other === side && reach.placeOf[i] === place),
      )
      if (numbers.includes(-1)) throw damaged(pages.name, 'it does not fit the crown')
      this.numbersOfRegion.set(region, numbers)
    }
    await this.needAround(point)
    for (;;) {
      try {
        const units = blaming(pages.name, () => costs.from(costs.endAt(point), reach))
        return Float64Array.from(numbers, number => units[number])
      } catch (error) {
        if (!(error instanceof Unread)) throw error
        await this.needRegions([error.regions])
      }
    }
  }

  /** Reads the cells around a cell, and the regions around it up to the blocks of the reach level. */
  private async needAround({ x, y }: Point): Promise<void> {
    const { columns, parts, level: top } = this
    const { levels, terrain } = columns
    const own = terrain.blockOf(x, y)
    if (parts.pages.isWhole || this.blocksAround.has(own)) return
    /** The blocks of a level inside the blocks of a higher level around the cell. */
    const around = (level: Level, within: Level) => {
      const span = (at: number, count: number) => {
        const from = (Math.max(0, at - AROUND_BLOCKS) >> within) << (within - level)
        const last = Math.min(count - 1, at + AROUND_BLOCKS) >> within
        const end = Math.min(blocksAtLevel(count, level), (last + 1) << (within - level))
        return Array.from({ length: end - from }, (_, i) => from + i)
      }
      const columns = span(x >> BLOCK_SHIFT, terrain.blocksWide)
      const blocksWide = blocksAtLevel(terrain.blocksWide, level)
      return span(y >> BLOCK_SHIFT, terrain.blocksHigh).flatMap(row => columns.map(column => row * blocksWide + column))
    }
    const lists = levels.slice(0, top).flatMap(({ regionsOfBlock }, level) =>
      around(level, top).map((block): Regions => {
        return { level, first: firstRegionOf(regionsOfBlock, block), end: endRegionOf(regionsOfBlock, block) }
      }),
    )
    const blocks = around(0, 0)
    await Promise.all([parts.needLabels(blocks).then(() => parts.needCells(blocks)), this.needRegions(lists)])
    this.blocksAround.add(own)
  }

  /** Reads the slots and the costs of regions, then which regions their entries lead to. */
  private async needRegions(lists: readonly Regions[]): Promise<void> {
    const { columns, isRead, level: top, parts } = this
    const { levels } = columns
    await parts.pages.need(ask => {
      for (const { level, first, end } of lists) {
        const graph = levels[level]
        for (let region = first; region < end; region++) {
          const size = slotCountOf(graph, region)
          ask(graph.slots, 2 * firstSlotOf(graph, region), 2 * size)
          if (size > 1) ask(graph.tables, graph.tableOfRegion[region], 1 + pairCountOf(size))
        }
      }
    })
    await parts.pages.need(ask => {
      for (const { level, first, end } of lists) {
        const graph = levels[level]
        for (let region = first; region < end; region++) {
          for (let slot = firstSlotOf(graph, region); slot < endSlotOf(graph, region); slot++) {
            const rank = Math.min(rankIn(wordAt(graph, slot)), top)
            for (let of = 0; of <= rank; of++) askSides(ask, levels[of], entryAt(graph, slot))
          }
        }
      }
    })
    for (const { level, first, end } of lists) isRead[level].fill(1, first, end)
  }
}

function askSides(ask: Ask, { regionOfSide }: AtlasLevel, entry: Entry): void {
  ask(regionOfSide as Int32Array, 2 * entry, 2)
}
