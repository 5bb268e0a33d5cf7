/**
 * The rows of hubs, from what a file says of them: who knows which hub, and the first step of a cheapest way there. What a way
 * costs follows, as each of its steps is a pair of a table: so the costs, which take most of the rows, are in no file. They
 * are summed up once for an atlas, when the first route is asked for: hub by hub from step to step, ten million a second.
 */
import { NONE } from '../base/none.ts'
import { hold } from './hold.ts'
import { AT_HUB, GAP_MORE, type HubSteps, type Hubs } from './hubs.ts'
import { entryIn, firstPairOf, firstSlotOf, type LevelGraph, pairOf, slotCountOf, unitsOfStep } from './level-graph.ts'

const COST_MAX = 0xffff
const UNKNOWN = -1
const PENDING = -2

const known = new WeakMap<HubSteps, Hubs>()

/** The rows of an atlas; made once. */
export function hubsOf(steps: HubSteps, levelZero: LevelGraph): Hubs {
  let hubs = known.get(steps)
  if (hubs === undefined) {
    hubs = rowsOf(steps, levelZero)
    known.set(steps, hubs)
  }
  return hubs
}

function rowsOf(steps: HubSteps, levelZero: LevelGraph): Hubs {
  const stepToHub = steps.hubSteps
  const firstHubOfEntry = new Int32Array(levelZero.entryCount + 1)
  const hubs = new Uint16Array(stepToHub.length)
  number(steps, firstHubOfEntry, hubs)
  const knowers = knowersOf(firstHubOfEntry, hubs, stepToHub)
  const units = sumUp(knowers, waysOf(levelZero))
  let unitsMax = 0
  for (let i = 0; i < units.length; i++) if (units[i] > unitsMax) unitsMax = units[i]
  let shift = 0
  while (Math.round(unitsMax / 2 ** shift) > COST_MAX) shift++
  const perUnit = 2 ** -shift
  const next = knowers.first.slice()
  const costToHub = new Uint16Array(units.length)
  for (let at = 0; at < hubs.length; at++) costToHub[at] = Math.round(units[next[hubs[at]]++] * perUnit)
  return { firstHubOfEntry, hubs, costToHub, stepToHub, shift }
}

/** Notes the numbers of all hubs, which a file tells by how much each is above the one before. */
function number({ hubCountOfEntry, hubGaps }: HubSteps, firstHubOfEntry: Int32Array, hubs: Uint16Array): void {
  const entryCount = hubCountOfEntry.length
  let at = 0
  let from = 0
  for (let entry = 0; entry < entryCount; entry++) {
    let hub = NONE
    for (const end = at + hubCountOfEntry[entry]; at < end; at++) {
      for (; hubGaps[from] === GAP_MORE; from++) hub += GAP_MORE
      // Not a number behind the last gap, which is not below either.
      hub += 1 + hubGaps[from++]
      hold(hub < entryCount, 'hubs')
      hubs[at] = hub
    }
    firstHubOfEntry[entry + 1] = at
  }
  hold(from === hubGaps.length, 'hubs')
}

/** Where each step of an entry leads and what it costs: those of entry e from first[e] on, up to first[e + 1]. */
interface Ways {
  readonly first: Int32Array
  /** The entry and the units, side by side as they are read all over. Both are exact: numbers of 16 bits, with a shift. */
  readonly ways: Float32Array
}

function waysOf(graph: LevelGraph): Ways {
  const { entryCount, regionCount, regionOfSide, slots, tables } = graph
  const first = new Int32Array(entryCount + 1)
  for (let entry = 0; entry < entryCount; entry++) {
    const count = slotCountOf(graph, regionOfSide[2 * entry]) + slotCountOf(graph, regionOfSide[2 * entry + 1])
    first[entry + 1] = first[entry] + count
  }
  const ways = new Float32Array(2 * first[entryCount])
  for (let region = 0; region < regionCount; region++) {
    const count = slotCountOf(graph, region)
    const firstSlot = firstSlotOf(graph, region)
    const scale = count < 2 ? 0 : unitsOfStep(graph, region)
    const firstPair = count < 2 ? 0 : firstPairOf(graph, region)
    for (let own = 0; own < count; own++) {
      const entry = entryIn(slots[2 * (firstSlot + own)])
      const isSide0 = regionOfSide[2 * entry] === region
      let at = isSide0 ? first[entry] : first[entry + 1] - count
      for (let slot = 0; slot < count; slot++, at++) {
        ways[2 * at] = entryIn(slots[2 * (firstSlot + slot)])
        // To itself leads no step of a sound file: such a way is found to have no end.
        ways[2 * at + 1] = slot === own ? 0 : tables[firstPair + pairOf(own, slot)] * scale
      }
    }
  }
  return { first, ways }
}

/** Who knows each hub, and its step there: from first[hub] on, up to first[hub + 1], in the order of entries. */
interface Knowers {
  readonly first: Int32Array
  readonly entries: Uint16Array
  readonly steps: Uint8Array
}

function knowersOf(firstHubOfEntry: Int32Array, hubs: Uint16Array, stepToHub: Uint8Array): Knowers {
  const entryCount = firstHubOfEntry.length - 1
  const first = new Int32Array(entryCount + 1)
  for (let at = 0; at < hubs.length; at++) first[hubs[at] + 1]++
  for (let hub = 0; hub < entryCount; hub++) first[hub + 1] += first[hub]
  const next = first.slice()
  const entries = new Uint16Array(hubs.length)
  const steps = new Uint8Array(hubs.length)
  for (let entry = 0; entry < entryCount; entry++) {
    for (let at = firstHubOfEntry[entry]; at < firstHubOfEntry[entry + 1]; at++) {
      const i = next[hubs[at]]++
      entries[i] = entry
      steps[i] = stepToHub[at]
    }
  }
  return { first, entries, steps }
}

/** What the ways to hubs cost, along their steps: of all who know the first hub, then of those who know the second, and on. */
function sumUp(knowers: Knowers, ways: Ways): Float64Array {
  const hubCount = knowers.first.length - 1
  const units = new Float64Array(knowers.steps.length).fill(UNKNOWN)
  const sum = new Sum(knowers, ways, units)
  for (let hub = 0; hub < hubCount; hub++) sum.run(hub)
  return units
}

/** Of one hub after the other: called so often that it is soon compiled, which one long loop is at its end. */
class Sum {
  private readonly knowers: Knowers
  private readonly ways: Ways
  private readonly units: Float64Array
  /** Where each entry is among those who know the hub at hand; before them, where it is not. */
  private readonly placeOf: Int32Array
  private readonly passed: Int32Array
  private readonly unitsPassed: Float64Array

  constructor(knowers: Knowers, ways: Ways, units: Float64Array) {
    const hubCount = knowers.first.length - 1
    this.knowers = knowers
    this.ways = ways
    this.units = units
    this.placeOf = new Int32Array(hubCount).fill(NONE)
    this.passed = new Int32Array(hubCount)
    this.unitsPassed = new Float64Array(hubCount)
  }

  run(hub: number): void {
    const { placeOf, units } = this
    const { first, entries, steps } = this.knowers
    const end = first[hub + 1]
    let roots = 0
    for (let i = first[hub]; i < end; i++) {
      placeOf[entries[i]] = i
      if (steps[i] !== AT_HUB) continue
      units[i] = 0
      roots++
    }
    hold(roots === 1, 'hubs')
    for (let i = first[hub]; i < end; i++) if (units[i] === UNKNOWN) this.follow(i, first[hub])
  }

  /** From the one at `place`, up to one of which it is known; those who know the hub begin at `begin`. */
  private follow(place: number, begin: number): void {
    const { placeOf, passed, unitsPassed, units } = this
    const { entries, steps } = this.knowers
    const { first, ways } = this.ways
    let count = 0
    while (units[place] === UNKNOWN) {
      units[place] = PENDING
      const way = first[entries[place]] + steps[place]
      hold(way < first[entries[place] + 1], 'hubs')
      passed[count] = place
      unitsPassed[count++] = ways[2 * way + 1]
      place = placeOf[ways[2 * way]]
      hold(place >= begin && units[place] !== PENDING, 'hubs')
    }
    let sum = units[place]
    while (count > 0) {
      sum += unitsPassed[--count]
      units[passed[count]] = sum
    }
  }
}
