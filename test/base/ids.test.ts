/**
 * Numbers of different kinds are told apart by the compiler: each call here takes one for another, and `npm run types` fails
 * when it is let through.
 * @fast
 */
import { expect, it } from 'vitest'
import { packCrossing, xOf } from '../../src/atlas/crossing.ts'
import { islandOfCell, islandOfRegion, regionAbove, regionOfCell } from '../../src/atlas/islands.ts'
import { entryIn, firstSlotOf, slotOfEntry } from '../../src/atlas/level-graph.ts'
import { openColumns } from '../../src/atlas/open-columns.ts'
import { bake, generate } from '../../src/index.ts'

it('takes no number of one kind for another, and any plain number', async () => {
  const columns = openColumns(await bake(generate('open', { width: 64, height: 64 })))
  const { terrain, labels, levels } = columns
  const block = terrain.blockOf(40, 3)
  const region = regionOfCell(labels, block, 40, 3)
  const word = levels[0].slots[2 * firstSlotOf(levels[0], region)]
  const entry = entryIn(word)
  const mistakes = [
    // @ts-expect-error A region is no block.
    () => regionOfCell(labels, region, 40, 3),
    // @ts-expect-error An entry is no region.
    () => firstSlotOf(levels[0], entry),
    // @ts-expect-error The two are in the other order.
    () => slotOfEntry(levels[0], entry, region),
    // @ts-expect-error An entry has no rank in it any more.
    () => entryIn(entry),
    // @ts-expect-error An island is no region.
    () => islandOfRegion(columns, islandOfCell(columns, 1, 1)),
    // @ts-expect-error A region is no crossing.
    () => xOf(region),
    // @ts-expect-error A slot is no crossing.
    () => xOf(slotOfEntry(levels[0], region, entry)),
    // @ts-expect-error A crossing is no block.
    () => regionOfCell(labels, packCrossing(1, 1, 0), 1, 1),
  ]
  expect(mistakes).toHaveLength(8)
  for (let any = 0; any < levels[0].regionCount; any++) {
    expect(regionAbove(levels, any, 0)).toBe(any)
    expect(firstSlotOf(levels[0], any)).toBeGreaterThanOrEqual(0)
  }
  expect([block, regionAbove(levels, region, levels.length - 1)]).toEqual([1, 0])
})
