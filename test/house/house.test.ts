/**
 * The house holds itself: who may import whom, what lies at the top of the repository, and what no file may contain.
 * The rules are functions over names and texts, so that each is also shown an offender and must refuse it.
 * @fast
 */
import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, ROOT, textOf } from '../support/sources.ts'

/** Who lies below whom on the floor, lowest first: a room imports those before it. */
const FLOOR = ['base', 'kernel', 'map', 'format', 'wave', 'cells', 'atlas']
/** Rooms of a wing import the floor and the rooms before them in their own wing. */
const BAKE_WING = ['region', 'entry', 'metric', 'hub', 'level']
const QUERY_WING = ['route', 'path', 'proof', 'find']
const SHAPE = 'shape'
const ROOMS = [
  ...FLOOR,
  ...BAKE_WING,
  ...QUERY_WING,
  SHAPE,
  'traveller',
  'graph',
  'world',
  'fleet',
  'crowd',
  'live',
  'threads',
  'pool',
  'tiles',
  'app',
]
/** Folders of test beside those that are named like a room of src: stages of several rooms, and what all tests share. */
const TEST_FOLDERS = [...ROOMS, 'bake', 'cli', 'viewer', 'bench', 'house', 'support', 'service', 'farm']
const TOP_FOLDERS = ['bench', 'fixtures', 'src', 'test']
const TOP_FILES = [
  'LICENSE',
  'README.md',
  'biome.json',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]
const FILE_LINES_MAX = 400
const FUNCTION_LINES_MAX = 60

/** What a file imports, exports from or loads later: paths below src, or names of packages. */
function importsOf(file: string, text: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'([^']+)'/g
  return [...text.matchAll(pattern)].map(([, target]) =>
    target.startsWith('.') ? posix.relative('src', posix.join(posix.dirname(file), target)) : target,
  )
}

/** A text without the imports and exports that vanish when types are taken away. */
function withoutTypes(text: string): string {
  return text.replace(/^(import|export) type [^']*'[^']+'$/gm, '')
}

const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')

/** The rooms that a room may import from, beside itself. */
function roomsBelow(room: string): string[] {
  const onFloor = FLOOR.indexOf(room)
  if (onFloor >= 0) return FLOOR.slice(0, onFloor)
  for (const wing of [BAKE_WING, QUERY_WING]) {
    if (wing.includes(room)) return [...FLOOR, ...wing.slice(0, wing.indexOf(room))]
  }
  if (room === SHAPE) return [...FLOOR, 'proof']
  if (room === 'crowd') return [...FLOOR, ...QUERY_WING, SHAPE]
  if (room === 'graph') return [...FLOOR, ...QUERY_WING, 'traveller']
  if (['traveller', 'world', 'fleet'].includes(room)) return [...FLOOR, ...QUERY_WING]
  if (room === 'pool') return ROOMS.slice(0, ROOMS.indexOf('pool'))
  return room === 'threads' || room === 'live' || room === 'tiles' ? [...FLOOR, ...BAKE_WING, ...QUERY_WING] : ROOMS
}

/** Why the file `from` (below src) must not import `target`, or nothing if it may. */
function refusal(from: string, target: string): string | undefined {
  const room = folderOf(from)
  if (room === 'app') return undefined
  const touchesNode = room === 'threads' || room === 'pool'
  if (target.startsWith('node:')) return touchesNode ? undefined : 'only app, pool and threads touch node:*'
  if (target.startsWith('graphology'))
    return room === 'graph' || room === 'world' ? undefined : 'only graph and world touch graphology'
  if (room === '') return undefined
  if (!target.endsWith('.ts')) return room === 'base' ? 'base imports nothing' : undefined
  const targetRoom = folderOf(target)
  if (targetRoom === room || roomsBelow(room).includes(targetRoom)) return undefined
  // A thread of a pool opens whatever a door opens.
  if (targetRoom === '') return room === 'pool' ? undefined : 'rooms do not import the front doors'
  return BAKE_WING.includes(room) || QUERY_WING.includes(room)
    ? 'a wing imports the floor and its own earlier rooms'
    : 'a room imports what lies below it'
}

/** Files that import each other in a circle, types included: one list of names for each circle. */
function circlesOf(importsOfFile: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...importsOfFile.keys()].map(file => [file, reachedFrom(file, importsOfFile)]))
  const isTogether = (a: string, b: string) => reached.get(a)!.has(b) && reached.get(b)?.has(a) === true
  const circles = [...reached.keys()].map(file => [...reached.keys()].filter(other => isTogether(file, other)))
  return circles.filter((circle, i) => circle.length > 0 && circles.findIndex(other => other[0] === circle[0]) === i)
}

function reachedFrom(file: string, importsOfFile: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const todo = [...(importsOfFile.get(file) ?? [])]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    todo.push(...(importsOfFile.get(next) ?? []))
  }
  return reached
}

/** Functions and methods that take more lines than they may: a formatted one ends at the indent at which it begins. */
function longFunctions(text: string): string[] {
  const lines = text.split('\n')
  const begins = [
    /^( *)(?!(?:if|for|while|switch|catch|return|else|do)\b)[\w$#*[\]. ]*[\w$#\]]\(.*\{$/,
    /^( *)\).*\{$/,
    /^( *)(?:export )?const \w+ = .*=> \{$/,
  ]
  return lines.filter((line, i) => {
    const indent = begins.map(begin => begin.exec(line)?.[1]).find(found => found !== undefined)
    if (indent === undefined) return false
    const end = lines.findIndex((other, j) => j > i && other.startsWith(`${indent}}`))
    return end - i + 1 > FUNCTION_LINES_MAX
  })
}

/** The ignored names of .gitignore as one test: plain names and names that begin with a star are all it holds. */
function ignoredNames(): RegExp {
  const names = textOf('.gitignore').split('\n').filter(Boolean)
  const patterns = names.map(name => name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '.*'))
  return new RegExp(`^(?:${patterns.join('|')})$`)
}

describe('the import rules', () => {
  it('hold in every file of src', () => {
    const broken = filesUnder('src').flatMap(file =>
      importsOf(file, textOf(file)).flatMap(target => {
        const why = refusal(posix.relative('src', file), target)
        return why === undefined ? [] : [`${file} imports ${target}: ${why}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it.each([
    ['base/heap.ts', 'map/grid.ts'],
    ['base/heap.ts', 'fflate'],
    ['format/read-map.ts', 'node:fs'],
    ['region/label.ts', 'entry/tree.ts'],
    ['level/lift.ts', 'graphology'],
    ['atlas/open-columns.ts', 'find/finder.ts'],
    ['find/finder.ts', 'region/label.ts'],
    ['region/label.ts', 'find/finder.ts'],
    ['route/entry-search.ts', 'path/unpack.ts'],
    ['path/stream.ts', 'find/route.ts'],
    ['map/grid.ts', 'format/read-map.ts'],
    ['shape/curve.ts', 'find/route.ts'],
    ['path/pull.ts', 'app/cli/main.ts'],
    ['format/read-map.ts', 'index.ts'],
    ['bake.ts', 'node:os'],
    ['live/live-map.ts', 'pool/finder-pool.ts'],
    ['pool/finder-pool.ts', 'app/cli/main.ts'],
  ])('refuse %s importing %s', (from, target) => {
    expect(refusal(from, target)).toBeTypeOf('string')
  })

  it.each([
    ['region/label.ts', 'map/terrain.ts'],
    ['level/lift.ts', 'metric/cost.ts'],
    ['path/unpack.ts', 'route/end.ts'],
    ['proof/check.ts', 'map/movement.ts'],
    ['format/png-rows.ts', 'fflate'],
    ['graph/node-path.ts', 'route/engine.ts'],
    ['threads/workers.ts', 'node:worker_threads'],
    ['graph/abstract-graph.ts', 'graphology-shortest-path'],
    ['graph/abstract-graph.ts', 'traveller/narrows.ts'],
    ['world/graphology.ts', 'graphology'],
    ['world/part.ts', 'find/atlas.ts'],
    ['app/cli/main.ts', 'node:fs'],
    ['pool/opened-map.ts', 'index.ts'],
    ['pool/node-threads.ts', 'node:os'],
  ])('let %s import %s', (from, target) => {
    expect(refusal(from, target)).toBeUndefined()
  })

  it.each(['src', 'test', 'bench'])('leave no circle of files in %s, types included', folder => {
    const files = filesUnder(folder).filter(file => file.endsWith('.ts'))
    const imports = files.map(file => [posix.relative('src', file), importsOf(file, textOf(file))] as const)
    expect(circlesOf(new Map(imports))).toEqual([])
  })

  it('see circles of two, of three, and of a file with itself', () => {
    const imports = { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['e'], e: ['c', 'x'], f: ['f'], g: ['a', 'f'] }
    expect(circlesOf(new Map(Object.entries(imports)))).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']])
  })

  it('see every way to import', () => {
    const text = `import { a } from './a.ts'\nexport type { B } from '../map/b.ts'\nimport 'c'
      const d = await import('./d.ts')\nconst e = new URL('./e.ts', import.meta.url)\nimport {\n  f,\n} from 'f'`
    const targets = ['route/a.ts', 'map/b.ts', 'c', 'route/d.ts', 'route/e.ts', 'f']
    expect(importsOf('src/route/x.ts', text)).toEqual(targets)
  })

  it.each(['query.ts', 'lite.ts'])('keep the builder out of what a browser that only queries loads: %s', door => {
    const loaded = new Set<string>()
    const load = (file: string) => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const target of importsOf(`src/${file}`, withoutTypes(textOf(`src/${file}`)))) load(target)
    }
    load(door)
    const foreign = [...loaded].filter(file => !['', ...FLOOR, ...QUERY_WING].includes(folderOf(file)))
    expect(foreign).toEqual([])
    expect([...loaded].filter(file => /^format\/|^atlas\/write/.test(file))).toEqual([])
    // What proves, explains and answers many goals at once has doors of its own.
    expect([...loaded].filter(file => /^proof\/(?!check)|exact|level-|many|spread/.test(file))).toEqual([
      'atlas/level-graph.ts',
    ])
    expect([...loaded]).toContain('atlas/open-columns.ts')
  })
})

describe('the repository', () => {
  it('has nothing at its top but the four folders and the usual files', () => {
    const ignored = ignoredNames()
    const names = readdirSync(ROOT).filter(name => !name.startsWith('.') && !ignored.test(name))
    expect(names.filter(name => !TOP_FOLDERS.includes(name) && !TOP_FILES.includes(name))).toEqual([])
  })

  it('has no folder in src that is not a room of the plan', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    expect(folders.map(entry => entry.name).filter(name => !ROOMS.includes(name))).toEqual([])
  })

  it('has its tests in folders that are named like what they are about', () => {
    const entries = readdirSync(join(ROOT, 'test'), { withFileTypes: true })
    expect(entries.map(entry => entry.name).filter(name => !TEST_FOLDERS.includes(name))).toEqual([])
    const misplaced = filesUnder('test').filter(file => file.endsWith('.test.ts') === file.startsWith('test/support/'))
    expect(misplaced).toEqual([])
  })

  const sources = ['src', 'test', 'bench'].flatMap(filesUnder)

  it(`has no source file of more than ${FILE_LINES_MAX} lines`, () => {
    expect(sources.filter(file => textOf(file).split('\n').length - 1 > FILE_LINES_MAX)).toEqual([])
  })

  it(`has no function of more than ${FUNCTION_LINES_MAX} lines`, () => {
    const programs = ['src', 'bench'].flatMap(filesUnder).filter(file => file.endsWith('.ts'))
    expect(programs.flatMap(file => longFunctions(textOf(file)).map(line => `${file}: ${line}`))).toEqual([])
  })

  it('sees a function that is too long, however it is written', () => {
    const body = '  x()\n'.repeat(FUNCTION_LINES_MAX)
    for (const head of ['function f(a: number): void {', 'export async function f() {', 'const f = (a: number) => {']) {
      expect(longFunctions(`${head}\n${body}}\n`)).toEqual([head])
      expect(longFunctions(`${head}\n  x()\n}\n`)).toEqual([])
    }
    const method = `class A {\n  private f(a: number): void {\n${body}  }\n}\n`
    expect(longFunctions(method)).toEqual(['  private f(a: number): void {'])
  })

  it('leaves nothing for later in a comment', () => {
    const others = sources.filter(file => file !== 'test/house/house.test.ts')
    expect(others.filter(file => /\b(TODO|FIXME|XXX)\b/.test(textOf(file)))).toEqual([])
  })

  it('prints and exits in app only', () => {
    const library = filesUnder('src').filter(file => !file.startsWith('src/app/'))
    expect(library.filter(file => /\bconsole\.|\bprocess\.|\balert\(/.test(textOf(file)))).toEqual([])
  })

  it('tells the idea of each source file at its top', () => {
    const silent = filesUnder('src').filter(file => file.endsWith('.ts') && !/^(#!.*\n)?\/\*\*/.test(textOf(file)))
    expect(silent).toEqual([])
  })
})
