/**
 * What a map knows about itself, for whoever walks on it: how wide it is at a cell, and which single cells hold an island
 * together. Connection is that of cells side by side (map/movement.ts), so a **choke point** is a cell without which its
 * neighbours are no longer all connected: an articulation of that graph, found for all cells in one walk (Tarjan's).
 * Seen as a traveller of several cells, a door of just its width is a choke point too.
 */
import { IsthmusError } from '../base/errors.ts'
import { refuse } from '../base/given.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { reachBefore, SIZE_MAX } from '../map/traveller.ts'

/** What is asked of an atlas. */
interface Surveyed {
  readonly terrain: Terrain
}

export interface ChokePoint {
  readonly x: number
  readonly y: number
  /** How many cells each part of the island has without this one, the largest first: two parts to four. */
  readonly parts: readonly number[]
}

export interface ChokeOptions {
  /** Only where the second largest part has so many cells: 1 unless given. */
  readonly least?: number
}

/** A walk keeps 14 bytes a cell. */
const CELLS_MAX = 2 ** 27
const NONE = 4

/** The side in cells of the largest traveller that can stand at (x, y), 64 at most; 0 on a wall and outside the map. */
export function widthAt({ terrain }: Surveyed, x: number, y: number): number {
  let size = 0
  while (size < SIZE_MAX && isFreeSquare(terrain, x - reachBefore(size + 1), y - reachBefore(size + 1), size + 1))
    size++
  return size
}

/** A square that reaches one cell further holds the one before: its whole is looked at all the same, as squares are small. */
function isFreeSquare(terrain: Terrain, left: number, top: number, size: number): boolean {
  for (let y = top; y < top + size; y++) {
    for (let x = left; x < left + size; x++) if (!terrain.isFree(x, y)) return false
  }
  return true
}

/** All choke points of a map, those that part most first. */
export function chokePoints({ terrain }: Surveyed, { least = 1 }: ChokeOptions = {}): ChokePoint[] {
  if (!(Number.isInteger(least) && least >= 1)) refuse(`least is ${least}: a number of cells from 1 on was expected.`)
  const { width, height } = terrain
  if (width * height > CELLS_MAX) {
    throw new IsthmusError('TOO_LARGE', `A survey takes maps of up to ${CELLS_MAX} cells, not ${width * height}.`)
  }
  const walk = new Walk(terrain)
  const found: ChokePoint[] = []
  for (let cell = 0; cell < width * height; cell++) {
    if (walk.isNew(cell))
      walk.from(cell, (at, parts) => {
        if (parts[1] >= least) found.push({ x: at % width, y: Math.floor(at / width), parts })
      })
  }
  return found.sort((a, b) => b.parts[1] - a.parts[1] || a.y - b.y || a.x - b.x)
}

/** A walk in depth over islands. Each cell is numbered when it is met, and knows the lowest number beside what hangs on it. */
class Walk {
  private readonly terrain: Terrain
  private readonly order: Int32Array
  private readonly low: Int32Array
  /** The cells that hang on a cell, itself among them. */
  private readonly size: Int32Array
  private readonly came: Uint8Array
  private readonly next: Uint8Array
  private count = 0

  constructor(terrain: Terrain) {
    const cells = terrain.width * terrain.height
    this.terrain = terrain
    this.order = new Int32Array(cells)
    this.low = new Int32Array(cells)
    this.size = new Int32Array(cells)
    this.came = new Uint8Array(cells)
    this.next = new Uint8Array(cells)
  }

  isNew(cell: number): boolean {
    return this.order[cell] === 0 && this.isFree(cell)
  }

  /** Walks over the island of a cell; tells each choke point with the sizes of its parts. */
  from(root: number, tell: (cell: number, parts: number[]) => void): void {
    const { order, low, size, next } = this
    const partsOf = new Map<number, number[]>()
    this.meet(root, NONE)
    for (let cell = root; cell >= 0; ) {
      if (next[cell] < 4) {
        const direction = next[cell]++
        const beside = this.beside(cell, direction)
        if (beside < 0) continue
        if (order[beside] === 0) {
          this.meet(beside, direction)
          cell = beside
        } else low[cell] = Math.min(low[cell], order[beside])
        continue
      }
      const before = this.before(cell)
      if (before >= 0) {
        low[before] = Math.min(low[before], low[cell])
        size[before] += size[cell]
        if (low[cell] >= order[before]) partsOf.set(before, [...(partsOf.get(before) ?? []), size[cell]])
      }
      cell = before
    }
    for (const [cell, parts] of partsOf) {
      const rest = size[root] - 1 - parts.reduce((sum, part) => sum + part, 0)
      if (rest > 0) parts.push(rest)
      if (parts.length > 1)
        tell(
          cell,
          parts.sort((a, b) => b - a),
        )
    }
  }

  private meet(cell: number, direction: number): void {
    this.order[cell] = ++this.count
    this.low[cell] = this.count
    this.size[cell] = 1
    this.came[cell] = direction
  }

  /** The cell that the walk came from; -1 for the first one. */
  private before(cell: number): number {
    const direction = this.came[cell]
    return direction === NONE ? -1 : cell - DX[direction] - DY[direction] * this.terrain.width
  }

  /** The free neighbour in one of the four directions; -1 where there is none. */
  private beside(cell: number, direction: number): number {
    const { terrain } = this
    const x = (cell % terrain.width) + DX[direction]
    const y = Math.floor(cell / terrain.width) + DY[direction]
    return terrain.isFree(x, y) ? y * terrain.width + x : -1
  }

  private isFree(cell: number): boolean {
    return this.terrain.isFree(cell % this.terrain.width, Math.floor(cell / this.terrain.width))
  }
}
