/** What ends on weighted ground know around them: less where the other end is far, and never what another query asked for. */
import { expect, test } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { freeCells } from '../support/worlds.ts'

const SIDE = 512
const grid = generate('bands', { width: SIDE, height: SIDE, seed: 3 })

test('an end looks over fewer borders for a path to a far one', async () => {
  const { columns } = openAtlas(await bake(grid, { workers: 1 }))
  const end = new QueryEnd(columns)
  let far = 0
  let near = 0
  for (const [x, y] of freeCells(grid, 40, new Random(5))) {
    end.take({ x, y }, { x: x + SIDE, y })
    const unitsFar = end.unitsOfSlot.slice(0, end.slotCount)
    far += end.knownCount
    end.take({ x, y }, null)
    near += end.knownCount
    // Of its own region it knows at least as good ways where it looks at more.
    for (let slot = 0; slot < end.slotCount; slot++) expect(end.unitsOfSlot[slot]).toBeLessThanOrEqual(unitsFar[slot])
  }
  expect(far).toBeLessThan(0.8 * near)
})

test('with 4 directions it looks over as many, as an entry aside costs twice there', async () => {
  const { columns } = openAtlas(await bake(grid, { workers: 1, directions: 4 }))
  const end = new QueryEnd(columns)
  for (const [x, y] of freeCells(grid, 20, new Random(6))) {
    end.take({ x, y }, { x: x + SIDE, y })
    const { knownCount } = end
    end.take({ x, y }, null)
    expect(knownCount).toBe(end.knownCount)
  }
})

test('what a query finds does not depend on whether the one before was near', async () => {
  const atlas = openAtlas(await bake(grid, { workers: 1 }))
  const finder = atlas.finder()
  const cells = freeCells(grid, 16, new Random(7))
  for (let i = 0; i + 1 < cells.length; i++) {
    const [[x, y], [nearX, nearY]] = cells.slice(i)
    const apart = cells.map(cell => Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y)))
    const [farX, farY] = cells[apart.indexOf(Math.max(...apart))]
    const fresh = atlas.finder().find(x, y, farX, farY)
    // As if there were no far one.
    finder.costsTo({ x, y }, [{ x: nearX, y: nearY }])
    finder.find(x, y, nearX, nearY)
    const after = finder.find(x, y, farX, farY)
    expect(after.estimate).toBe(fresh.estimate)
    // Cells are made after another query has moved the ends.
    finder.find(x, y, nearX, nearY)
    expect(after.cells()).toEqual(fresh.cells())
  }
})
