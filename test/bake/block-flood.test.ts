/**
 * A flood inside one block, which passes over what equal paths reach as well, gives every cell the cost that a plain
 * Dijkstra with all steps gives it.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { BlockFlood } from '../../src/cells/block-flood.ts'
import { canStep, type Directions, DX, DY, stepUnits } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'

const SIDE = 32

/** Dijkstra by repeated relaxation: slow, and with nothing that could be wrong. */
function plainUnits(terrain: Terrain, source: number): Float64Array {
  const units = new Float64Array(SIDE * SIDE).fill(Infinity)
  units[source] = 0
  for (let changed = true; changed; ) {
    changed = false
    for (let cell = 0; cell < units.length; cell++) {
      if (units[cell] === Infinity) continue
      const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)]
      for (let direction = 0; direction < terrain.directions; direction++) {
        if (!canStep(terrain, x, y, direction)) continue
        const [xTo, yTo] = [x + DX[direction], y + DY[direction]]
        const reached = units[cell] + stepUnits(direction, terrain.costAt(x, y), terrain.costAt(xTo, yTo))
        if (reached >= units[yTo * SIDE + xTo]) continue
        units[yTo * SIDE + xTo] = reached
        changed = true
      }
    }
  }
  return units
}

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
  const flood = new BlockFlood(terrain)
  flood.load(0)
  for (const cell of free) flood.addTarget(cell % SIDE, Math.floor(cell / SIDE))
  flood.flood(source % SIDE, Math.floor(source / SIDE))
  const plain = plainUnits(terrain, source)
  const found = free.map(cell => flood.unitsTo(cell % SIDE, Math.floor(cell / SIDE)))
  expect(found, `seed ${seed}`).toEqual(free.map(cell => plain[cell]))
}

describe('a flood inside a block', () => {
  const cases = [0, 0.05, 0.2, 0.35].flatMap(wallShare =>
    ([4, 8] as const).flatMap(directions => [1, 9, 65_535].map(costMax => ({ wallShare, directions, costMax }))),
  )
  it.each(cases)('costs what all steps together cost: %o', ({ wallShare, directions, costMax }) => {
    for (let seed = 1; seed <= 8; seed++) hold(worldOf(seed, wallShare, costMax, directions), seed)
  })

  it.each([0.3, 0.9, 0.998])('costs that on ground of which a share of %f is far cheaper than the rest', cheapShare => {
    for (const directions of [4, 8] as const)
      for (let seed = 1; seed <= 6; seed++) hold(worldOf(seed, 0.05, 65_535, directions, cheapShare), seed)
  })
})
