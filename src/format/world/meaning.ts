/**
 * The cost of walking on a drawn thing. It comes from, in this order: the thing's own properties (`wall`, `cost`), the
 * caller's table of costs by name, and the names that mean walls everywhere.
 */
import { refuse, refuseSize, textOf as shown } from '../../base/given.ts'
import { checkCellsMax, holdCells } from '../../map/grid.ts'
import type { CostsByName, ReadWorldOptions } from './description.ts'
import { type Fields, failMap } from './fields.ts'

/** No cost is given. */
export const SILENT = -1
const COST_MAX = 255
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
      if (!isCost(cost)) refuse(`The cost of ${name} is ${shown(cost)}: give a whole number, 0 (wall) to ${COST_MAX}.`)
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

  /** The cost from properties; SILENT if none of them is about walking. */
  ofProperties(properties: Fields, where: string): number {
    const { wall, cost } = properties
    if (wall === true || wall === 'true') return 0
    if (this.of === 'grounds') return this.ofGround(properties.ground, where)
    if (cost !== undefined) {
      const value = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost
      if (!isCost(value))
        failMap(where, `its property cost is ${shown(cost)}: it must be a whole number, 0 (wall) to ${COST_MAX}.`)
      return value
    }
    return wall === false || wall === 'false' ? this.costOfTile : SILENT
  }

  private ofGround(ground: unknown, where: string): number {
    if (ground === undefined || ground === '') return SILENT
    if (typeof ground === 'string' && Object.hasOwn(this.costs, ground)) return this.costs[ground]
    failMap(where, `its property ground is ${shown(ground)}: known are ${Object.keys(this.costs).join(', ')}.`)
  }

  /** The cost from the name of a class, a value or a layer. */
  ofName(name: string): number {
    if (name === '') return SILENT
    if (Object.hasOwn(this.costs, name)) return this.costs[name]
    return WALL_NAMES.test(name) ? 0 : SILENT
  }
}

function isCost(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= COST_MAX
}
