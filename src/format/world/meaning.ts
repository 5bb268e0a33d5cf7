/**
 * The cost of walking on a drawn thing. It comes from, in this order: its own properties (`wall`, `cost`), the caller's
 * costs by name, names that always mean walls.
 */
import { type Kind, refuse, refuseSize, textOf as shown } from '../../base/given.ts'
import { whole } from '../../base/kinds.ts'
import { allocateCosts, checkCellsMax, checkSize, type Grid, holdCells } from '../../map/grid.ts'
import type { CostsByName, ReadWorldOptions } from './description.ts'
import { type Fields, failMap } from './fields.ts'

/** The cost of a thing; undefined where nothing tells it. */
export type Told = number | undefined

const COST: Kind = { ...whole(0, 255), wanted: 'a whole number from 0 (wall) to 255' }
const WALL_NAMES = /^(walls?|collisions?|collide|blocked|blocking|obstacles?|solid|impassable|void)$/i
export const CELLS_MAX = 100_000_000
/** All maps of a world together may have this many times the cells of the largest allowed map. */
const LARGEST_MAPS_MAX = 16

export class Meaning {
  readonly costOfTile: number
  /** Null if the file decides. */
  readonly costOfEmpty: number | null
  private readonly cellsMax: number
  private cellsLeft: number
  private readonly costs: CostsByName

  /** The meaning of the numbers: costs, or grounds, whose numbers `costs` then gives by name. */
  private readonly of: 'costs' | 'grounds'

  constructor({ costs = {}, tile = 1, empty, cellsMax = CELLS_MAX }: ReadWorldOptions, of: Meaning['of'] = 'costs') {
    this.costs = costs
    this.of = of
    for (const [name, cost] of Object.entries({ ...costs, 'a bare tile': tile, 'an empty cell': empty ?? 0 })) {
      if (!COST.is(cost)) refuse(`The cost of ${name} is ${shown(cost)}: ${COST.wanted} was expected.`)
    }
    this.costOfTile = tile
    this.costOfEmpty = empty ?? null
    checkCellsMax(cellsMax)
    this.cellsMax = cellsMax
    this.cellsLeft = LARGEST_MAPS_MAX * cellsMax
  }

  /** Counts the cells of a map; callers use it before they allocate memory. */
  takeCells(width: number, height: number): void {
    holdCells(width, height, this.cellsMax)
    this.cellsLeft -= width * height
    if (this.cellsLeft >= 0) return
    const most = LARGEST_MAPS_MAX * this.cellsMax
    refuseSize(`The maps of the world have more than ${most} cells. Set cellsMax to accept it.`)
  }

  /** The cost from properties. */
  ofProperties(properties: Fields, where: string): Told {
    const { wall, cost } = properties
    if (wall === true || wall === 'true') return 0
    if (this.of === 'grounds') return this.ofGround(properties.ground, where)
    if (cost !== undefined) {
      const value = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost
      if (!COST.is(value)) failMap(where, `its property cost is ${shown(cost)}: ${COST.wanted} was expected.`)
      return value as number
    }
    return wall === false || wall === 'false' ? this.costOfTile : undefined
  }

  private ofGround(ground: unknown, where: string): Told {
    if (ground === undefined || ground === '') return undefined
    if (typeof ground === 'string' && Object.hasOwn(this.costs, ground)) return this.costs[ground]
    failMap(where, `its property ground is ${shown(ground)}: known are ${Object.keys(this.costs).join(', ')}.`)
  }

  /** The cost from the name of a class, a value or a layer. */
  ofName(name: string): Told {
    if (name === '') return undefined
    if (Object.hasOwn(this.costs, name)) return this.costs[name]
    return WALL_NAMES.test(name) ? 0 : undefined
  }
}

/** Cells without a thing, and with things of which none tells its cost. */
const EMPTY = -2
const UNKNOWN = -1
/**
 * The most times that a file may paint the whole map, in layers, chunks and rectangles: more than any designer needs.
 */
const COATS_MAX = 512

export type Canvas = ReturnType<typeof canvasOf>

export function canvasOf(width: number, height: number, meaning: Meaning) {
  checkSize(width, height)
  meaning.takeCells(width, height)
  const costOfCell = new Int16Array(width * height).fill(EMPTY)
  let cellsLeft = COATS_MAX * width * height
  return {
    width,
    height,
    /** Counts cells; callers use it before they unpack or paint them. */
    expect(cells: number, where: string): void {
      cellsLeft -= cells
      if (cells > width * height || cellsLeft < 0) {
        failMap(where, `it paints more than the ${width} x ${height} cells of the map, or it again and again.`)
      }
    },
    isInside: (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height,
    /** Paints one cell with the cost of the thing on it. */
    paint(x: number, y: number, cost: Told): void {
      const cell = y * width + x
      if (cost !== undefined || costOfCell[cell] === EMPTY) costOfCell[cell] = cost ?? UNKNOWN
    },
    /** `costOfTile` is for things without a cost, `costOfEmpty` for empty cells. */
    grid(costOfTile: number, costOfEmpty: number): Grid {
      const cost = allocateCosts(width, height)
      for (let cell = 0; cell < cost.length; cell++) {
        cost[cell] = costOfCell[cell] >= 0 ? costOfCell[cell] : costOfCell[cell] === UNKNOWN ? costOfTile : costOfEmpty
      }
      return { width, height, cost }
    },
  }
}
