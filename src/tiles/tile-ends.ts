/**
 * Finds the costs from a cell to the entries on its tile's borders, and the first cells of a route to one of them. It
 * reads a small part of the tile's atlas: the reach level, and the regions around the cell below it. So a route across
 * tiles waits only for some pages of the tiles of its ends. If a search meets a region that has not been read, it
 * stops, and runs again with the region.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf } from '../atlas/islands.ts'
import { blocksAtLevel } from '../atlas/layout.ts'
import { endSlotOf, entryAt, firstSlotOf, pairCountOf, rankIn, slotCountOf, wordAt } from '../atlas/level-graph.ts'
import { validateRegions } from '../atlas/validate.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Entry, Level, Region } from '../base/ids.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { CrownSearch } from './crown-search.ts'
import { type BlockArea, beginningOf, cellsAtFirst, type FirstCells } from './first-cells.ts'
import { type ReachFile, reachLevelOf, SeamCosts } from './seam-costs.ts'
import { blaming, damaged } from './sections.ts'
import type { Ask, TileParts } from './tile-parts.ts'

/** An end knows the blocks at most this far from its own, and the cells beside them. */
const AROUND_BLOCKS = 3
/** The same for first cells, which need a longer way. */
const BEGINNING_BLOCKS = 5

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
  /** By block: how many blocks around it have been read. */
  private readonly readAround = new Map<Block, number>()
  /** By region of the crown and slot: the number of the entry on the tile's borders. */
  private readonly numbersOfRegion = new Map<Region, Int32Array>()

  private constructor(parts: TileParts, columns: AtlasColumns, reach: ReachFile) {
    this.parts = parts
    this.reach = reach
    this.level = reachLevelOf(columns)
    const readLater = (graph: AtlasLevel, level: Level): AtlasLevel => {
      if (level >= this.level || parts.pages.isWhole) return graph
      const tableOfRegion = graph.tableOfRegion.map(table => ~table)
      const makeTable = (region: Region) => {
        if (!parts.pages.isWhole) throw new Unread(level, region)
        tableOfRegion[region] = graph.tableOfRegion[region]
      }
      return { ...graph, tableOfRegion, makeTable }
    }
    this.columns = { ...columns, levels: columns.levels.map(readLater) }
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
      for (let level = 0; level <= top; level++) validateRegions(levels[level], level, levels[level + 1])
    })
    await parts.pages.need(ask => {
      for (const entry of reach.entryOf) askSides(ask, levels[0], entry)
    })
    return new TileEnds(parts, columns, reach)
  }

  /** The costs from a cell of the window to the entries of a region of the crown, by slot, in units. */
  async unitsOf(search: CrownSearch, region: Region, point: Point): Promise<Float64Array<ArrayBuffer>> {
    const { costs, reach } = this
    let numbers = this.numbersOfRegion.get(region)
    if (numbers === undefined) {
      numbers = Int32Array.from(search.placesOf(region), ({ side, place }) => this.numberOf(side, place))
      this.numbersOfRegion.set(region, numbers)
    }
    const units = await this.around(point, AROUND_BLOCKS, () => costs.from(costs.endAt(point), reach))
    return Float64Array.from(numbers, number => units[number])
  }

  /** The first cells of a route from a cell of the window that leaves the tile by this entry. Null if it is near. */
  async firstCells(side: number, place: number, point: Point): Promise<FirstCells | null> {
    const { columns, costs, parts, reach } = this
    const { pages } = parts
    const { terrain } = columns
    const number = this.numberOf(side, place)
    const area = areaAround(terrain, point, this.level, BEGINNING_BLOCKS)
    const begin = () => beginningOf(columns, reach, costs.endAt(point), number, area)
    const beginning = await this.around(point, BEGINNING_BLOCKS, begin)
    if (beginning === null) return null
    await pages.need(ask => {
      for (const block of beginning.blocks) {
        ask(terrain.rowBits, block << BLOCK_SHIFT, BLOCK_SIDE_CELLS)
        const cost = terrain.costOfBlock[block]
        if (cost < 0) ask(terrain.costOfCell, ~cost * BLOCK_CELLS, BLOCK_CELLS)
      }
    })
    return blaming(pages.name, () => cellsAtFirst(terrain, beginning))
  }

  /** Runs a search from a cell, and reads the regions that it meets; those of `far` blocks around at once. */
  private async around<T>(point: Point, far: number, search: () => T): Promise<T> {
    await this.needAround(point, far)
    for (;;) {
      try {
        return blaming(this.parts.pages.name, search)
      } catch (error) {
        if (!(error instanceof Unread)) throw error
        await this.needRegions([error.regions])
      }
    }
  }

  /** The number of an entry on the borders, by its side of the tile and its place along it. */
  private numberOf(side: number, place: number): number {
    const { reach, parts } = this
    const number = reach.sideOf.findIndex((other, i) => other === side && reach.placeOf[i] === place)
    if (number < 0) throw damaged(parts.pages.name, 'it does not fit the crown')
    return number
  }

  /** Reads the cells around a cell, and the regions of `far` blocks around it up to the blocks of the reach level. */
  private async needAround(point: Point, far: number): Promise<void> {
    const { columns, parts, level: top } = this
    const { levels, terrain } = columns
    const own = terrain.blockOf(point.x, point.y)
    if (parts.pages.isWhole || (this.readAround.get(own) ?? 0) >= far) return
    const area = areaAround(terrain, point, top, far)
    const lists = levels.slice(0, top).flatMap(({ regionsOfBlock }, level) =>
      blocksIn(terrain, area, level).map((block): Regions => {
        return { level, first: firstRegionOf(regionsOfBlock, block), end: endRegionOf(regionsOfBlock, block) }
      }),
    )
    const blocks = blocksIn(terrain, areaAround(terrain, point, 0, AROUND_BLOCKS), 0)
    await Promise.all([parts.needLabels(blocks).then(() => parts.needCells(blocks)), this.needRegions(lists)])
    this.readAround.set(own, far)
  }

  /** Reads the slots and the costs of regions, then which regions their entries lead to. */
  private async needRegions(lists: readonly Regions[]): Promise<void> {
    const { columns, level: top, parts } = this
    const { levels } = parts.columns
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
    for (const { level, first, end } of lists)
      columns.levels[level].tableOfRegion.set(levels[level].tableOfRegion.subarray(first, end), first)
  }
}

/** The blocks of a level that an area covers. */
function blocksIn({ blocksWide }: Terrain, { left, top, right, bottom }: BlockArea, level: Level): Block[] {
  const wide = blocksAtLevel(blocksWide, level)
  const blocks: number[] = []
  for (let y = top >> level; y <= bottom >> level; y++)
    for (let x = left >> level; x <= right >> level; x++) blocks.push(y * wide + x)
  return blocks
}

/** The blocks up to `far` from that of a cell, and those beside them in the same blocks of a level. */
function areaAround({ blocksWide, blocksHigh }: Terrain, { x, y }: Point, level: Level, far: number): BlockArea {
  const first = (at: number) => (Math.max(0, (at >> BLOCK_SHIFT) - far) >> level) << level
  const last = (at: number, count: number) => Math.min(count, ((((at >> BLOCK_SHIFT) + far) >> level) + 1) << level) - 1
  return { left: first(x), top: first(y), right: last(x, blocksWide), bottom: last(y, blocksHigh) }
}

function askSides(ask: Ask, { regionOfSide }: AtlasLevel, entry: Entry): void {
  ask(regionOfSide as Int32Array, 2 * entry, 2)
}
