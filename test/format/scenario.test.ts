/** MovingAI scenario files. */
import { describe, expect, it } from 'vitest'
import { readScenarios } from '../../src/format/scenario.ts'

const LINE = '3\tmaps/a.map\t10\t20\t1\t2\t9\t19\t18.3137'

describe('a scenario file', () => {
  it('gives one query a line', () => {
    expect(readScenarios(`version 1\n${LINE}\n`)).toEqual([
      {
        bucket: 3,
        map: 'maps/a.map',
        width: 10,
        height: 20,
        startX: 1,
        startY: 2,
        goalX: 9,
        goalY: 19,
        optimalLength: 18.3137,
      },
    ])
  })

  it.each([
    ['Windows line ends', `version 1\r\n${LINE}\r\n${LINE}\r\n`],
    ['empty lines', `version 1\n\n${LINE}\n\n${LINE}\n\n`],
    ['spaces for tabs', `version 1\n${LINE.replaceAll('\t', '  ')}\n${LINE}`],
    ['a version of 1.0', `version 1.0\n${LINE}\n${LINE}`],
    ['a byte order mark', `\ufeffversion 1\n${LINE}\n${LINE}`],
  ])('may have %s', (_, text) => {
    const [one] = readScenarios(`version 1\n${LINE}`)
    expect(readScenarios(text)).toEqual([one, one])
  })

  it('knows goals that cannot be reached, exponents and names with spaces', () => {
    const text = 'version 1\n0 old town.map 10 10 0 0 9 9 -1\n0 b.map 10 10 0 0 0 0 0\n0 b.map 10 10 0 0 0 1 1e0'
    expect(readScenarios(text).map(({ map, optimalLength }) => [map, optimalLength])).toEqual([
      ['old town.map', -1],
      ['b.map', 0],
      ['b.map', 1],
    ])
  })

  it('may be without queries', () => {
    expect(readScenarios('version 1\n')).toEqual([])
  })

  it.each([
    ['no version', LINE, /^Line 1: '3\tmaps.*' was found, 'version 1' expected/],
    ['nothing at all', '', /^Line 1: '' was found/],
    ['another version', `version 2\n${LINE}`, /^Line 1: 'version 2' was found/],
    [
      'a column missing',
      'version 1\n0 10 10 0 0 9 9 3',
      /^Line 2: '0 10 10 0 0 9 9 3' was found, but a scenario has nine/,
    ],
    ['a word for a number', `version 1\n${LINE}\n0 a 10 x 0 0 9 9 3`, /^Line 3: 'x' is no whole number/],
    ['a fraction of a cell', 'version 1\n0 a 10 10 0.5 0 9 9 3', /^Line 2: '0\.5' is no whole number/],
    ['a negative place', 'version 1\n0 a 10 10 0 -1 9 9 3', /^Line 2: '-1' is no whole number/],
    ['no length', 'version 1\n0 a 10 10 0 0 9 9 far', /^Line 2: 'far' is no length/],
    ['a length in another base', 'version 1\n0 a 10 10 0 0 9 9 0x2', /^Line 2: '0x2' is no length/],
    ['an endless length', 'version 1\n0 a 10 10 0 0 9 9 Infinity', /^Line 2: 'Infinity' is no length/],
    ['a length beyond all numbers', 'version 1\n0 a 10 10 0 0 9 9 1e999', /^Line 2: '1e999' is no length/],
    ['a negative length', 'version 1\n0 a 10 10 0 0 9 9 -2', /^Line 2: '-2' is no length/],
    [
      'a start outside',
      'version 1\n0 a 10 10 10 0 9 9 3',
      /^Line 2: the start \(10, 0\) lies outside the map of 10 x 10/,
    ],
    ['a goal outside', 'version 1\n0 a 10 10 0 0 9 10 3', /^Line 2: the goal \(9, 10\) lies outside/],
  ])('is refused with %s', (_, text, sentence) => {
    expect(() => readScenarios(text)).toThrow(sentence)
    expect(() => readScenarios(text)).toThrow(expect.objectContaining({ code: 'BAD_SCENARIO' }))
  })
})
