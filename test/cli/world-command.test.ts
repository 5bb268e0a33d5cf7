/** Worlds on the command line: a folder becomes a world, which tells what is in it and finds trips. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type DecodedPng, decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Colour, GROUND, PATH, REFUSAL } from '../../src/app/draw/palette.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const WORLD = path('realm.world')

beforeAll(async () => {
  mkdirSync(path('realm'))
  writeFileSync(path('realm/country.txt'), '..........\n..........\n')
  writeFileSync(path('village.txt'), '.....\n')
  await runCli('bake', path('village.txt'), '-o', path('realm/village.atlas'))
  const portals = [
    { id: 'gate', from: { map: 'country', x: 9, y: 0 }, to: { map: 'village', x: 0, y: 0 }, cost: 5, needs: ['pass'] },
  ]
  const places = [{ name: 'well', kind: '', map: 'village', x: 4, y: 0 }]
  const maps = { country: 'country.txt', village: 'village.atlas' }
  writeFileSync(path('realm/world.json'), JSON.stringify({ maps, portals, places }))
  writeFileSync(path('realm/away.json'), JSON.stringify({ maps: { a: '../village.txt' }, portals: [] }))
  expect(await runCli('world', 'bake', path('realm'), '-o', WORLD)).toMatchObject({ status: 0, err: '' })
})

describe('isthmus world', () => {
  it('bakes a folder of maps and atlases, and tells what is in the world', async () => {
    const { out } = await runCli('world', 'info', WORLD)
    expect(out).toContain('2 maps, 1 portal, 1 place')
    expect(out).toMatch(/country +10 x 2 +1 +1\n/)
    expect(await jsonOf('world', 'info', WORLD)).toMatchObject({ maps: [{ name: 'country' }, { name: 'village' }] })
  })

  it('finds trips, with keys and without', async () => {
    const ends = ['world', 'path', WORLD, 'country:0,0', 'village:4,0']
    const found = await runCli(...ends, '--has', 'pass,other', '--explain')
    expect(found).toMatchObject({ status: 0, out: expect.stringContaining('cost      18.00 cell lengths, 2 legs') })
    expect(found.out).toContain('needs pass')
    expect(await jsonOf(...ends, '--has', 'pass')).toMatchObject({ status: 'found', cost: 18 })
    const refused = await runCli(...ends, '--explain')
    expect(refused).toMatchObject({ status: 0, out: expect.stringContaining('unreachable: ') })
    expect(refused.out).toContain('gate wants the pass')
    expect((await runCli(...ends.slice(0, 4), 'castle:0,0')).out).toContain('noSuchMap')
  })

  it('takes places by name for ends, and says which there are', async () => {
    const ends = ['world', 'path', WORLD, 'country:0,0', 'village:well', '--has', 'pass']
    expect(await jsonOf(...ends)).toMatchObject({ goal: { map: 'village', x: 4, y: 0 }, cost: 18 })
    expect(await jsonOf(...ends.with(4, 'well'))).toMatchObject({ goal: { map: 'village', x: 4, y: 0 }, cost: 18 })
    const { status, err } = await runCli('world', 'path', WORLD, 'country:0,0', 'village:inn')
    expect([status, err]).toEqual([2, expect.stringContaining('village has no such place: its places are well')])
  })

  it('draws a world: maps side by side, a portal between them, and a trip', async () => {
    const render = async (name: string, ...more: string[]) => {
      const run = await runCli('world', 'render', WORLD, '-o', path(name), ...more)
      expect(run.status).toBe(0)
      return decode(readFileSync(path(name)))
    }
    const count = ({ data }: DecodedPng, colour: Colour) => {
      let pixels = 0
      for (let at = 0; at < data.length; at += 3) if (colour.every((value, i) => data[at + i] === value)) pixels++
      return pixels
    }
    const plain = await render('plain.png', '--max-side', '384')
    // 12 cells across with the gaps around: 32 pixels to a cell.
    expect(plain.width).toBe(384)
    expect(count(plain, GROUND)).toBeGreaterThan(20 * 32 * 32)
    expect(count(plain, REFUSAL)).toBeGreaterThan(100)
    expect(count(plain, PATH)).toBe(0)
    const trip = await render('trip.png', '--max-side', '384', '--path', 'country:0,0', 'village:well', '--has', 'pass')
    expect(count(trip, PATH)).toBeGreaterThan(300)
    expect(count(trip, REFUSAL)).toBe(0)
  })

  it('writes the page of a world to a folder, with the world as it is', async () => {
    expect(await runCli('world', 'view', WORLD, '--export', path('site'))).toMatchObject({ status: 0 })
    expect(readdirSync(path('site'))).toEqual(expect.arrayContaining(['index.html', 'page.js', 'page.css']))
    expect(readFileSync(path('site/world.atlas'))).toEqual(readFileSync(WORLD))
  })

  it.each([
    [['fly', WORLD], 2, 'ACTION is "fly"'],
    [['path', WORLD, 'country:0,0'], 2, 'needs START and GOAL'],
    [['path', WORLD, '0,0', 'village:4,0'], 2, 'START is "0,0": write it as MAP:X,Y'],
    [['info', WORLD, 'more'], 2, 'one argument too many'],
    [['bake', path('realm')], 2, 'add -o FILE.world'],
    [['render', WORLD], 2, 'add -o FILE.png'],
    [
      ['bake', path('realm/away.json'), '-o', path('a.world')],
      1,
      "below the world's folder|outside the world's folder",
    ],
    [['view', path('nowhere')], 1, 'does not exist'],
    [['info', path('realm/world.json')], 1, 'This is no world'],
    [['bake', path('nowhere'), '-o', path('a.world')], 1, 'does not exist'],
  ])('refuses %j', async (argv, status, words) => {
    const run = await runCli('world', ...argv)
    expect(run.status).toBe(status)
    expect(run.err).toMatch(new RegExp(words as string))
  })
})
