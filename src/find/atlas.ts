/**
 * An opened atlas: its cells, regions and entries, and the finders that search it.
 */
import { type AtlasColumns, countsOf } from '../atlas/columns.ts'
import { sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { islandOfCell, regionAbove, regionOfCell } from '../atlas/islands.ts'
import { columnsOf, type LevelCounts, sizeBytesOf } from '../atlas/layout.ts'
import { crossingAt, endSlotOf, entryAt, firstSlotOf, hold } from '../atlas/level-graph.ts'
import { openColumns } from '../atlas/open-columns.ts'
import { isTravellersFile, type TravellersFile } from '../atlas/travellers-file.ts'
import type { Point } from '../base/answer.ts'
import { countBits } from '../base/bits.ts'
import { nameOf, optionsOf, refuse, textOf } from '../base/given.ts'
import { gone } from '../base/gone.ts'
import type { Grounds } from '../map/grounds.ts'
import type { Directions } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, copyOf, type Terrain } from '../map/terrain.ts'
import type { Traveller } from '../map/traveller.ts'
import { doorOfExtras, type Extras, extraOf, FINDER_OPTIONS, type FinderOptions, levelWaysFor } from './extras.ts'
import { Finder } from './finder.ts'
import { type NearestCell, type NearestOptions, nearestFree } from './replaced-ends.ts'

/** What an atlas holds, in numbers. */
export interface AtlasStats {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly uniform: boolean
  /** What the cost of a cell takes where ground differs: 2 where a cost exceeds 255. */
  readonly costBytes: number
  readonly freeCells: number
  readonly islands: number
  readonly levels: readonly (LevelCounts & { readonly level: number; readonly blockSideCells: number })[]
  /** `level` is -1 for what belongs to no level. */
  readonly columns: readonly { readonly name: string; readonly level: number; readonly bytes: number }[]
  readonly byteLength: number
  readonly bytesPerCell: number
}

/** The traveller of an atlas, and what it shares with the other travellers of its file. */
interface Siblings {
  readonly file: TravellersFile
  readonly traveller: Traveller
  /** Made when they are first needed. */
  readonly atlasOfName: Map<string, Atlas>
}

/** An opened atlas. It never changes, so any number of finders can share it. */
export class Atlas {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly levelCount: number
  readonly islandCount: number
  readonly byteLength: number
  private readonly ownColumns: AtlasColumns
  private ownTerrain: Terrain | null = null
  private readonly extras: Extras
  private readonly siblings: Siblings | null

  /** @internal */
  constructor(columns: AtlasColumns, byteLength: number, extras: Extras, siblings: Siblings | null = null) {
    this.ownColumns = columns
    this.width = columns.terrain.width
    this.height = columns.terrain.height
    this.directions = columns.terrain.directions
    this.levelCount = columns.levels.length
    this.islandCount = columns.islandCount
    this.byteLength = byteLength
    this.extras = extras
    this.siblings = siblings
    siblings?.atlasOfName.set(siblings.traveller.name, this)
  }

  /** On a map that changes, columns are valid until another version is read. @internal */
  get columns(): AtlasColumns {
    this.ownColumns.settleAll?.()
    return this.ownColumns
  }

  get terrain(): Terrain {
    const { terrain, home } = this.ownColumns
    if (home === undefined) return terrain
    // Callers keep it, so it must not share its cells with other versions.
    this.ownTerrain ??= copyOf(terrain)
    return this.ownTerrain
  }

  /** The travellers that the file was baked for; none where it was baked for one unit. */
  get travellers(): readonly Traveller[] {
    return this.siblings?.file.travellers ?? []
  }

  /** Which of them this is. */
  get traveller(): Traveller | null {
    return this.siblings?.traveller ?? null
  }

  /** What the map is made of; null where it was baked from costs. */
  get grounds(): Grounds | null {
    return this.siblings?.file.ground ?? null
  }

  /** The same map as another traveller sees it: its cells are free where the whole of it can stand. */
  as(name: string): Atlas {
    const known = this.siblings?.atlasOfName.get(name)
    if (known !== undefined) return known
    const traveller = this.travellers.find(other => other.name === name)
    if (this.siblings === null || traveller === undefined) {
      const names = this.travellers.map(other => other.name).join(', ')
      refuse(
        `There is no traveller '${textOf(name)}': ${names === '' ? 'this atlas has none' : `this atlas has ${names}`}.`,
      )
    }
    const { file } = this.siblings
    return new Atlas(file.columnsOf(traveller), this.byteLength, this.extras, { ...this.siblings, traveller })
  }

  /** The cost of a cell: 0 for a wall and outside the map. */
  costAt(x: number, y: number): number {
    if (!isWhole(x, y)) return 0
    return this.ownColumns.terrain.costAt(x, y)
  }

  /** The number of the island that a cell belongs to; -1 for a wall and outside the map. */
  islandOf(x: number, y: number, traveller?: string): number {
    if (traveller !== undefined) return this.as(traveller).islandOf(x, y)
    return isWhole(x, y) ? islandOfCell(this.ownColumns, x, y) : -1
  }

  /** Whether a path leads from one cell to the other. */
  isReachable(x0: number, y0: number, x1: number, y1: number, traveller?: string): boolean
  isReachable(start: Point, goal: Point, traveller?: string): boolean
  isReachable(a: number | Point, b: number | Point, c?: number | string, d?: number, traveller?: string): boolean {
    if (typeof a === 'object' && a !== null)
      return this.isReachable(a.x, a.y, (b as Point).x, (b as Point).y, c as string | undefined)
    if (traveller !== undefined) return this.as(traveller).isReachable(a, b as number, c as number, d!)
    const island = this.islandOf(a, b as number)
    return island >= 0 && island === this.islandOf(c as number, d!)
  }

  /**
   * The free cell closest to (x, y) as the crow flies, of any island or of the one given. The point may lie outside the
   * map. The status is 'none' where no such cell is near enough.
   */
  nearest(x: number, y: number, options?: NearestOptions): NearestCell {
    const { island } = optionsOf(options, { island: true, within: true })
    // Islands of a version of a live map have numbers of their own.
    if (island !== undefined && this.ownColumns.home === undefined) checkBelow('island', island, this.islandCount)
    return nearestFree(this.ownColumns, x, y, options)
  }

  /** The region of `level` that a cell belongs to; -1 for a wall, outside the map, and where its island is closed off below. */
  regionOf(x: number, y: number, level: number): number {
    checkBelow('level', level, this.levelCount)
    if (!isWhole(x, y) || !this.terrain.isFree(x, y)) return -1
    const region = regionOfCell(this.columns.labels, this.terrain.blockOf(x, y), x, y)
    return regionAbove(this.columns.levels, region, level)
  }

  regionCount(level: number): number {
    checkBelow('level', level, this.levelCount)
    return this.columns.levels[level].regionCount
  }

  /** Entries are numbered by rank, highest first: those of `level` are 0 .. entryCount(level) - 1. */
  entryCount(level: number): number {
    checkBelow('level', level, this.levelCount)
    return this.columns.levels[level].entryCount
  }

  /** The highest level that has this entry. */
  rankOf(entry: number): number {
    checkBelow('entry', entry, this.columns.levels[0].entryCount)
    let rank = this.levelCount - 1
    while (rank > 0 && entry >= this.columns.levels[rank].entryCount) rank--
    return rank
  }

  /** The two cells that an entry joins: x, y of one, x, y of the other. */
  entryCells(entry: number): [number, number, number, number] {
    const levelZero = this.columns.levels[0]
    checkBelow('entry', entry, levelZero.entryCount)
    const cells: [number, number, number, number] = [0, 0, 0, 0]
    for (let side = 0; side < 2; side++) {
      const region = levelZero.regionOfSide[2 * entry + side]
      let slot = firstSlotOf(levelZero, region)
      const end = endSlotOf(levelZero, region)
      while (slot < end && (entryAt(levelZero, slot) !== entry || sideOf(crossingAt(levelZero, slot)) !== side)) slot++
      hold(slot < end, 'slots')
      cells[2 * side] = xOf(crossingAt(levelZero, slot))
      cells[2 * side + 1] = yOf(crossingAt(levelZero, slot))
    }
    return cells
  }

  /** The same atlas, whose finders can do more. */
  with(extras: Extras): Atlas {
    const siblings = this.siblings && { ...this.siblings, atlasOfName: new Map<string, Atlas>() }
    return new Atlas(this.ownColumns, this.byteLength, { ...this.extras, ...extras }, siblings)
  }

  /** A finder answers queries; it owns its scratch, so make one per worker. */
  finder(options: FinderOptions = {}): Finder {
    const given: FinderOptions = optionsOf(options, FINDER_OPTIONS)
    const { traveller } = given
    if (traveller !== undefined && traveller !== this.traveller?.name) return this.as(traveller).finder(options)
    const { ownColumns: columns, extras } = this
    const turn = this.traveller?.turn
    const turnerOf = turn ? extraOf(extras, 'turner', 'A traveller that turns') : null
    const turner = turnerOf && ((own: AtlasColumns) => turnerOf(own, turn!))
    return new Finder({ columns }, { extras, levelWays: levelWaysFor(columns, extras, given), turner })
  }

  stats(): AtlasStats {
    const counts = countsOf(this.columns)
    let freeCells = 0
    for (const bits of this.terrain.rowBits) freeCells += countBits(bits)
    return {
      width: this.width,
      height: this.height,
      directions: this.directions,
      uniform: this.terrain.isUniform,
      costBytes: this.terrain.costOfCell.BYTES_PER_ELEMENT,
      freeCells,
      islands: this.islandCount,
      levels: counts.levels.map((own, level) => ({ level, blockSideCells: BLOCK_SIDE_CELLS << level, ...own })),
      columns: columnsOf(counts).map(column => ({
        name: column.name,
        level: column.level,
        bytes: sizeBytesOf(column),
      })),
      byteLength: this.byteLength,
      bytesPerCell: this.byteLength / (this.width * this.height),
    }
  }
}

const SURVEYS = ['widthAt', 'clearanceAlong', 'chokePoints', 'deadEnds', 'whatIf']
gone(Atlas.prototype, Object.fromEntries(SURVEYS.map(name => [name, `call ${name}(atlas, ..) of isthmus/travellers`])))

/** Whether these are cells, and not places between cells. */
function isWhole(x: number, y: number): boolean {
  return Number.isInteger(x) && Number.isInteger(y)
}

function checkBelow(what: string, value: number, end: number): void {
  if (Number.isInteger(value) && value >= 0 && value < end) return
  refuse(`There is no ${what} ${textOf(value)}: this atlas has 0 to ${end - 1}.`)
}

export interface OpenOptions {
  /** What finders can do beyond finding paths: `{ ...exact, ...many }` of isthmus/exact and isthmus/many. */
  readonly extras?: Extras
}

/** Opens the bytes of an atlas. Every door has this `openAtlas`; doors differ in what their finders can do at once. */
export function openWith(bytes: Uint8Array, extrasOfDoor: Extras, options: OpenOptions | null | undefined): Atlas {
  const given = extrasIn(options)
  const extras = { ...extrasOfDoor, ...given }
  if (!isTravellersFile(bytes)) return new Atlas(openColumns(bytes), bytes.length, extras)
  const file = extraOf(extras, 'travellersFile', 'A file of travellers')(bytes)
  const [traveller] = file.travellers
  return new Atlas(file.columnsOf(traveller), bytes.length, extras, { file, traveller, atlasOfName: new Map() })
}

function extrasIn(options: OpenOptions | null | undefined): Extras {
  const door = doorOfExtras(options)
  if (door !== undefined) refuse(`Extras are an option: call openAtlas(bytes, { extras: ${door} }).`)
  if (options != null && 'prove' in options) refuse('prove is no option: call proveAtlas(atlas) of isthmus/exact.')
  const { extras = {} }: OpenOptions = optionsOf(options, { extras: true })
  if (typeof extras !== 'object' || extras === null) {
    refuse(`The extras are ${nameOf(extras)}: exact, many, travellers or graph were expected.`)
  }
  return extras
}
