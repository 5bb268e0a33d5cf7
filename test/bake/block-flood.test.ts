/**
 * A flood inside one block, which passes over what equal paths reach as well, gives every cell the cost that a plain
 * Dijkstra with all steps gives it; so do floods from several cells at once, as a program of four numbers at a time or not.
 */
import { describe, expect, it, vi } from 'vitest'
import { PlainEntryWave } from '../../src/atlas/plain-entry-wave.ts'
import { BucketRing } from '../../src/base/bucket-ring.ts'
import { Random } from '../../src/base/random.ts'
import { BlockFloods, blockSweep, FLOODS_AT_ONCE } from '../../src/cells/block-floods.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { Inside } from '../../src/level/lift.ts'
import { type Directions, DX, DY, stepUnits } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'
import { painted } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'

const SIDE = 32

function worldOf(seed: number, wallShare: number, costMax: number, directions: Directions, cheapShare = 0): Terrain {
  const random = new Random(seed)
  const cost = Uint16Array.from({ length: SIDE * SIDE }, () =>
    random.unit() < wallShare ? 0 : 1 + (cheapShare > 0 && random.unit() < cheapShare ? 0 : random.below(costMax)),
  )
  cost[0] = 1
  return packTerrain({ width: SIDE, height: SIDE, cost }, directions)
}

/** Every cell, from one of them, costs what it does without any order. */
function hold(terrain: Terrain, seed: number): void {
  const free = Array.from({ length: SIDE * SIDE }, (_, cell) => cell).filter(cell =>
    terrain.isFree(cell % SIDE, Math.floor(cell / SIDE)),
  )
  const source = free[(seed * 37) % free.length]
  const flood = new Sweep(terrain, 1)
  flood.coverBlocks(0, 0)
  for (const cell of free) flood.addTarget(cell % SIDE, Math.floor(cell / SIDE))
  flood.flood(source % SIDE, Math.floor(source / SIDE))
  const plain = plainUnits(terrain, source % SIDE, Math.floor(source / SIDE))
  const found = free.map(cell => flood.unitsTo(cell % SIDE, Math.floor(cell / SIDE)))
  expect(found, `seed ${seed}`).toEqual(free.map(cell => plain[cell]))
}

/** So does every cell from several at once, and the ways back cost what they should. */
function holdAtOnce(terrain: Terrain, seed: number, floods: BlockFloods, meanwhile = () => {}): void {
  const random = new Random(seed)
  const free = Array.from({ length: SIDE * SIDE }, (_, cell) => cell).filter(cell =>
    terrain.isFree(cell % SIDE, Math.floor(cell / SIDE)),
  )
  const sources = Int32Array.from({ length: FLOODS_AT_ONCE - (seed % 3) }, () => free[random.below(free.length)])
  for (const _ of floods.flood(0, sources, sources.length)) meanwhile()
  sources.forEach((source, lane) => {
    const plain = plainUnits(terrain, source % SIDE, Math.floor(source / SIDE))
    floods.choose(lane)
    const found = free.map(cell => floods.unitsTo(cell % SIDE, Math.floor(cell / SIDE)))
    expect(found, `seed ${seed}, from ${source}`).toEqual(free.map(cell => plain[cell]))
    const cell = free[random.below(free.length)]
    const runs: number[] = []
    const isThere = floods.goBackFrom(cell % SIDE, Math.floor(cell / SIDE), (...run) => runs.push(...run))
    expect(unitsOfRuns(terrain, source, runs), `to ${cell}`).toBe(plain[cell] === Infinity ? 0 : plain[cell])
    expect(isThere).toBe(plain[cell] < Infinity)
  })
}

/** What the runs of a way cost, the last one first. */
function unitsOfRuns(terrain: Terrain, source: number, runs: readonly number[]): number {
  let [x, y, units] = [source % SIDE, Math.floor(source / SIDE), 0]
  for (let i = runs.length - 2; i >= 0; i -= 2) {
    for (let steps = runs[i + 1]; steps > 0; steps--) {
      const cost = terrain.costAt(x, y)
      x += DX[runs[i]]
      y += DY[runs[i]]
      units += stepUnits(runs[i], cost, terrain.costAt(x, y))
    }
  }
  return units
}

describe('a flood inside a block', () => {
  const cases = [0, 0.05, 0.2, 0.35].flatMap(wallShare =>
    ([4, 8] as const).flatMap(directions => [1, 9, 65_535].map(costMax => ({ wallShare, directions, costMax }))),
  )
  it.each(cases)('costs what all steps together cost: %o', ({ wallShare, directions, costMax }) => {
    for (let seed = 1; seed <= 3; seed++) hold(worldOf(seed, wallShare, costMax, directions), seed)
  })

  it.each([
    { how: 'at once', sweep: blockSweep() },
    { how: 'one after the other where no kernel can be', sweep: null },
  ])('costs that from several cells too, $how', ({ sweep }) => {
    for (const [wallShare, costMax, directions] of [
      [0, 1, 8],
      [0.3, 9, 4],
      [0.05, 255, 8],
      [0.4, 65_535, 8],
      [0, 65_535, 4],
    ] as const) {
      const terrain = worldOf(costMax, wallShare, costMax, directions)
      holdAtOnce(terrain, costMax % 7, new BlockFloods(terrain, sweep))
    }
  })

  it('has a program for several cells at once on this engine', () => {
    expect(blockSweep()).not.toBeNull()
  })

  it('is not led astray by floods over other maps in between', () => {
    const [one, other] = [worldOf(1, 0.2, 9, 8), worldOf(2, 0.2, 255, 8)]
    const [floods, others] = [new BlockFloods(one), new BlockFloods(other)]
    for (let seed = 1; seed <= 2; seed++) {
      holdAtOnce(one, seed, floods)
      holdAtOnce(other, seed, others)
    }
  })

  it('finds a way that costs more than a word holds', () => {
    // One corridor through the whole block, up and down, of the most expensive cells.
    const cost = Uint16Array.from({ length: SIDE * SIDE }, (_, cell) => {
      const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)]
      return x % 2 === 0 || y === (x % 4 === 1 ? 31 : 0) ? 65_535 - (cell % 3) : 0
    })
    const terrain = packTerrain({ width: SIDE, height: SIDE, cost }, 8)
    // Such ways are found in pieces, between which others flood.
    const other = worldOf(2, 0.2, 9, 8)
    let pieces = 0
    holdAtOnce(terrain, 1, new BlockFloods(terrain), () => {
      pieces++
      holdAtOnce(other, pieces, new BlockFloods(other))
    })
    expect(pieces).toBe(FLOODS_AT_ONCE - 1)
  })

  it.each([0.3, 0.9, 0.998])('costs that on ground of which a share of %f is far cheaper than the rest', cheapShare => {
    for (const directions of [4, 8] as const)
      for (let seed = 1; seed <= 3; seed++) hold(worldOf(seed, 0.05, 65_535, directions, cheapShare), seed)
  })
})

/** Floods of a level where a few pairs cost millions: entries have a turn or two each, not hundreds. */
it('take no more turns where ground is far more expensive in places than in others', async () => {
  const side = 200
  const turnsOn = async (expensive: number) => {
    const random = new Random(5)
    const cost = Uint16Array.from({ length: side * side }, () => (random.below(2) === 0 ? 1 : expensive))
    const turns = vi.spyOn(BucketRing.prototype, 'pop')
    const { columns } = openAtlas(await bake({ width: side, height: side, cost }))
    const perEntry = turns.mock.calls.length / columns.levels[0].entryCount
    turns.mockRestore()
    return perEntry
  }
  expect(await turnsOn(60_000)).toBeLessThan(4 * (await turnsOn(3)))
})

/** Ways through a region with bends along the side of one child: each bend is a short cut past expensive ground, to the next bend. */
it('are found with few offers, not with as many from each place as there are bends', async () => {
  const side = 128
  const costAt = (x: number, y: number) => {
    if (x % side === side - 1 && x < 2 * side) return x < side === (y % 2 === 0) ? 1 : 60_000
    if (x < side) return 60_000
    if (x >= 3 * side || x % side > 3 || y === 3) return 1
    return y % 4 !== 3 && (x % side === 2 || (x % side < 2 && y % 2 === 0)) ? 1 : 0
  }
  const offers = vi.spyOn(PlainEntryWave.prototype as unknown as { offer(): void }, 'offer')
  const spreads = vi.spyOn(Inside.prototype, 'spread')
  await bake(painted(4 * side, 2 * side, costAt, Uint16Array))
  expect(offers.mock.calls.length).toBeLessThan(50 * spreads.mock.calls.length)
})
