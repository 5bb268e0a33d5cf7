/** The page of formats names the sections that the files of a tiled map have, with their types. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { magicOf, SectionFile } from '../../src/base/section-file.ts'
import { generate } from '../../src/index.ts'
import { tiled } from '../support/tiled-maps.ts'

const PAGE = readFileSync(new URL('../../src/atlas/FORMAT.md', import.meta.url), 'utf8')
const CODES = { none: 'TILE_DAMAGED', version: 'TILE_DAMAGED', damaged: 'TILE_DAMAGED' } as const

/** Names of the rows under a heading, several in one row by commas. */
function namesUnder(heading: string): string[] {
  const [, table = ''] = PAGE.split(`| ${heading} |`)
  const rows = table.split('\n\n')[0].split('\n').slice(2)
  return rows.flatMap(row => [...row.split('|')[1].matchAll(/`(\w+)`/g)].map(([, name]) => name))
}

const { store } = await tiled(generate('terrain', { width: 200, height: 130, seed: 4 }), 64)

it.each([
  ['seam', 'ISTHSEAM', 1, 'a seam'],
  ['reach', 'ISTHREAC', 2, 'a reach'],
  ['pages', 'ISTHPAGE', 1, 'pages'],
  ['crown', 'ISTHCRWN', 3, 'the crown'],
] as const)('those of a %s', (kind, magic, version, words) => {
  const [, bytes] = [...store.objects].find(([name]) => name.endsWith(`.${kind}`))!
  const format = { magic: magicOf(magic), version, noun: kind, remedy: '', codes: CODES }
  const file = new SectionFile(format, bytes)
  expect([...bytes.subarray(0, 8)]).toEqual([...format.magic])
  expect(PAGE).toContain(`"${magic}" | ${version} |`)
  expect(namesUnder(`section of ${words}`).sort()).toEqual([...new Set(file.rows.map(({ name }) => name))].sort())
})

it('those of objects', () => {
  const shapes = [...store.objects.keys()].map(name =>
    name
      .replace(/done\/[0-9a-f]{16}\/\d+/, 'done/PLAN/N')
      .replace(/crown\/[0-9a-f]{16}\.json/, 'crown/PLAN.json')
      .replace(/\d+-[0-9a-f]{16}/, 'N-DIGEST')
      .replace(/crown\/[0-9a-f]{16}/, 'crown/DIGEST'),
  )
  const onPage = [
    ...PAGE.split('| object |')[1]
      .split('\n\n')[0]
      .matchAll(/^\| `([^`]+)`/gm),
  ].map(([, name]) => name)
  expect([...new Set(shapes)].sort()).toEqual(onPage.sort())
})
