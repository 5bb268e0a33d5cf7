/**
 * What an edit means to the regions beyond a block's borders. A part of each crossing's step lies there, and the cell that a
 * path arrives at may be another one by what cells on this side cost (landing.ts). Where that cell is what it was, all pairs
 * of the entry cost more or less by as much, and no flood is needed; else the region's table is made again. So is that of a region
 * that has a crossing in a corner where four blocks meet, past which a way may lead.
 */
import { directionOfCrossing, reversed, sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { halfStepUnits, type LandingCosts, landingOf } from '../atlas/landing.ts'
import { entryIn } from '../atlas/level-graph.ts'
import type { Block, Entry, Region } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { Rows } from './rows.ts'
import type { Store } from './store.ts'
import type { TouchedBlock } from './touched-blocks.ts'
import { touchedCorners } from './touched-corners.ts'

interface Shift {
  readonly region: Region
  readonly entry: Entry
  readonly units: number
}

export class Beyond {
  private readonly store: Store
  private readonly rows: Rows
  /** Blocks where no way has become cheaper than landmarks know. */
  private readonly noCheaper: Set<number>
  private readonly shifts: Shift[] = []

  constructor(store: Store, rows: Rows, noCheaper: Set<number>) {
    this.store = store
    this.rows = rows
    this.noCheaper = noCheaper
  }

  /** Soils the regions beyond where landings are others now, and notes where crossings cost others. */
  look(touched: TouchedBlock): void {
    const { terrain, levels } = this.store
    if (terrain.isUniform && !touched.hasCosts) return
    this.lookOverCorners(touched)
    const [level] = levels
    const before = costsBefore(terrain, touched)
    const first = level.regionsOfBlock[2 * touched.block]
    const end = first + level.regionsOfBlock[2 * touched.block + 1]
    for (let region = first; region < end; region++) {
      const slot = level.rowOfRegion[2 * region]
      const slotEnd = slot + level.rowOfRegion[2 * region + 1]
      for (let at = slot; at < slotEnd; at++) {
        const crossing = level.slots[2 * at + 1]
        if (!isChangedAt(touched, crossing)) continue
        const entry = entryIn(level.slots[2 * at])
        const beyond = level.regionOfSide[2 * entry + 1 - sideOf(crossing)]
        const back = reversed(crossing)
        const units = halfStepUnits(terrain, back) - halfStepUnits(before, back)
        const isOther = landingOf(terrain, back) !== landingOf(before, back)
        if (isOther) this.rows.soil(level, beyond)
        else if (units !== 0) this.shifts.push({ region: beyond, entry, units })
        if (isOther || units < 0) this.mayBeCheaper(touched.block, terrain.blockOf(xOf(back), yOf(back)))
      }
    }
  }

  private lookOverCorners(touched: TouchedBlock): void {
    const { block } = touched
    const { blocksWide } = this.store.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    for (const { column, row, towardsX, towardsY } of touchedCorners(touched, this.store.terrain)) {
      const [x, y] = [left + column, top + row]
      this.soilPast(block, x + towardsX, y)
      this.soilPast(block, x, y + towardsY)
      this.soilPast(block, x + towardsX, y + towardsY)
    }
  }

  /** Soils the region of a corner's cell if it has a crossing of that cell: where that lands may have changed. */
  private soilPast(touched: Block, x: number, y: number): void {
    const { terrain, levels } = this.store
    const [level] = levels
    if (!terrain.isFree(x, y)) return
    const block = terrain.blockOf(x, y)
    const first = level.regionsOfBlock[2 * block]
    const end = first + level.regionsOfBlock[2 * block + 1]
    for (let region = first; region < end; region++) {
      const slot = level.rowOfRegion[2 * region]
      const slotEnd = slot + level.rowOfRegion[2 * region + 1]
      for (let at = slot; at < slotEnd; at++) {
        const crossing = level.slots[2 * at + 1]
        if (xOf(crossing) !== x || yOf(crossing) !== y) continue
        this.rows.soil(level, region)
        this.mayBeCheaper(touched, block)
      }
    }
  }

  /** Ways of a block that is dearer itself may be cheaper all the same, by one beside it that is. */
  private mayBeCheaper(touched: number, block: number): void {
    if (!this.noCheaper.has(touched)) this.noCheaper.delete(block)
  }

  /** Hands on what crossings cost more, when all that is soiled is known. */
  shift(): void {
    for (const { region, entry, units } of this.shifts) this.rows.shift(this.store.levels[0], region, entry, units)
  }
}

/** Whether the crossing's cell has changed, or one next to it along the border. */
function isChangedAt({ changed }: TouchedBlock, crossing: number): boolean {
  const [x, y] = [xOf(crossing) & BLOCK_MASK, yOf(crossing) & BLOCK_MASK]
  const around = x === 0 ? 0b11 : 0b111 << (x - 1)
  if ((directionOfCrossing(crossing) & 1) === 1) return (changed[y] & around) !== 0
  for (let row = Math.max(0, y - 1); row <= Math.min(BLOCK_SIDE_CELLS - 1, y + 1); row++) {
    if (((changed[row] >>> x) & 1) !== 0) return true
  }
  return false
}

/** What cells cost before, in the one block; all around it is as it is now. */
function costsBefore(terrain: Terrain, { block, before, costsBefore }: TouchedBlock): LandingCosts {
  const costAt = (x: number, y: number): number => {
    if (!terrain.isInside(x, y) || terrain.blockOf(x, y) !== block) return terrain.costAt(x, y)
    const [column, row] = [x & BLOCK_MASK, y & BLOCK_MASK]
    if (costsBefore.length > 0) return costsBefore[(row << BLOCK_SHIFT) | column]
    // Only what is free has changed.
    return ((before[row] >>> column) & 1) * terrain.costOfBlock[block]
  }
  const { directions, costOfBlock } = terrain
  const costs = { costAt, costOfFree: costAt, costOfBlock, blockOf: (x: number, y: number) => terrain.blockOf(x, y) }
  return { isUniform: false, costMin: 1, directions, ...costs }
}
