/**
 * Weighted ground of many blocks, where a way over a ridge costs a hundred times what the valleys beside it cost: every
 * answer of every quality is a path, however it is asked for, and none is taken for a fault of the atlas.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Finder, Route } from '../../src/index.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { type Cell, judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { slopedWorldOfSeed, slopedWorlds, slopeKinds } from '../support/slopes.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, runs } from '../support/worlds.ts'

const ROUNDING = 1e-9
/** On the steep one, one path in some dozens leads where a search on the cells must be cut short. */
const SEEDS = [
  [0, 'smooth'],
  [9, 'steep'],
  [2, 'terraced'],
  [15, 'mixed'],
] as const
const QUALITIES = ['fast', 'default'] as const

type Look = (finder: Finder, route: Route, best: number) => void

/** Bakes a world, judges queries from a few cells to many in each quality, and looks closer at every answer. */
async function everyAnswerIsRight({ grid, directions }: World, goals: number, look: Look = () => {}): Promise<void> {
  const map = plainMap(grid, directions)
  const finder = openAtlas(await bake(grid, { directions })).finder()
  const random = new Random(grid.cost.length)
  const ask = (start: Cell, goal: Cell, best: number) => {
    for (const quality of QUALITIES) {
      const route = finder.find(...start, ...goal, { quality })
      look(finder, route, best)
      judge(map, route, start, goal, best)
    }
  }
  for (const start of freeCells(grid, 2, random)) {
    const distances = exactDistances(map, ...start)
    for (const goal of freeCells(grid, goals, random)) ask(start, goal, distances[goal[1] * grid.width + goal[0]])
  }
}

describe('every answer is right', () => {
  for (const [seed, kind] of SEEDS) {
    it(`on ${kind} ground of 12 x 12 blocks`, async () => {
      expect(slopeKinds[seed % slopeKinds.length]).toBe(kind)
      await everyAnswerIsRight(slopedWorldOfSeed(seed, 384, 384), 5)
    })
  }

  it('on slopes of many sizes', async () => {
    const property = fc.asyncProperty(slopedWorlds(100, 260), world => everyAnswerIsRight(world, 5))
    await fc.assert(property, runs(4))
  })

  it('from its head, cell by cell, explained, bounded from below and half way along', async () => {
    const closely: Look = (finder, route, best) => {
      if (route.status !== 'found') return
      const head = route.head(40)
      const streamed = [...route].flat()
      const cells = route.cells()
      expect(Array.from(head)).toEqual(Array.from(cells.subarray(0, 80)))
      expect(streamed).toEqual(Array.from(cells))
      expect(route.explain().cost).toBe(route.cost)
      expect(route.lowerBound).toBeLessThanOrEqual(best * (1 + ROUNDING))
      const middle = 2 * (cells.length >> 2)
      const { goal, quality } = route
      const on = finder.find(cells[middle], cells[middle + 1], goal.x, goal.y, { quality, previous: route })
      expect(on.cost).toBeLessThanOrEqual(route.cost)
    }
    await everyAnswerIsRight(slopedWorldOfSeed(3, 384, 384), 3, closely)
  })
})
