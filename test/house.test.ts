/**
 * The house holds itself: who may import whom, what lies at the top of the repository, and what no file may contain.
 * The rules are functions over names and texts, so that each is also shown an offender and must refuse it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STAGES = ['map', 'region', 'entry', 'graph', 'level', 'atlas', 'query', 'path']
const QUERY_SIDE = ['query', 'path']
/** The movement rule, the cells it walks on, and walks of one line and inside one block by it. */
const MAP_FILES_OF_QUERY_SIDE = [
  'map/block-flood.ts',
  'map/line.ts',
  'map/movement.ts',
  'map/steps-after.ts',
  'map/terrain.ts',
]
/** What a column of an atlas means: a stage writes by it, the atlas reads by it, and no region is made by it. */
const COLUMN_FILES = [
  'entry/crossing.ts',
  'graph/landmarks.ts',
  'graph/level-graph.ts',
  'graph/ways.ts',
  'map/grid.ts',
  'region/labels.ts',
  'region/levels.ts',
]
const SHARED_WITH_QUERIES = [...MAP_FILES_OF_QUERY_SIDE, ...COLUMN_FILES]
const TOP_FOLDERS = ['bench', 'fixtures', 'src', 'test']
const TOP_FILES = ['LICENSE', 'README.md', 'biome.json', 'package-lock.json', 'package.json', 'tsconfig.json']
const FILE_LINES_MAX = 300

function filesUnder(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ts|js|mjs|html|css)$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(file => !/\/(node_modules|dist)\//.test(file))
}

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

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

/** Why the file `from` (below src) must not import `target`, or nothing if it may. */
function refusal(from: string, target: string): string | undefined {
  const folder = from.includes('/') ? from.slice(0, from.indexOf('/')) : ''
  const isLocal = target.endsWith('.ts')
  if (folder === 'app') return undefined
  if (target.startsWith('node:')) return 'only app touches node:*'
  if (target.startsWith('graphology')) {
    return from === 'graph/graphology.ts' ? undefined : 'only graph/graphology.ts touches graphology'
  }
  if (folder === '') return undefined
  if (!isLocal) return folder === 'base' ? 'base imports nothing' : undefined
  const targetFolder = target.includes('/') ? target.slice(0, target.indexOf('/')) : ''
  if (targetFolder === folder) return undefined
  if (folder === 'base') return 'base imports nothing'
  if (targetFolder === 'base') return undefined
  if (QUERY_SIDE.includes(folder) && !['atlas', 'query'].includes(targetFolder)) {
    return SHARED_WITH_QUERIES.includes(target) ? undefined : 'queries see the ground and the atlas, and no builder'
  }
  if (!STAGES.includes(targetFolder)) return 'a stage imports base and earlier stages'
  return STAGES.indexOf(targetFolder) < STAGES.indexOf(folder) ? undefined : 'a stage imports earlier stages only'
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
    ['base/heap.ts', 'fast-png'],
    ['map/read.ts', 'node:fs'],
    ['region/label.ts', 'entry/border.ts'],
    ['level/lift.ts', 'graphology'],
    ['atlas/open.ts', 'query/finder.ts'],
    ['query/finder.ts', 'region/label.ts'],
    ['query/finder.ts', 'map/read.ts'],
    ['query/finder.ts', 'path/check.ts'],
    ['path/smooth.ts', 'app/cli.ts'],
    ['map/read.ts', 'index.ts'],
    ['bake.ts', 'node:os'],
  ])('refuse %s importing %s', (from, target) => {
    expect(refusal(from, target)).toBeTypeOf('string')
  })

  it.each([
    ['region/label.ts', 'map/terrain.ts'],
    ['atlas/write.ts', 'level/lift.ts'],
    ['path/cells.ts', 'query/route.ts'],
    ['path/check.ts', 'map/movement.ts'],
    ['map/read.ts', 'fast-png'],
    ['graph/graphology.ts', 'graphology-shortest-path'],
    ['app/cli.ts', 'node:fs'],
  ])('let %s import %s', (from, target) => {
    expect(refusal(from, target)).toBeUndefined()
  })

  it('see every way to import', () => {
    const text = `import { a } from './a.ts'\nexport type { B } from '../map/b.ts'\nimport 'c'
      const d = await import('./d.ts')\nconst e = new URL('./e.ts', import.meta.url)\nimport {\n  f,\n} from 'f'`
    const targets = ['query/a.ts', 'map/b.ts', 'c', 'query/d.ts', 'query/e.ts', 'f']
    expect(importsOf('src/query/x.ts', text)).toEqual(targets)
  })

  it('keep the builder out of what a browser that only queries loads', () => {
    const loaded = new Set<string>()
    const load = (file: string) => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const target of importsOf(`src/${file}`, withoutTypes(textOf(`src/${file}`)))) load(target)
    }
    load('query.ts')
    const mayLoad = [...SHARED_WITH_QUERIES, 'query.ts']
    const isReading = (file: string) => /^(base|atlas|query|path)\//.test(file) && file !== 'atlas/write.ts'
    expect([...loaded].filter(file => !mayLoad.includes(file) && !isReading(file))).toEqual([])
    expect([...loaded]).toContain('atlas/open.ts')
  })
})

describe('the repository', () => {
  it('has nothing at its top but the four folders and the usual files', () => {
    const ignored = ignoredNames()
    const names = readdirSync(ROOT).filter(name => !name.startsWith('.') && !ignored.test(name))
    expect(names.filter(name => !TOP_FOLDERS.includes(name) && !TOP_FILES.includes(name))).toEqual([])
  })

  it('has no folder in src that is not a stage, base or app', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    expect(folders.map(entry => entry.name).filter(name => ![...STAGES, 'base', 'app'].includes(name))).toEqual([])
  })

  const sources = ['src', 'test', 'bench'].flatMap(filesUnder)

  it(`has no source file of more than ${FILE_LINES_MAX} lines`, () => {
    expect(sources.filter(file => textOf(file).split('\n').length - 1 > FILE_LINES_MAX)).toEqual([])
  })

  it('leaves nothing for later in a comment', () => {
    const others = sources.filter(file => file !== 'test/house.test.ts')
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
