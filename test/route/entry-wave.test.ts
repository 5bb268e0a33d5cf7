/** Waves over entries: the costs of an oracle, by a kernel and by script, and the same ways. */
import { describe, expect, it, vi } from 'vitest'
import type { AtlasColumns } from '../../src/atlas/columns.ts'
import { entryAt, firstSlotOf, slotCountOf } from '../../src/atlas/level-graph.ts'
import { PlainEntryWave } from '../../src/atlas/plain-entry-wave.ts'
import { NONE } from '../../src/base/none.ts'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { EntryWave } from '../../src/route/entry-wave.ts'
import { EntryFlood } from '../support/entry-flood.ts'
import { freeCells } from '../support/worlds.ts'

const WIDTH = 300
const HEIGHT = 260
const STARTS = 3

const waveOf = ({ levels, terrain }: AtlasColumns) => new EntryWave(levels[0], terrain.costMin)

/** The costs from an end to the slots that it knows. */
function unitsOf(end: QueryEnd, { levels: [graph] }: AtlasColumns): Map<number, number> {
  const units = new Map<number, number>()
  let next = 0
  for (const region of end.regions) {
    const first = firstSlotOf(graph, region)
    for (let slot = first; slot < first + slotCountOf(graph, region); slot++) units.set(slot, end.unitsOfSlot[next++])
  }
  return units
}

describe('a wave over entries', () => {
  it.each(['elevation', 'roads', 'rooms', 'scatter', 'maze', 'relief'] as const)(
    'over %s finds the costs of an oracle, and the same ways without WebAssembly',
    async kind => {
      const grid = generate(kind, { width: WIDTH, height: HEIGHT, seed: 5 })
      const { columns } = openAtlas(await bake(grid))
      const wave = waveOf(columns)
      vi.stubGlobal('WebAssembly', undefined)
      const plain = waveOf(columns)
      vi.unstubAllGlobals()
      const spreadPlain = vi.spyOn(PlainEntryWave.prototype, 'spread')
      const [graph] = columns.levels
      const flood = new EntryFlood(graph)
      const end = new QueryEnd(columns)
      for (const [x, y] of freeCells(grid, STARTS, new Random(2))) {
        end.take({ x, y }, null)
        spreadPlain.mockClear()
        const units = unitsOf(end, columns)
        wave.spread(units)
        // Regions of mazes have too few entries for a kernel, and costs of relief are too high.
        expect(spreadPlain.mock.calls.length).toBe(kind === 'maze' || kind === 'relief' ? 1 : 0)
        plain.spread(units)
        const least = new Float64Array(graph.entryCount).fill(Infinity)
        for (const [slot, own] of units) {
          flood.flood([entryAt(graph, slot)])
          flood.unitsTo.forEach((more, entry) => {
            least[entry] = Math.min(least[entry], own + more)
          })
        }
        const slots = [...Array(graph.slots.length >> 1).keys()]
        const costs = slots.map(slot => wave.unitsAt(slot))
        expect(costs).toEqual(slots.map(slot => least[entryAt(graph, slot)]))
        expect(slots.map(slot => plain.unitsAt(slot))).toEqual(costs)
        const reached = slots.filter(slot => costs[slot] < Infinity)
        const before = reached.map(slot => wave.before(slot))
        expect(reached.map(slot => plain.before(slot))).toEqual(before)
        expect(reached.every((slot, i) => before[i] === NONE || costs[before[i]] < costs[slot])).toBe(true)
      }
    },
  )

  it('finds the same costs after a start whose costs need more than 32 bits', async () => {
    const grid = generate('elevation', { width: WIDTH, height: HEIGHT, seed: 5 })
    const { columns } = openAtlas(await bake(grid))
    const ends = freeCells(grid, 2, new Random(2)).map(([x, y]) => new QueryEnd(columns).take({ x, y }, null))
    const [far, near] = ends.map(end => unitsOf(end, columns))
    const [wave, fresh] = [waveOf(columns), waveOf(columns)]
    // Earlier slots are seeds of the kernel by then.
    far.set([...far.keys()].at(-1)!, 2 ** 32)
    wave.spread(far)
    wave.spread(near)
    fresh.spread(near)
    const slots = [...Array(columns.levels[0].slots.length >> 1).keys()]
    expect(slots.map(slot => wave.unitsAt(slot))).toEqual(slots.map(slot => fresh.unitsAt(slot)))
  })
})
