/** References between the objects of map editors: which are portals, which are not, and the notes on them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { WorldDescription } from '../../src/format/world/description.ts'
import { readWorld } from '../../src/format/world/read-world.ts'

type Reference = readonly [field: string, to: string | readonly string[]]

/** An object of an LDtk level: `at` is its cell. */
interface Drawn {
  readonly iid: string
  readonly kind: string
  readonly at: number
  readonly name?: string
  readonly refers?: readonly Reference[]
  readonly fields?: Record<string, unknown>
}

const entity = ({ iid, kind, at, name, refers = [], fields = {} }: Drawn) => ({
  ...{ __identifier: kind, iid, px: [16 * at, 0], width: 16, height: 16, __pivot: [0, 0] },
  fieldInstances: [
    ...refers.map(([field, to]) => ({
      __identifier: field,
      __value: typeof to === 'string' ? { entityIid: to } : to.map(entityIid => ({ entityIid })),
    })),
    ...Object.entries({ ...fields, ...(name && { name }) }).map(([field, value]) => ({
      __identifier: field,
      __value: value,
    })),
  ],
})

/** Levels of nine free cells in a row. */
async function read(levels: Record<string, readonly Drawn[]>): Promise<WorldDescription> {
  const layer = { __gridSize: 16, __cWid: 9, __cHei: 1 }
  const project = {
    jsonVersion: '1.5.3',
    defs: {
      layers: [{ uid: 1, identifier: 'Grid', intGridValues: [{ value: 1, identifier: 'walls' }] }],
      tilesets: [],
    },
    levels: Object.entries(levels).map(([identifier, drawn]) => ({
      identifier,
      layerInstances: [
        { ...layer, __type: 'Entities', __identifier: 'Entities', entityInstances: drawn.map(entity) },
        { ...layer, __type: 'IntGrid', __identifier: 'Grid', layerDefUid: 1, intGridCsv: Array(9).fill(0) },
      ],
    })),
  }
  const world = await readWorld(new TextEncoder().encode(JSON.stringify(project)), () => new Uint8Array())
  return { ...world, notes: world.notes.filter(note => !note.includes('IntGrid values')) }
}

describe('a reference between two objects', () => {
  it('is no portal where an enemy names a chest or a guard his boss, on two levels too, and is named in a note', async () => {
    const { portals, notes } = await read({
      One: [
        { iid: 'e', kind: 'Enemy', at: 0, refers: [['triggerOnKill', 'c']] },
        { iid: 'f', kind: 'Enemy', at: 1, refers: [['triggerOnKill', 'c']] },
        { iid: 'g', kind: 'Guard', at: 2, refers: [['boss', 'b']] },
        { iid: 'c', kind: 'Chest', at: 3 },
      ],
      Two: [{ iid: 'b', kind: 'Boss', at: 5 }],
    })
    expect(portals).toEqual([])
    expect(notes).toHaveLength(2)
    expect(notes[0]).toMatch(/Enemy.*"triggerOnKill" is no portal, nor are 1 more/)
    expect(notes[1]).toContain('its reference "boss" is no portal')
  })

  it('is a portal in one direction from an object of class portal; from a door too, which is told', async () => {
    const to = { iid: 't', kind: 'Mark', at: 8 }
    const portal = await read({ One: [{ iid: 'p', kind: 'Portal', at: 0, refers: [['to', 't']] }, to] })
    expect(portal).toMatchObject({ portals: [{ id: 'p', from: { x: 0 }, to: { x: 8 }, oneWay: true }], notes: [] })
    const door = await read({ One: [{ iid: 'p', kind: 'Door', at: 0, refers: [['to', 't']] }, to] })
    expect(door.portals).toMatchObject([{ id: 'p', oneWay: true }])
    expect(door.notes).toEqual([expect.stringContaining('by its class, door')])
  })

  it('is a portal for both ways where the other refers back, whatever they are', async () => {
    const { portals, notes } = await read({
      One: [
        { iid: 'a', kind: 'Shrine', at: 0, refers: [['twin', 'b']] },
        { iid: 'b', kind: 'Shrine', at: 4, refers: [['twin', 'a']] },
      ],
    })
    expect(portals).toEqual([{ id: 'a', from: { map: 'One', x: 0, y: 0 }, to: { map: 'One', x: 4, y: 0 } }])
    expect(notes).toEqual([])
  })

  it.each([
    ['Exit', undefined, 1],
    ['Staircase', undefined, 1],
    ['Teleporter', undefined, 1],
    ['Thing', 'north portal', 1],
    ['Lever', undefined, 0],
  ])('that leads to another level is one from what is called a way out: %s, %s', async (kind, name, count) => {
    const from: Drawn = { iid: 'a', kind, at: 0, ...(name && { name }), refers: [['to', 'b']] }
    const target: Drawn = { iid: 'b', kind: 'Mark', at: 4 }
    expect((await read({ One: [from], Two: [target] })).portals).toHaveLength(count)
    expect((await read({ One: [from, target] })).portals).toHaveLength(0)
  })

  it('may be one of several of a field', async () => {
    const { portals } = await read({
      One: [
        { iid: 'hub', kind: 'portal', at: 0, refers: [['exits', ['a', 'b', 'a']]] },
        { iid: 'a', kind: 'Mark', at: 3, refers: [['home', 'hub']] },
        { iid: 'b', kind: 'Mark', at: 6 },
      ],
    })
    expect(portals.map(({ id, to, oneWay }) => [id, to.x, oneWay === true])).toEqual([
      ['hub', 3, false],
      ['hub 2', 6, true],
    ])
  })

  it('that names nothing, or its own object, is a note; of class portal it is refused', async () => {
    const lost: Drawn = { iid: 'a', kind: 'Enemy', at: 0, refers: [['boss', 'gone']] }
    expect((await read({ One: [lost] })).notes).toEqual([expect.stringContaining('"boss" is no portal')])
    const own: Drawn = { iid: 'a', kind: 'portal', at: 0, refers: [['to', 'a']] }
    expect((await read({ One: [own] })).portals).toEqual([])
    await expect(read({ One: [{ ...lost, kind: 'portal' }] })).rejects.toMatchObject({ code: 'BAD_MAP' })
  })

  it('carries hours, cost and keys to its portal, and is refused with half of the hours', async () => {
    const fields = { OpenEvery: 24, openFrom: 6, openUntil: 18, Cost: 2.5, Needs: ['key'], OneWay: true }
    const from: Drawn = { iid: 'a', kind: 'portal', at: 0, refers: [['to', 'b']], fields }
    const to: Drawn = { iid: 'b', kind: 'portal', at: 4, refers: [['to', 'a']] }
    const { portals } = await read({ One: [from, to] })
    const open = { every: 24, from: 6, until: 18 }
    expect(portals).toMatchObject([{ cost: 2.5, needs: ['key'], oneWay: true, open }])
    const half = read({ One: [{ ...from, fields: { openFrom: 6 } }, to] })
    await expect(half).rejects.toMatchObject({ code: 'BAD_MAP', message: expect.stringContaining('give all three') })
  })
})

describe('doors without a portal', () => {
  it('are told, with the reason', async () => {
    const { notes } = await read({ One: [{ iid: 'a', kind: 'Door', at: 0 }] })
    expect(notes).toEqual([expect.stringContaining('none of them refers to another object')])
  })

  it('are not told where there is a portal', async () => {
    const file = readFileSync(new URL('../../fixtures/two-caves.ldtk', import.meta.url))
    const { portals, notes } = await readWorld(file, () => new Uint8Array())
    expect(portals.map(({ from, to }) => [from.map, to.map])).toEqual([
      ['Upper', 'Lower'],
      ['Upper', 'Lower'],
    ])
    expect(notes.filter(note => note.includes('reference'))).toEqual([expect.stringContaining('"triggerOnKill"')])
    expect(notes.some(note => note.includes('like doors'))).toBe(false)
  })
})

describe('a property of Tiled that lists objects', () => {
  it('refers to each of them', async () => {
    const list = { name: 'exits', type: 'list', value: [2, 3].map(value => ({ type: 'object', value })) }
    const objects = [
      { id: 1, name: 'hub', class: 'portal', x: 1, y: 1, properties: [list] },
      { id: 2, name: 'a', x: 17, y: 1 },
      { id: 3, name: 'b', x: 33, y: 1 },
    ]
    const map = {
      ...{ type: 'map', orientation: 'orthogonal', width: 3, height: 1, tilewidth: 16, tileheight: 16 },
      layers: [{ type: 'objectgroup', name: 'o', objects }],
    }
    const { portals } = await readWorld(new TextEncoder().encode(JSON.stringify(map)), () => new Uint8Array())
    expect(portals.map(({ to }) => to.x)).toEqual([1, 2])
  })
})
