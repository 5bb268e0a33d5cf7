/**
 * For one goal: what it costs from everywhere, and the step to take there. For whatever goes to one place in numbers.
 *
 * One search from the goal finds what every entry of its island costs. The cells of a block follow from the entries of
 * its regions, by a flood of that block that is made when one of its cells is first asked for, and kept; a second one lets
 * ways cross its rim anywhere, from what the first found in the blocks around. Those around the goal are flooded from it. A cell that leads on costs less than the
 * cell before it, by the step at least: so whoever follows the steps arrives, and for no more than was said.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../atlas/labels.ts'
import { halfStepUnits, landingOf } from '../atlas/landing.ts'
import { crossingAt, endSlotOf, entryAt, entryIn, firstSlotOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import { Heap } from '../base/heap.ts'
import type { MapFlood } from '../cells/map-flood.ts'
import { canStep, DX, DY, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import { LevelSearch } from '../route/level-search.ts'

const BLOCK_CELLS = (BLOCK_MASK + 1) ** 2
/** The goal's own block, and so many to each side of it, are flooded from the goal itself. */
const SIDES_AROUND = 1

export class Field {
  readonly goal: Point
  private readonly columns: AtlasColumns
  private readonly unitsOfEntry: Float64Array
  /** unitsOfBlock.get(block)[row * 32 + column] */
  private readonly unitsOfBlock = new Map<number, Float64Array>()
  private readonly insideUnitsOfBlock = new Map<number, Float64Array>()
  /** Of the blocks around the goal, what their cells cost by ways that stay there, over borders anywhere. */
  private readonly aroundUnitsOfBlock = new Map<number, Float64Array>()
  private readonly heap = new Heap()

  /** `end` stands at the goal; it is null where that is no free cell. */
  constructor(columns: AtlasColumns, goal: Point, end: QueryEnd | null, flood: MapFlood) {
    this.columns = columns
    this.goal = goal
    this.unitsOfEntry = new Float64Array(columns.levels[0].entryCount).fill(Infinity)
    if (end === null) return
    const search = new LevelSearch(columns, 0)
    search.fill(end, columns.levels.length - 1)
    const { nodes } = search
    for (let node = 0; node < nodes.count; node++) this.unitsOfEntry[entryIn(nodes.wordOf[node])] = nodes.unitsOf[node]
    this.lookAround(flood)
  }

  /** What the way from here to the goal costs, in cell lengths: Infinity where there is none. */
  costAt(x: number, y: number): number {
    this.columns.ready?.()
    return this.unitsAt(x, y) / UNITS_PER_CELL
  }

  /** The cell to go to from here; null at the goal and where no way leads there. */
  next(x: number, y: number): Point | null {
    this.columns.ready?.()
    const { terrain } = this.columns
    if (this.unitsAt(x, y) === Infinity || (x === this.goal.x && y === this.goal.y)) return null
    const cost = terrain.costAt(x, y)
    let best = Infinity
    let ahead = 0
    for (let direction = 0; direction < terrain.directions; direction++) {
      if (!canStep(terrain, x, y, direction)) continue
      const [toX, toY] = [x + DX[direction], y + DY[direction]]
      const units = this.unitsAt(toX, toY) + stepUnits(direction, cost, terrain.costAt(toX, toY))
      if (units >= best) continue
      best = units
      ahead = direction
    }
    return { x: x + DX[ahead], y: y + DY[ahead] }
  }

  private unitsAt(x: number, y: number): number {
    const { terrain } = this.columns
    return terrain.isFree(x, y) ? this.unitsIn(terrain.blockOf(x, y))[placeOf(x, y)] : Infinity
  }

  /** What the cells of a block cost, also by way of the cells around it. */
  private unitsIn(block: number): Float64Array {
    let units = this.unitsOfBlock.get(block)
    if (units === undefined) {
      units = this.insideUnits(block).slice()
      this.flood(block, units, true)
      this.unitsOfBlock.set(block, units)
    }
    return units
  }

  /** An entry may lie far from where the best way to a near goal crosses a border. */
  private lookAround(flood: MapFlood): void {
    const { x, y } = this.goal
    const { terrain } = this.columns
    flood.floodAround(x, y, SIDES_AROUND)
    const [blockX, blockY] = [x >> BLOCK_SHIFT, y >> BLOCK_SHIFT]
    for (let toY = blockY - SIDES_AROUND; toY <= blockY + SIDES_AROUND; toY++) {
      for (let toX = blockX - SIDES_AROUND; toX <= blockX + SIDES_AROUND; toX++) {
        if (toX < 0 || toY < 0 || toX >= terrain.blocksWide || toY >= terrain.blocksHigh) continue
        const [left, top] = [toX << BLOCK_SHIFT, toY << BLOCK_SHIFT]
        const units = new Float64Array(BLOCK_CELLS)
        for (let place = 0; place < BLOCK_CELLS; place++) {
          units[place] = flood.unitsTo(left + (place & BLOCK_MASK), top + (place >> BLOCK_SHIFT))
        }
        this.aroundUnitsOfBlock.set(toY * terrain.blocksWide + toX, units)
      }
    }
  }

  /** What they cost from the entries of the block's regions, and from the goal where it is near. */
  private insideUnits(block: number): Float64Array {
    const { labels } = this.columns
    let units = this.insideUnitsOfBlock.get(block)
    if (units !== undefined) return units
    const seeds: [x: number, y: number, units: number][] = []
    const regionEnd = endRegionOf(labels.regionsOfBlock, block)
    for (let region = firstRegionOf(labels.regionsOfBlock, block); region < regionEnd; region++) {
      this.seed(region, seeds)
    }
    units = this.aroundUnitsOfBlock.get(block)?.slice() ?? new Float64Array(BLOCK_CELLS).fill(Infinity)
    for (const [x, y, cost] of seeds) this.lower(units, placeOf(x, y), cost)
    this.flood(block, units, false)
    this.insideUnitsOfBlock.set(block, units)
    return units
  }

  /** Lowers the cells of a block by what is queued, or by what the cells around it cost. */
  private flood(block: number, unitsOf: Float64Array, isFromAround: boolean): void {
    const { terrain } = this.columns
    const heap = this.heap
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    if (isFromAround) this.enterFrom(left, top, unitsOf)
    while (heap.size > 0) {
      const place = heap.pop()
      const units = heap.poppedKey
      if (units > unitsOf[place]) continue
      const x = left + (place & BLOCK_MASK)
      const y = top + (place >> BLOCK_SHIFT)
      const cost = terrain.costAt(x, y)
      for (let direction = 0; direction < terrain.directions; direction++) {
        const [toX, toY] = [x + DX[direction], y + DY[direction]]
        if (!isIn(left, top, toX, toY) || !canStep(terrain, x, y, direction)) continue
        this.lower(unitsOf, placeOf(toX, toY), units + stepUnits(direction, cost, terrain.costAt(toX, toY)))
      }
    }
  }

  /** Steps from the cells around a block to those at its rim; a step back is as long and as legal as one there. */
  private enterFrom(left: number, top: number, unitsOf: Float64Array): void {
    const { terrain } = this.columns
    const entered: [place: number, units: number][] = []
    for (let place = 0; place < BLOCK_CELLS; place++) {
      const [column, row] = [place & BLOCK_MASK, place >> BLOCK_SHIFT]
      const isRim = column === 0 || row === 0 || column === BLOCK_MASK || row === BLOCK_MASK
      const [x, y] = [left + column, top + row]
      if (!isRim || !terrain.isFree(x, y)) continue
      for (let direction = 0; direction < terrain.directions; direction++) {
        const [fromX, fromY] = [x + DX[direction], y + DY[direction]]
        if (isIn(left, top, fromX, fromY) || !canStep(terrain, x, y, direction)) continue
        const step = stepUnits(direction, terrain.costAt(x, y), terrain.costAt(fromX, fromY))
        entered.push([place, this.insideUnits(terrain.blockOf(fromX, fromY))[placeOf(fromX, fromY)] + step])
      }
    }
    // Queued when the floods of the blocks around, which use the same queue, are over.
    for (const [place, units] of entered) this.lower(unitsOf, place, units)
  }

  private lower(unitsOf: Float64Array, place: number, units: number): void {
    if (units >= unitsOf[place]) return
    unitsOf[place] = units
    this.heap.push(units, place)
  }

  /** The entries of a region and what they cost, from the middle of a crossing to the landing on this side. */
  private seed(region: number, seeds: [x: number, y: number, units: number][]): void {
    const { columns, unitsOfEntry } = this
    const levelZero = columns.levels[0]
    const slotEnd = endSlotOf(levelZero, region)
    for (let slot = firstSlotOf(levelZero, region); slot < slotEnd; slot++) {
      const crossing = crossingAt(levelZero, slot)
      const units = unitsOfEntry[entryAt(levelZero, slot)] + halfStepUnits(columns.terrain, crossing)
      const landing = landingOf(columns.terrain, crossing)
      seeds.push([xOf(landing), yOf(landing), units])
    }
  }
}

function isIn(left: number, top: number, x: number, y: number): boolean {
  return x >= left && y >= top && x <= left + BLOCK_MASK && y <= top + BLOCK_MASK
}

function placeOf(x: number, y: number): number {
  return ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
}
