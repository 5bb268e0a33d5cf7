/** A path beside a better one, on ground of several costs, that is polished by what lies beside it. */
import { describe, expect, it } from 'vitest'
import { Bends, cellsOf } from '../../src/cells/bends.ts'
import type { Grid } from '../../src/map/grid.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { BesidePolisher } from '../../src/path/beside.ts'
import { costOfPath } from '../../src/proof/check.ts'
import { plainMap } from '../support/plain.ts'

const width = 800
const height = 64

/** A road along row 30, and below it from one column to another a road that costs half, with ways to it at both. */
function roads(from: number, to: number): Grid {
  const cost = new Uint8Array(width * height).fill(90)
  cost.fill(2, 30 * width, 31 * width)
  cost.fill(1, 34 * width + from, 34 * width + to + 1)
  for (let y = 31; y < 34; y++) cost[y * width + from] = cost[y * width + to] = 1
  return { width, height, cost }
}

function polishedOn(grid: Grid): number {
  const terrain = packTerrain(grid, 4)
  const bends = new Bends()
  bends.start(0, 30)
  bends.add(width - 1, 30)
  new BesidePolisher(terrain).polish(bends, { rounds: 8, windowCells: 288, reachCells: 24 })
  return costOfPath(plainMap(grid, 4), cellsOf(bends))
}

describe('polishing beside a path', () => {
  it('takes a way beside it for half a window that windows of the first round part', () => {
    // Of the second round one holds it; until then nothing is cheaper.
    expect(polishedOn(roads(220, 356))).toBeCloseTo(2 * 663 + 136 + 2 * 4.5, 9)
  })
})
