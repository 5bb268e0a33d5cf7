/** A line inside a block whose cells differ costs what its steps do, one by one; and nothing is a line that is not legal. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { LINE_EARLY, LINE_LATE, lineUnits, unitsOfLine } from '../../src/cells/line.ts'
import { packTerrain } from '../../src/map/pack.ts'

const SIDE = 70

it.each([8, 4] as const)('a line inside a block costs what it costs anywhere, with %i directions', directions => {
  const random = new Random(directions)
  const cost = Uint16Array.from({ length: SIDE * SIDE }, () => (random.unit() < 0.06 ? 0 : 1 + random.below(60_000)))
  const terrain = packTerrain({ width: SIDE, height: SIDE, cost }, directions)
  let freeCount = 0
  let wallCount = 0
  for (let trial = 0; trial < 2000; trial++) {
    const below = trial % 8 === 0 ? SIDE : 32
    const [x0, y0, x1, y1] = [random.below(below), random.below(below), random.below(below), random.below(below)]
    if (!terrain.isFree(x0, y0)) continue
    const kind = trial % 2 === 0 ? LINE_EARLY : LINE_LATE
    const units = lineUnits(terrain, x0, y0, x1, y1, kind)
    expect(unitsOfLine(terrain, x0, y0, x1, y1, kind)).toBe(units)
    if (units < Infinity) freeCount++
    else wallCount++
  }
  expect(Math.min(freeCount, wallCount)).toBeGreaterThan(200)
})
