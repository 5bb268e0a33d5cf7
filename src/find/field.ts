/**
 * For one goal: what it costs from everywhere, and the step to take there. For whatever goes to one place in numbers.
 *
 * One search from the goal finds what every entry of its island costs. The cells of a block follow from the entries of
 * its regions, by a flood of that block that is made when one of its cells is first asked for, and kept. A cell that
 * leads on costs less than the cell before it, by the step at least: so whoever follows the steps arrives, and for no more
 * than was said.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { halfStepUnits, xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../atlas/labels.ts'
import { endSlotOf, entryIn, firstSlotOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import { LevelSearch } from '../route/level-search.ts'

export class Field {
  readonly goal: Point
  private readonly columns: AtlasColumns
  private readonly unitsOfEntry: Float64Array
  /** unitsOfBlock.get(block)[row * 32 + column] */
  private readonly unitsOfBlock = new Map<number, Float64Array>()
  private readonly heap = new Heap()

  /** `end` stands at the goal; it is null where that is no free cell. */
  constructor(columns: AtlasColumns, goal: Point, end: QueryEnd | null) {
    this.columns = columns
    this.goal = goal
    this.unitsOfEntry = new Float64Array(columns.levels[0].entryCount).fill(Infinity)
    if (end === null) return
    const search = new LevelSearch(columns, 0)
    search.fill(end, columns.levels.length - 1)
    const { nodes } = search
    for (let node = 0; node < nodes.count; node++) this.unitsOfEntry[entryIn(nodes.wordOf[node])] = nodes.unitsOf[node]
  }

  /** What the way from here to the goal costs, in cell lengths: Infinity where there is none. */
  costAt(x: number, y: number): number {
    return this.unitsAt(x, y) / UNITS_PER_CELL
  }

  /** The cell to go to from here; null at the goal and where no way leads there. */
  next(x: number, y: number): Point | null {
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
    if (!terrain.isFree(x, y)) return Infinity
    const block = terrain.blockOf(x, y)
    let units = this.unitsOfBlock.get(block)
    if (units === undefined) {
      units = this.flood(block)
      this.unitsOfBlock.set(block, units)
    }
    return units[placeOf(x, y)]
  }

  /** What the cells of a block cost, from the entries of its regions and from the goal where it is here. */
  private flood(block: number): Float64Array {
    const { columns, heap, goal } = this
    const { terrain, labels } = columns
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    const unitsOf = new Float64Array((BLOCK_MASK + 1) ** 2).fill(Infinity)
    heap.clear()
    const better = (x: number, y: number, units: number) => {
      const place = placeOf(x, y)
      if (units >= unitsOf[place]) return
      unitsOf[place] = units
      heap.push(units, place)
    }
    const regionEnd = endRegionOf(labels.regionsOfBlock, block)
    for (let region = firstRegionOf(labels.regionsOfBlock, block); region < regionEnd; region++)
      this.seed(region, better)
    if (terrain.isFree(goal.x, goal.y) && terrain.blockOf(goal.x, goal.y) === block) better(goal.x, goal.y, 0)
    while (heap.size > 0) {
      const place = heap.pop()
      const units = heap.poppedKey
      if (units > unitsOf[place]) continue
      const x = left + (place & BLOCK_MASK)
      const y = top + (place >> BLOCK_SHIFT)
      const cost = terrain.costAt(x, y)
      for (let direction = 0; direction < terrain.directions; direction++) {
        const [toX, toY] = [x + DX[direction], y + DY[direction]]
        if (toX >> BLOCK_SHIFT !== left >> BLOCK_SHIFT || toY >> BLOCK_SHIFT !== top >> BLOCK_SHIFT) continue
        if (!canStep(terrain, x, y, direction)) continue
        better(toX, toY, units + stepUnits(direction, cost, terrain.costAt(toX, toY)))
      }
    }
    return unitsOf
  }

  /** The entries of a region and what they cost, from the middle of a crossing to the cell on this side. */
  private seed(region: number, better: (x: number, y: number, units: number) => void): void {
    const { columns, unitsOfEntry } = this
    const ground = columns.levels[0]
    const slotEnd = endSlotOf(ground, region)
    for (let slot = firstSlotOf(ground, region); slot < slotEnd; slot++) {
      const crossing = ground.slots[2 * slot + 1]
      const units = unitsOfEntry[entryIn(ground.slots[2 * slot])] + halfStepUnits(columns.terrain, crossing)
      better(xOf(crossing), yOf(crossing), units)
    }
  }
}

function placeOf(x: number, y: number): number {
  return ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
}
