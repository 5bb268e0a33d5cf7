/**
 * The page of the world file is a promise to whoever writes another reader: one is written here from that page alone, and
 * what it reads is held against the world that was baked.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generate, openAtlas } from '../../src/index.ts'
import { WORLD_FORMAT_VERSION, WORLD_MAGIC } from '../../src/world/world-layout.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'

const PAGE = readFileSync(new URL('../../src/world/FORMAT.md', import.meta.url), 'utf8')
const BYTES_OF_TYPE: Record<string, number> = { uint8: 1, uint16: 2, uint32: 4, float64: 8 }
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
const view = new DataView(file.buffer, file.byteOffset, file.length)

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

const header: Record<string, number> = {}
for (const [offset, , name] of rowsUnder('offset')) header[name] = view.getInt32(Number(offset), true)

/** Where each section lies, as the page says. */
function sections() {
  let end = 64
  const take = (bytes: number) => {
    const at = end
    end += Math.ceil(bytes / 64) * 64
    return { at, bytes }
  }
  const own = rowsUnder('section').map(([name, type, length]) => {
    return [name, take(BYTES_OF_TYPE[type] * header[length])] as const
  })
  const named = Object.fromEntries(own)
  const sizes = Array.from({ length: header.maps }, (_, map) => view.getUint32(named.sizes.at + 4 * map, true))
  const atlases = sizes.map(take)
  return { ...named, atlases, end } as Record<string, { at: number; bytes: number }> & {
    atlases: { at: number; bytes: number }[]
    end: number
  }
}

const at = sections()
const bytesOf = (section: { at: number; bytes: number }) => file.subarray(section.at, section.at + section.bytes)

it('leaves no byte of the header without a field, and knows its first ones', () => {
  let end = 0
  for (const [offset, bytes] of rowsUnder('offset')) {
    expect(Number(offset)).toBe(end)
    end += Number(bytes)
  }
  expect(end).toBe(64)
  expect(PAGE).toContain([...WORLD_MAGIC].map(byte => byte.toString(16).padStart(2, '0')).join(' '))
  expect(PAGE).toContain(`# The world file, version ${WORLD_FORMAT_VERSION}\n`)
  expect(header).toMatchObject({ version: WORLD_FORMAT_VERSION, maps: 2, rest: 0 })
})

it('tells where each section lies, up to the end of the file', () => {
  expect(at.end).toBe(file.length)
  const text = JSON.parse(new TextDecoder().decode(bytesOf(at.text)))
  expect(text).toEqual({ ...SOURCE, maps: ['hall', 'rooms'] })
  expect(Object.keys(text).sort()).toEqual(
    rowsUnder('field of the text')
      .map(([name]) => name)
      .sort(),
  )
  expect(at.atlases.map(section => openAtlas(bytesOf(section)).width)).toEqual([9, 100])
})

it('tells the order of costs and approaches', () => {
  const world = openWorld(file)
  // The stops in the order of the portals are rooms 5,6, then hall 4,1, 0,0, 7,0 and 2,0. The hall's are on two islands.
  expect(header.costs).toBe(3)
  const costs = [0, 1, 2].map(i => view.getFloat64(at.costs.at + 8 * i, true))
  const hall = world.map('hall').finder()
  const pairs = [[4, 1, 0, 0] as const, [4, 1, 2, 0] as const, [0, 0, 2, 0] as const]
  expect(costs).toEqual(pairs.map(([x0, y0, x1, y1]) => hall.find(x0, y0, x1, y1).cost))

  const [few, many] = world.maps.map(name => world.map(name).stats().levels[0].entries)
  expect(header.approachWords).toBe(4 * (1 + few) + (1 + many))
  const rooms = Array.from({ length: 1 + many }, (_, i) =>
    view.getUint16(at.approaches.at + 2 * (4 * (1 + few) + i), true),
  )
  const [shift, ...units] = rooms
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
