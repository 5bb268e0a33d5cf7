/** The drawn maps are what their list says: each is described with its size, and falls apart as its name promises. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMap, writeText } from '../../src/format/read-map.ts'
import { fixture, fixtureNames } from '../support/fixtures.ts'
import { floodIslands } from '../support/plain.ts'

const LIST = readFileSync(new URL('../../fixtures/README.md', import.meta.url), 'utf8')

/** Islands of the maps that are not in one piece. */
const ISLANDS: Readonly<Record<string, number>> = {
  'block-corner-shut': 2,
  checkerboard: (37 * 35 + 1) / 2,
  'diagonal-gap': 3,
  'lone-cells': 12 * 13,
  'nested-islands': 6,
  'no-free-cell': 0,
  'odd-size': 22,
  'one-past-the-block': 2,
  'one-row-cut': 2,
  'one-wall': 0,
  'shut-door-pair': 2,
  stripes: 38,
  'two-islands': 2,
}

describe('the fixtures', () => {
  it('are listed, each once, with their sizes', () => {
    const listed = [...LIST.matchAll(/^\| ([a-z-]+) \| (\d+ x \d+) \| [^|]{10,} \|$/gm)].map(([, name, size]) => [
      name,
      size,
    ])
    const drawn = fixtureNames().map(name => [name, `${fixture(name).width} x ${fixture(name).height}`])
    expect(listed.sort()).toEqual(drawn.sort())
  })

  it.each(fixtureNames())('have as many islands as they promise: %s', name => {
    expect(floodIslands(fixture(name)).count).toBe(ISLANDS[name] ?? 1)
  })

  it.each(fixtureNames())('are drawn as they would be written: %s', name => {
    expect(readMap(writeText(fixture(name)))).toEqual(fixture(name))
  })

  it('have more runs on one block border than a block has cells', () => {
    const { width, cost } = fixture('comb')
    const isOpen = (x: number) => cost[31 * width + x] !== 0 && cost[32 * width + x] !== 0
    let runs = 0
    for (let x = 0; x < width; x++) if (isOpen(x) && (x === 0 || !isOpen(x - 1))) runs++
    expect(runs).toBe(38)
  })
})
