/** Work for a caller who has left ends soon, and looking for that changes no answer. */
import { expect, it, vi } from 'vitest'
import { bake, generate, gridFromCosts } from '../../src/index.ts'
import { OpenedMap } from '../../src/pool/opened-map.ts'
import { fieldPart, reachPart } from '../../src/pool/other-jobs.ts'

const SIDE = 256
const start = { x: 20, y: 30 }
const window = { x: 200, y: 180, width: 50, height: 40 }
const file = await bake(generate('bands', { width: SIDE, height: SIDE, seed: 3 }))
const map = new OpenedMap({ file, isLive: false })
const [here, gone] = [new Int32Array(new SharedArrayBuffer(4)), Int32Array.of(1)]

it('a field is the same for a caller who is looked for', () => {
  const asked = { goal: start, window, traveller: undefined }
  const plain = fieldPart(new OpenedMap({ file, isLive: false }), asked, null)
  expect(fieldPart(map, asked, here)).toEqual(plain)
  expect(plain.costs.some(cost => cost < Infinity)).toBe(true)
  expect(() => fieldPart(map, asked, gone)).toThrow('The caller has left.')
})

it('a field seeks no path to cells that have none', async () => {
  const strips = Uint8Array.from({ length: SIDE * SIDE }, (_, cell) => (cell % SIDE === 100 ? 0 : 1))
  const apart = new OpenedMap({ file: await bake(gridFromCosts(strips, SIDE)), isLive: false })
  const find = vi.spyOn(apart.finder(), 'find')
  const asked = { window: { x: 200, y: -10, width: 50, height: 40 }, traveller: undefined }
  for (const goal of [start, { x: 100, y: 0 }]) fieldPart(apart, { ...asked, goal }, here)
  expect(find).not.toHaveBeenCalled()
  fieldPart(apart, { ...asked, goal: { x: 120, y: 200 } }, here)
  expect(find).toHaveBeenCalledOnce()
})

it('a reach is the same where it is watched, and ends when it has too many cells', () => {
  const finder = map.finder() as unknown as { reach(start: object, cost: number): { cellCount: number } }
  const asked = { start, traveller: undefined }
  for (const cost of [0, 3, 40, 170, 1e9, Infinity]) {
    const { cellCount } = finder.reach(start, cost)
    const runs = [SIDE * SIDE, cellCount].map(cellsMax => reachPart(map, { ...asked, cost, cellsMax }, here))
    expect(runs[1]).toEqual(runs[0])
    const count = Array.from({ length: runs[0].length / 3 }, (_, i) => runs[0][3 * i + 2] - runs[0][3 * i + 1] + 1)
    expect(count.reduce((sum, cells) => sum + cells, 0)).toBe(cellCount)
    if (cellCount > 0)
      expect(() => reachPart(map, { ...asked, cost, cellsMax: cellCount - 1 }, here)).toThrow(/cells are in reach/)
  }
  expect(() => reachPart(map, { ...asked, cost: 40, cellsMax: 1e6 }, gone)).toThrow('The caller has left.')
})

it('a reach over expensive ground does not flood all of it before it is refused', async () => {
  const costs = new Uint16Array(SIDE * SIDE).fill(60_000)
  const expensive = new OpenedMap({ file: await bake(gridFromCosts(costs, SIDE)), isLive: false })
  const asked = { start, cost: Infinity, traveller: undefined, cellsMax: 100 }
  expect(() => reachPart(expensive, asked, null)).toThrow(/cells are in reach/)
  const counts: number[] = []
  const watch = (cells: number) => {
    counts.push(cells)
    if (cells > 100) throw new Error('enough')
  }
  expect(() => expensive.finder().reach(start, Infinity, watch)).toThrow('enough')
  expect(counts.at(-1)).toBeLessThan((SIDE * SIDE) / 2)
})
