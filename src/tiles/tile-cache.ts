/**
 * The tiles in memory, whole or in pages. It drops the least recently used first. It checks what it reads: the crown's
 * digests of a tile's files, the digest of each page, and an atlas as usual.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { openColumns } from '../atlas/open-columns.ts'
import type { Point } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Region } from '../base/ids.ts'
import { type Crown, FILES_OF_TILE } from './crown-file.ts'
import type { CrownSearch, TileCrossing } from './crown-search.ts'
import type { FirstCells } from './first-cells.ts'
import { LoadedTile } from './loaded-tile.ts'
import { type ReachFile, readReach } from './seam-costs.ts'
import { damaged, digestOf, digestOfAtlas, hexOfWords } from './sections.ts'
import { TileEnds } from './tile-ends.ts'
import { type CellFacts, readPages, readWhole, TilePages, TileParts } from './tile-parts.ts'
import { inWindow, type Plan, windowOf } from './tile-plan.ts'
import type { TileStore } from './tile-store.ts'

/** A tile of which at least some pages are at hand. */
interface HeldTile {
  readonly parts: TileParts
  /** The bytes of its reach, once an end needs it. */
  reachBytes: number
  /** Null until an end of a route lies in the tile. */
  ends: Promise<TileEnds> | null
  /** Null until a caller needs the whole tile. */
  whole: Promise<LoadedTile> | null
}

/** A cell of a tile, and the region of the crown that it belongs to. */
type EndInTile = Point & { readonly tile: number; readonly region: Region }

export class TileCache {
  /** Tiles read whole from the store. */
  readCount = 0
  private readonly crown: Crown
  private readonly store: TileStore
  private readonly memoryBytes: number
  /** The least recently used first. */
  private readonly tiles = new Map<number, HeldTile>()
  private readonly opening = new Map<number, Promise<HeldTile>>()

  constructor(crown: Crown, store: TileStore, memoryBytes: number) {
    this.crown = crown
    this.store = store
    this.memoryBytes = memoryBytes
  }

  get plan(): Plan {
    return this.crown.plan
  }

  get count(): number {
    return this.tiles.size
  }

  get bytes(): number {
    let all = 0
    for (const held of this.tiles.values()) all += bytesOf(held)
    return all
  }

  async factsOf(index: number, point: Point): Promise<CellFacts> {
    const { parts } = await this.hold(index)
    const facts = await parts.factsOf(this.inWindow(index, point))
    this.letGo(index)
    return facts
  }

  /** The costs from an end of a route to the entries of its region of the crown, by slot, in units. */
  async unitsOf(search: CrownSearch, { tile: index, region, ...point }: EndInTile): Promise<Float64Array<ArrayBuffer>> {
    const units = await (await this.endsOf(index)).unitsOf(search, region, this.inWindow(index, point))
    this.letGo(index)
    return units
  }

  /** The first cells of a route from a point of a tile to one of its crossings, in the window. Null if it is near. */
  async firstCells({ tile: index, side, place }: TileCrossing, point: Point): Promise<FirstCells | null> {
    const first = await (await this.endsOf(index)).firstCells(side, place, this.inWindow(index, point))
    this.letGo(index)
    return first
  }

  private async endsOf(index: number): Promise<TileEnds> {
    const held = await this.hold(index)
    held.ends ??= TileEnds.open(held.parts, this.readReach(index, held)).catch(error => {
      held.ends = null
      throw error
    })
    return held.ends
  }

  private async readReach(index: number, held: HeldTile): Promise<ReachFile> {
    const { name, bytes } = this.fileOf(index, 'reach')
    const reach = await readWhole(this.store, name, bytes, digestOf)
    held.reachBytes = reach.length
    return readReach(name, reach, held.parts.columns)
  }

  private inWindow(index: number, point: Point): Point {
    return inWindow(point, windowOf(this.plan, index))
  }

  async get(index: number): Promise<LoadedTile> {
    const held = await this.hold(index)
    held.whole ??= this.load(index, held).catch(error => {
      held.whole = null
      throw error
    })
    return held.whole
  }

  /** Begins to read a tile that `get` will need soon. `get` reports errors. */
  expect(index: number): void {
    this.get(index).catch(() => {})
  }

  private async hold(index: number): Promise<HeldTile> {
    const known = this.tiles.get(index)
    if (known !== undefined) {
      this.tiles.delete(index)
      this.tiles.set(index, known)
      return known
    }
    let opening = this.opening.get(index)
    if (opening === undefined) {
      opening = this.open(index).finally(() => this.opening.delete(index))
      this.opening.set(index, opening)
    }
    return opening
  }

  private async open(index: number): Promise<HeldTile> {
    const { crown, store } = this
    const [atlas, file] = [this.fileOf(index, 'atlas'), this.fileOf(index, 'pages')]
    const digests = readPages(file.name, await readWhole(store, file.name, file.bytes, digestOf), atlas.bytes)
    const pages = new TilePages(store, atlas.name, atlas.bytes, digests)
    const parts = await TileParts.open(pages, windowOf(crown.plan, index))
    const held = { parts, reachBytes: 0, ends: null, whole: null }
    this.tiles.set(index, held)
    return held
  }

  private async load(index: number, held: HeldTile): Promise<LoadedTile> {
    const { pages } = held.parts
    await pages.needAll()
    const tile = new LoadedTile(this.crown.plan, index, pages.name, columnsOf(pages))
    this.readCount++
    this.letGo(index)
    return tile
  }

  private letGo(last: number): void {
    let { bytes } = this
    for (const [index, held] of this.tiles) {
      if (bytes <= this.memoryBytes || index === last) break
      this.tiles.delete(index)
      bytes -= bytesOf(held)
    }
  }

  private fileOf(index: number, kind: (typeof FILES_OF_TILE)[number]): { name: string; bytes: number } {
    const { digestsOfTile, bytesOfTile } = this.crown
    const at = FILES_OF_TILE.length * index + FILES_OF_TILE.indexOf(kind)
    const digest = hexOfWords(digestsOfTile[2 * at], digestsOfTile[2 * at + 1])
    return { name: `tiles/${index}-${digest}.${kind}`, bytes: bytesOfTile[at] }
  }
}

function bytesOf({ parts, reachBytes }: HeldTile): number {
  return parts.pages.heldBytes + reachBytes
}

function columnsOf({ name, bytes }: TilePages): AtlasColumns {
  try {
    const columns = openColumns(bytes)
    if (!name.includes(`-${digestOfAtlas(bytes)}.`)) throw damaged(name, 'it is another tile')
    return columns
  } catch (error) {
    if (error instanceof IsthmusError && error.code !== 'TILE_DAMAGED') throw damaged(name, error.message)
    throw error
  }
}
