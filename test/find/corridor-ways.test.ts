/**
 * Ways between far ends keep their pieces for the next table: a cost must not depend on who asked for a piece before.
 */
import { describe, expect, it } from 'vitest'
import { openColumns } from '../../src/atlas/open-columns.ts'
import { Random } from '../../src/base/random.ts'
import { CorridorWays } from '../../src/find/corridor-ways.ts'
import { bake, generate } from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { freeCells } from '../support/worlds.ts'

/** A maze with rooms across some borders of blocks: there ways cross where several steps lead on. */
function mazeWithRooms(side: number, random: Random) {
  const grid = generate('maze', { width: side, height: side, seed: 5 })
  for (let border = 32; border < side; border += 32) {
    for (let from = 0; from < side; from += 32) {
      const at = from + 4 + random.below(20)
      const isRow = random.below(2) === 0
      for (let i = 0; i < 36; i++) {
        const [along, across] = [at + (i % 6), border - 3 + Math.floor(i / 6)]
        grid.cost[isRow ? across * side + along : along * side + across] = 1
      }
    }
  }
  return grid
}

describe('ways between far ends', () => {
  it('cost the same whoever asked for pieces of them before', async () => {
    const random = new Random(1)
    const grid = mazeWithRooms(384, random)
    const columns = openColumns(await bake(grid))
    const used = new CorridorWays(columns, 0)
    const end = new QueryEnd(columns)
    const points = freeCells(grid, 24, random).map(([x, y]) => ({ x, y }))
    const unitsIn = (ways: CorridorWays, from: number, to: number) => {
      const [start, goal] = [from, to].map(i => ways.waysOf(end.take(points[i], null)))
      ways.spread(start)
      return ways.unitsIfNarrow(goal, ways.lastTo(goal))
    }
    const faults: number[][] = []
    for (let from = 0; from < points.length; from++) {
      for (let to = 0; to < points.length; to++) {
        if (from === to) continue
        const units = unitsIn(used, from, to)
        if (units !== unitsIn(new CorridorWays(columns, 0), from, to)) faults.push([from, to])
      }
    }
    expect(faults).toEqual([])
  })
})
