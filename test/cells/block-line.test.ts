/** A line costs what its steps do, one by one; and nothing is a line that is not legal. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends } from '../../src/cells/bends.ts'
import { addLine, LINE_EARLY, LINE_LATE, lineUnits } from '../../src/cells/line.ts'
import { canStep, DX, DY, stepUnits } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'

const SIDE = 70

it.each([8, 4] as const)('a line costs what its steps do, with %i directions', directions => {
  const random = new Random(directions)
  const cost = Uint16Array.from({ length: SIDE * SIDE }, () => (random.unit() < 0.06 ? 0 : 1 + random.below(60_000)))
  const terrain = packTerrain({ width: SIDE, height: SIDE, cost }, directions)
  let freeCount = 0
  let wallCount = 0
  for (let trial = 0; trial < 2000; trial++) {
    const below = trial % 8 === 0 ? SIDE : 32
    const [x0, y0, x1, y1] = [random.below(below), random.below(below), random.below(below), random.below(below)]
    if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1)) continue
    const kind = trial % 2 === 0 ? LINE_EARLY : LINE_LATE
    const units = lineUnits(terrain, x0, y0, x1, y1, kind)
    expect(units).toBe(unitsByStep(terrain, x0, y0, x1, y1, kind))
    if (units < Infinity) freeCount++
    else wallCount++
  }
  expect(Math.min(freeCount, wallCount)).toBeGreaterThan(200)
})

function unitsByStep(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, kind: number): number {
  const bends = new Bends()
  bends.start(x0, y0)
  addLine(terrain, x1, y1, kind, bends)
  let units = 0
  for (let bend = 0; bend + 1 < bends.count; bend++) {
    const direction = bends.directionAfter(bend)
    let [x, y] = [bends.xOf(bend), bends.yOf(bend)]
    for (let steps = bends.stepsAfter(bend); steps > 0; steps--, x += DX[direction], y += DY[direction]) {
      if (!canStep(terrain, x, y, direction)) return Infinity
      units += stepUnits(direction, terrain.costAt(x, y), terrain.costAt(x + DX[direction], y + DY[direction]))
    }
  }
  return units
}
