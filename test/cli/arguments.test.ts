import { describe, expect, it } from 'vitest'
import {
  coordinates,
  oneOf,
  optionOf,
  plainNumber,
  readArguments,
  someOf,
  wholeNumber,
} from '../../src/app/cli/arguments.ts'
import { Problem } from '../../src/app/cli/problem.ts'
import { nearestName } from '../../src/base/given.ts'

const OPERANDS = [
  ['ATLAS', 'an atlas'],
  ['FILE ..', 'a file'],
] as const
const OPTIONS = [
  optionOf(['-o, --out FILE', 'the output']),
  optionOf(['--path X,Y X,Y', 'two ends']),
  optionOf(['--seed S', 'a number']),
  optionOf(['--json', 'a switch']),
]
const read = (...argv: string[]) => readArguments(argv, OPERANDS, OPTIONS)

describe('arguments', () => {
  it('are operands and options in any order', () => {
    const args = read('--json', 'a.atlas', '-o', 'out.png', 'b', '--path', '1,2', '3,4', 'c')
    expect(args.operands).toEqual(['a.atlas', 'b', 'c'])
    expect(args.text('out')).toBe('out.png')
    expect(args.all('path')).toEqual(['1,2', '3,4'])
    expect(args.has('json')).toBe(true)
    expect(args.has('seed')).toBe(false)
    expect(args.text('seed')).toBeUndefined()
  })

  it.each([
    [['--out=x=y.png'], 'x=y.png'],
    [['-ox.png'], 'x.png'],
    [['-o=x.png'], 'x.png'],
    [['--out', 'x.png'], 'x.png'],
    [['--out='], ''],
  ])('take %j as a value given with its option', (argv, value) => {
    expect(read('a', 'b', ...argv).text('out')).toBe(value)
  })

  it('keep negative numbers and coordinates apart from options', () => {
    const args = read('-3,-4', '-5', '--path', '-1,2', '3,-4', '--seed', '-7')
    expect(args.operands).toEqual(['-3,-4', '-5'])
    expect(args.all('path')).toEqual(['-1,2', '3,-4'])
    expect(args.text('seed')).toBe('-7')
  })

  it('never turn the name of a file into a number', () => {
    expect(read('007', '1e3').operands).toEqual(['007', '1e3'])
  })

  it('are all operands behind a double dash', () => {
    expect(read('a', '--', '--json', '-o').operands).toEqual(['a', '--json', '-o'])
  })

  it.each([
    [['a', 'b', '--jason'], 'There is no option --jason. Did you mean --json?'],
    [['a', 'b', '--frobnicate=1'], 'There is no option --frobnicate. For a file of this name write ./--frobnicate.'],
    [['a', 'b', '-x'], 'There is no option -x. For a file of this name write ./-x.'],
    [['a', 'b', '--json=1'], '--json takes no value: write just --json.'],
    [['a', 'b', '--json', '--json'], '--json is given twice. Give it once.'],
    [['a', 'b', '-o', 'x', '--out=y'], '--out is given twice. Give it once.'],
    [['a', 'b', '--out'], '--out needs FILE: write --out FILE.'],
    [['a', 'b', '--out', '--json'], '--out needs FILE, but --json follows. Write --out FILE.'],
    [['a', 'b', '--path', '1,2'], '--path needs X,Y: write --path X,Y X,Y.'],
    [[], 'ATLAS is missing: an atlas.'],
    [['a'], 'FILE is missing: a file.'],
  ])('%j are refused with the remedy', (argv, message) => {
    expect(() => read(...argv)).toThrow(new Problem(2, message))
  })

  it('may leave out what is optional, and that alone', () => {
    const operands = [
      ['MAP', 'a map'],
      ['[EXTRA]', 'more'],
    ] as const
    expect(readArguments(['a'], operands, OPTIONS).operands).toEqual(['a'])
    expect(readArguments(['a', 'b'], operands, OPTIONS).operands).toEqual(['a', 'b'])
    expect(() => readArguments([], operands, OPTIONS)).toThrow(new Problem(2, 'MAP is missing: a map.'))
    expect(() => readArguments(['a', 'b', 'c'], operands, OPTIONS)).toThrow('c is one argument too many.')
  })

  it('of surplus are refused by name', () => {
    const refuse = () => readArguments(['a', 'b'], OPERANDS.slice(0, 1), OPTIONS)
    expect(refuse).toThrow(new Problem(2, 'b is one argument too many.'))
  })
})

describe('values', () => {
  it.each([
    ['0', 0],
    ['42', 42],
    ['+7', 7],
    ['-3', -3],
    ['007', 7],
  ])('read %s as a whole number', (text, value) => {
    expect(wholeNumber('N', text, -10, 100)).toBe(value)
  })

  it.each(['', ' 1', '1 ', '1.5', '1e1', '0x10', '12abc', 'NaN', 'Infinity', '101', '-11', '--1'])(
    'refuse "%s" as a whole number from -10 to 100',
    text => {
      expect(() => wholeNumber('N', text, -10, 100)).toThrow(/^N is .*: it must be a whole number from -10 to 100\.$/)
    },
  )

  it.each(['', '.', 'a', '1e-1', '0,5', '1.01', '-0.1'])('refuse "%s" as a share', text => {
    expect(() => plainNumber('SHARE', text, 0, 1)).toThrow(/it must be a number from 0 to 1\.$/)
  })

  it('read shares with and without digits left of the point', () => {
    expect([plainNumber('S', '.25', 0, 1), plainNumber('S', '0.5', 0, 1), plainNumber('S', '1', 0, 1)]).toEqual([
      0.25, 0.5, 1,
    ])
  })

  it('read coordinates, outside of every map too', () => {
    expect(coordinates('START', '3,-4')).toEqual({ x: 3, y: -4 })
    expect(coordinates('START', '-0,0')).toEqual({ x: 0, y: 0 })
  })

  it.each(['', '3', '3,', ',4', '3,4,5', '3;4', '3, 4', '1.5,2', 'a,b', '9999999999999999,1'])(
    'refuse "%s" as coordinates',
    text => {
      expect(() => coordinates('START', text)).toThrow(/write it as X,Y/)
    },
  )

  it('choose words from a list, and refuse others with the list', () => {
    expect(oneOf('--directions', '4', ['4', '8'])).toBe('4')
    expect(() => oneOf('--directions', '5', ['4', '8'])).toThrow('--directions is "5": it must be 4 or 8.')
    expect([...someOf('--layers', 'a, c', ['a', 'b', 'c'])]).toEqual(['a', 'c'])
    expect(() => someOf('--layers', 'a,,b', ['a', 'b', 'c'])).toThrow('--layers is empty: it must be a, b or c.')
  })
})

describe('a misspelt name', () => {
  const names = ['bake', 'path', 'info', 'generate', 'render', 'export']
  it.each([
    ['bak', 'bake'],
    ['abke', 'bake'],
    ['pth', 'path'],
    ['generrate', 'generate'],
    ['rendre', 'render'],
    ['xport', 'export'],
  ])('%s is taken for %s', (text, name) => {
    expect(nearestName(text, names)).toBe(name)
  })

  it('too far from all names is taken for none', () => {
    expect(nearestName('frobnicate', names)).toBeUndefined()
    expect(nearestName('x', names)).toBeUndefined()
  })
})
