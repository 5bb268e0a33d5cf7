/**
 * The names of the house: a file, a class and a word of the code each mean one thing wherever they stand.
 * @fast
 */
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { filesUnder, textOf } from '../support/sources.ts'

/** Names that two files have, wherever they lie; index.ts is what a room's own door is called. */
function sharedNames(files: readonly string[]): string[] {
  const names = files.map(file => posix.basename(file)).filter(name => name !== 'index.ts')
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}

it.each(['src', 'test', 'bench'])('there are no two source files of one name in %s', folder => {
  expect(sharedNames(filesUnder(folder).filter(file => file.endsWith('.ts')))).toEqual([])
})

it('there are no two classes of one name', () => {
  const classes = filesUnder('src').flatMap(file => [...textOf(file).matchAll(/^(?:export )?class (\w+)/gm)])
  expect(sharedNames(classes.map(([, name]) => name))).toEqual([])
})

it('two files of one name are seen', () => {
  expect(sharedNames(['a/tiles.ts', 'b/c/tiles.ts', 'a/index.ts', 'index.ts', 'd/rows.ts'])).toEqual(['tiles.ts'])
})

it('there is one NONE: a file that has its own, for its loops, means the same by it', () => {
  const owns = filesUnder('src').flatMap(file => [...textOf(file).matchAll(/\bNONE = (.*)/g)].map(([, value]) => value))
  expect(owns.length).toBeGreaterThan(1)
  expect(new Set(owns)).toEqual(new Set(['-1']))
})

it('the finest level is called levelZero: ground is what a cell is made of', () => {
  const finest = /\bground: \w*(Level|Topology|QueryEnd)|\bground\w* = .*levels\[0\]|\[ground\b.*levels/
  expect(filesUnder('src').filter(file => finest.test(textOf(file)))).toEqual([])
})
