/**
 * The page of the world file is a promise to whoever writes another reader: one is written here from that page alone, and
 * what it reads is compared with the world that was baked.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ATLAS } from '../../src/atlas/layout.ts'
import { TRAVELLERS_FILE } from '../../src/atlas/travellers-file.ts'
import { openSections, sectionOf } from '../../src/base/section-file.ts'
import { generate, openAtlas } from '../../src/index.ts'
import { WORLD } from '../../src/world/world-file.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'

const PAGE = readFileSync(new URL('../../src/atlas/FORMAT.md', import.meta.url), 'utf8')
const FAR = 65_535
const UNITS_PER_CELL = 140

const SOURCE = {
  maps: { hall: drawn('.....#...', '.....#...'), rooms: generate('rooms', { width: 100, height: 70, seed: 3 }) },
  portals: [
    { id: 'door', from: { map: 'rooms', x: 5, y: 6 }, to: { map: 'hall', x: 4, y: 1 }, cost: 3 },
    { id: 'slide', from: { map: 'hall', x: 0, y: 0 }, to: { map: 'hall', x: 7, y: 0 }, oneWay: true },
    { id: 'hatch', from: { map: 'hall', x: 2, y: 0 }, to: { map: 'rooms', x: 5, y: 6 }, needs: ['key'] },
  ],
  places: [{ name: 'bed', kind: '', map: 'hall', x: 1, y: 1 }],
  origins: { hall: { x: 0, y: 0 }, rooms: { x: 20, y: -4 } },
}
const file = await bakeWorld(SOURCE)

const sections = openSections(WORLD, file)

function rowsUnder(heading: string): string[][] {
  const [, table = ''] = PAGE.split(`| ${heading} |`)
  const [rows] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(2)
    .map(row =>
      row
        .split('|')
        .slice(1, -1)
        .map(cell => cell.replaceAll('`', '').trim()),
    )
}

it('names every section, with its type', () => {
  const onPage = rowsUnder('section of a world').map(([name, type]) => `${name} ${type}`)
  expect([...new Set(sections.rows.map(({ name, type }) => `${name} ${type}`))].sort()).toEqual(onPage.sort())
})

it.each(Object.entries({ atlas: ATLAS, travellers: TRAVELLERS_FILE, world: WORLD }))(
  'names the version of %s',
  (kind, format) => {
    const magic = [...format.magic].map(byte => byte.toString(16).padStart(2, '0')).join(' ')
    const row = [kind, expect.stringContaining(magic), `${format.version}`]
    expect(rowsUnder('kind').map(cells => cells.slice(0, 3))).toContainEqual(row)
  },
)

it('describes the text, and has the file of each map', () => {
  const text = JSON.parse(new TextDecoder().decode(sectionOf(sections, 'text', 'uint8')))
  expect(text).toEqual({ ...SOURCE, maps: ['hall', 'rooms'] })
  expect(Object.keys(text).sort()).toEqual(
    rowsUnder('field of the text')
      .map(([name]) => name)
      .sort(),
  )
  expect([0, 1].map(map => openAtlas(sectionOf(sections, 'atlas', 'uint8', -1, map)).width)).toEqual([9, 100])
})

it('tells the order of costs and approaches', () => {
  const world = openWorld(file)
  // The stops in the order of the portals are rooms 5,6, then hall 4,1, 0,0, 7,0 and 2,0. The hall's are on two islands.
  const costs = [...sectionOf(sections, 'costs', 'float64')]
  const hall = world.map('hall').finder()
  const pairs = [[4, 1, 0, 0] as const, [4, 1, 2, 0] as const, [0, 0, 2, 0] as const]
  expect(costs).toEqual(pairs.map(([x0, y0, x1, y1]) => hall.find(x0, y0, x1, y1).estimate))

  const [few, many] = world.maps.map(name => world.map(name).stats().levels[0].entries)
  const approaches = sectionOf(sections, 'approaches', 'uint16')
  expect(approaches.length).toBe(4 * (1 + few) + (1 + many))
  const [shift, ...units] = approaches.slice(4 * (1 + few))
  expect(shift).toBe(0)
  const atlas = world.map('rooms')
  const finder = atlas.finder()
  let known = 0
  units.forEach((cost, entry) => {
    const [x, y] = atlas.entryCells(entry)
    const straight = finder.find(x, y, 5, 6)
    expect(cost === FAR).toBe(straight.status !== 'found')
    if (cost === FAR) return
    known++
    // An entry is the middle of a step: half a step from the cell on either side.
    expect(cost / UNITS_PER_CELL).toBeGreaterThan(straight.cost - 0.6)
    expect(cost / UNITS_PER_CELL).toBeLessThan(1.1 * straight.cost + 0.6)
  })
  expect(known).toBeGreaterThan(10)
})
