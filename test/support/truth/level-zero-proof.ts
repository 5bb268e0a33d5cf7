/**
 * Proves the tables of level 0. Each cost is that of the cheapest way inside the region, which a flood of its block finds, or of
 * the step past its corner. Each stored way can be walked from cell to cell at exactly its cost.
 */
import type { AtlasColumns } from '../../../src/atlas/columns.ts'
import { cornerUnits, halfStepUnits, landingOf, xOf, yOf } from '../../../src/atlas/crossing.ts'
import { endRegionOf } from '../../../src/atlas/islands.ts'
import {
  crossingAt,
  firstSlotOf,
  pairOf,
  pairUnits,
  slotCountOf,
  unitsOfStep,
  WAY_BYTES,
  WAY_LINE_EARLY,
  WAY_SEARCHED,
  WayFinder,
} from '../../../src/atlas/level-graph.ts'
import type { Block, Region } from '../../../src/base/ids.ts'
import { Flood } from '../../../src/cells/cell-flood.ts'
import { LINE_EARLY, LINE_LATE, lineUnits } from '../../../src/cells/line.ts'
import { canStep, DX, DY, stepUnits, UNITS_PER_CELL } from '../../../src/map/movement.ts'
import type { Terrain } from '../../../src/map/terrain.ts'
import type { Finding, Proof } from '../../../src/proof/file-proofs.ts'

export const levelZeroProof: Proof = {
  name: 'ground',
  run(columns, onProgress): Finding {
    const { terrain, levels } = columns
    const [levelZero] = levels
    const problemOf = groundJudge(columns)
    const blocks = terrain.blocksWide * terrain.blocksHigh
    const looked = `all ${levelZero.pairCount} costs of level 0, and the ways, cell by cell`
    for (let block = 0; block < blocks; block++) {
      onProgress(block / blocks)
      const end = endRegionOf(levelZero.regionsOfBlock, block)
      for (let region = levelZero.regionsOfBlock[2 * block]; region < end; region++) {
        const problem = problemOf(block, region)
        if (problem !== '') return { looked, problem }
      }
    }
    return { looked, problem: '' }
  },
}

/** Tells what is wrong with the table of a region of a block; empty where nothing is. */
function groundJudge({ terrain, levels: [levelZero] }: AtlasColumns): (block: Block, region: Region) => string {
  const flood = new Flood(terrain)
  const ways = new WayFinder()
  const unitsOfWay = (region: Region, pair: number, to: number, from: number): number => {
    const kind = ways.find(levelZero, region, pair)
    if (kind === WAY_SEARCHED) return SEARCHED
    if (kind === WAY_BYTES) return unitsOfRuns(terrain, levelZero.tableBytes, ways.from, ways.end, to, from)
    const line = kind === WAY_LINE_EARLY ? LINE_EARLY : LINE_LATE
    const units = lineUnits(terrain, xOf(to), yOf(to), xOf(from), yOf(from), line)
    return units === Number.POSITIVE_INFINITY ? BROKEN : units
  }
  return (block, region) => {
    const firstSlot = firstSlotOf(levelZero, region)
    const size = slotCountOf(levelZero, region)
    const crossings = Array.from({ length: size }, (_, slot) => crossingAt(levelZero, firstSlot + slot))
    const landings = crossings.map(crossing => landingOf(terrain, crossing))
    const halfSteps = crossings.map(crossing => halfStepUnits(terrain, crossing))
    for (let high = 1; high < size; high++) {
      const from = landings[high]
      flood.load(block)
      for (let low = 0; low < high; low++) flood.addTarget(xOf(landings[low]), yOf(landings[low]))
      flood.flood(xOf(from), yOf(from))
      for (let low = 0; low < high; low++) {
        const to = landings[low]
        // What the way between the two landings costs, and what the pair does.
        const inside = flood.unitsTo(xOf(to), yOf(to))
        const past = cornerUnits(terrain, crossings[low], crossings[high])
        const units = Math.min(past, inside + halfSteps[low] + halfSteps[high])
        const told = pairUnits(levelZero, region, low, high)
        const ends = `${xOf(to)},${yOf(to)} and ${xOf(from)},${yOf(from)}`
        if (!(told >= units && told < units + unitsOfStep(levelZero, region))) {
          const [says, is] = [told / UNITS_PER_CELL, units / UNITS_PER_CELL]
          return `The table of region ${region} says that ${ends} are ${says} apart, but it is ${is}.`
        }
        const walked = unitsOfWay(region, pairOf(low, high), to, from)
        if (walked === inside || walked === SEARCHED) continue
        const fault = walked === BROKEN ? 'cannot be walked' : 'is not the cheapest'
        return `The way between ${ends} that region ${region} keeps ${fault}.`
      }
    }
    return ''
  }
}

/** Nothing is kept: the way is searched again where it is needed. */
const SEARCHED = -1
const BROKEN = -2

/** What the runs cost from the one crossing's cell to the other's; BROKEN where they do not lead there. */
function unitsOfRuns(
  terrain: Terrain,
  bytes: Uint8Array,
  from: number,
  end: number,
  startCrossing: number,
  goalCrossing: number,
): number {
  let x = xOf(startCrossing)
  let y = yOf(startCrossing)
  const block = terrain.blockOf(x, y)
  let units = 0
  for (let at = from; at < end; at++) {
    const direction = bytes[at] >> 5
    if (direction >= terrain.directions) return BROKEN
    for (let steps = (bytes[at] & 31) + 1; steps > 0; steps--) {
      if (!canStep(terrain, x, y, direction)) return BROKEN
      const cost = terrain.costAt(x, y)
      x += DX[direction]
      y += DY[direction]
      if (terrain.blockOf(x, y) !== block) return BROKEN
      units += stepUnits(direction, cost, terrain.costAt(x, y))
    }
  }
  return x === xOf(goalCrossing) && y === yOf(goalCrossing) ? units : BROKEN
}
