/**
 * A sample of the tables of costs. At level 0 the cost between two entries of a region is held against the oracle,
 * which sees the cells of that region alone; above, against a plain Dijkstra over the tables of the level below. So
 * each level rests on the one before, and the lowest on the map.
 */
import type { AtlasLevel } from '../../atlas/columns.ts'
import { directionOfCrossing, xOf, yOf } from '../../atlas/crossing.ts'
import { crossingAt, entryAt, firstSlotOf, pairUnits, slotCountOf, unitsOfStep } from '../../atlas/level-graph.ts'
import { Random } from '../../base/random.ts'
import { DX, DY, UNITS_PER_CELL } from '../../map/movement.ts'
import { BLOCK_MASK } from '../../map/terrain.ts'
import { exactCost } from '../../proof/oracle.ts'
import { counted } from '../cli/words.ts'
import type { Check, Subject } from './verify-check.ts'
import { windowOf } from './window.ts'

/** Costs are kept in units, whose diagonal of 99/70 is that much longer than the root of 2. */
const UNITS_EXCESS = 99 / 70 / Math.SQRT2 - 1
const ROUNDING = 1e-9
const ATTEMPTS_MAX = 1000

/** Two slots of a region, counted from its first. */
interface Sample {
  readonly level: number
  readonly region: number
  readonly low: number
  readonly high: number
}

export const tablesCheck: Check = {
  name: 'tables',
  run(subject, onProgress) {
    const random = new Random(subject.seed)
    const levels = subject.atlas.columns.levels.filter(level => level.pairCount > 0).length
    let checked = 0
    let problem = ''
    for (let i = 0; i < subject.samples && levels > 0 && problem === ''; i++) {
      onProgress(i / subject.samples)
      const sample = samplePair(subject, i % levels, random)
      if (sample === undefined) continue
      checked++
      problem = sample.level === 0 ? problemOnGround(subject, sample) : problemAbove(subject, sample)
    }
    return {
      looked: `${counted(checked, 'cost', 'costs')} between two entries, on ${counted(levels, 'level')}`,
      problem,
    }
  },
}

function samplePair({ atlas }: Subject, level: number, random: Random): Sample | undefined {
  const graph = atlas.columns.levels[level]
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const region = random.below(graph.regionCount)
    const size = slotCountOf(graph, region)
    if (size < 2) continue
    const high = 1 + random.below(size - 1)
    return { level, region, low: random.below(high), high }
  }
  return undefined
}

function problemOnGround(subject: Subject, { region, low, high }: Sample): string {
  const { atlas, grid } = subject
  const graph = atlas.columns.levels[0]
  const from = crossingOf(graph, region, low)
  const to = crossingOf(graph, region, high)
  const left = xOf(from) & ~BLOCK_MASK
  const top = yOf(from) & ~BLOCK_MASK
  const isPart = (x: number, y: number) => atlas.regionOf(x, y, 0) === region
  const map = windowOf(grid, atlas.directions, left, top, left + BLOCK_MASK, top + BLOCK_MASK, isPart)
  const inside = exactCost(map, xOf(from) - left, yOf(from) - top, xOf(to) - left, yOf(to) - top)
  const exact = inside + halfStep(subject, from) + halfStep(subject, to)
  const { cost, precision } = costOfPair(graph, region, low, high)
  const isRight = cost >= exact * (1 - ROUNDING) && cost <= exact * (1 + UNITS_EXCESS + ROUNDING) + precision
  if (isRight) return ''
  const ends = `${xOf(from)},${yOf(from)} and ${xOf(to)},${yOf(to)}`
  return `The table of region ${region} says that ${ends} are ${cost} apart, but it is ${exact}.`
}

function problemAbove({ atlas }: Subject, { level, region, low, high }: Sample): string {
  const graph = atlas.columns.levels[level]
  const lower = atlas.columns.levels[level - 1]
  const from = entryOf(graph, region, low)
  const to = entryOf(graph, region, high)
  const cheapest = cheapestBelow(lower, region, from, to)
  const { cost, precision } = costOfPair(graph, region, low, high)
  if (cost >= cheapest * (1 - ROUNDING) && cost <= cheapest * (1 + ROUNDING) + precision) return ''
  const claim = `Region ${region} of level ${level} says that entries ${from} and ${to} are ${cost} apart`
  return `${claim}, but its children ${cheapest}.`
}

/**
 * Dijkstra, as plain as can be, over the entries of a region's children: the nearest open one is looked for in a list.
 */
function cheapestBelow(lower: AtlasLevel, region: number, from: number, to: number): number {
  const costOfEntry = new Map([[from, 0]])
  const settled = new Set<number>()
  for (;;) {
    const nearest = nearestOpen(costOfEntry, settled)
    if (nearest === undefined || nearest === to) return costOfEntry.get(to) ?? Number.POSITIVE_INFINITY
    settled.add(nearest)
    for (const child of [lower.regionOfSide[2 * nearest], lower.regionOfSide[2 * nearest + 1]]) {
      if (lower.parentOfRegion[child] === region) relax(lower, child, nearest, costOfEntry)
    }
  }
}

function nearestOpen(costOfEntry: ReadonlyMap<number, number>, settled: ReadonlySet<number>): number | undefined {
  let nearest: number | undefined
  let best = Number.POSITIVE_INFINITY
  for (const [entry, cost] of costOfEntry) {
    if (cost >= best || settled.has(entry)) continue
    nearest = entry
    best = cost
  }
  return nearest
}

function relax(lower: AtlasLevel, child: number, from: number, costOfEntry: Map<number, number>): void {
  const size = slotCountOf(lower, child)
  let fromSlot = 0
  while (entryOf(lower, child, fromSlot) !== from) fromSlot++
  for (let slot = 0; slot < size; slot++) {
    if (slot === fromSlot) continue
    const entry = entryOf(lower, child, slot)
    const reached = (costOfEntry.get(from) ?? 0) + costOfPair(lower, child, slot, fromSlot).cost
    if (reached < (costOfEntry.get(entry) ?? Number.POSITIVE_INFINITY)) costOfEntry.set(entry, reached)
  }
}

/** In cell lengths; it is rounded up to the next multiple of `precision`. */
function costOfPair(graph: AtlasLevel, region: number, a: number, b: number): { cost: number; precision: number } {
  return {
    cost: pairUnits(graph, region, a, b) / UNITS_PER_CELL,
    precision: unitsOfStep(graph, region) / UNITS_PER_CELL,
  }
}

function entryOf(graph: AtlasLevel, region: number, slot: number): number {
  return entryAt(graph, firstSlotOf(graph, region) + slot)
}

function crossingOf(graph: AtlasLevel, region: number, slot: number): number {
  return crossingAt(graph, firstSlotOf(graph, region) + slot)
}

/** An entry stands for the middle of its step across the border. */
function halfStep({ grid }: Subject, crossing: number): number {
  const direction = directionOfCrossing(crossing)
  const cell = yOf(crossing) * grid.width + xOf(crossing)
  const beyond = cell + DY[direction] * grid.width + DX[direction]
  return (grid.cost[cell] + grid.cost[beyond]) / 4
}
