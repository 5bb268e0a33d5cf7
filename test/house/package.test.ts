/** What is published: doors that open, types that old compilers read, nothing loaded before it is used. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleModules, doorsOf, privateNames, readableFromFiveOn } from '../../src/app/package/modules.ts'
import { referencePage } from '../../src/app/package/reference.ts'
import { browserFiles, sourceOf } from '../support/browser-files.ts'
import { PROGRAMS } from '../support/pages.ts'
import { publicApi } from '../support/public-api.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
/** A warning says of each shared file that it has no side effects: thousands of lines. */
const BUNDLE = { bundle: true, write: false, format: 'esm', logLevel: 'error' } as const
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const doors = Object.entries<{ types: string; default: string }>(manifest.exports).filter(
  ([, at]) => typeof at !== 'string',
)

/** As it is installed: the manifest, and what is built beside it. */
const installed = mkdtempSync(join(tmpdir(), 'isthmus-package-'))
const folder = join(installed, 'dist')
afterAll(() => rmSync(installed, { recursive: true }))

beforeAll(() => {
  // `npm run types` checks them: here they are written.
  execFileSync(process.execPath, [TSC, '-p', join(ROOT, 'src'), '--noCheck', '--outDir', folder])
  copyFileSync(join(ROOT, 'package.json'), join(installed, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'))
})

describe('the manifest', () => {
  it('names a source for every door, and its types beside it', () => {
    expect(doors.length).toBeGreaterThan(4)
    for (const [, at] of doors) {
      expect(existsSync(sourceOf(at.default))).toBe(true)
      expect(at.types).toBe(at.default.replace(/\.js$/, '.d.ts'))
    }
    for (const files of Object.entries<string>(manifest.browser)) {
      for (const file of files) expect(existsSync(sourceOf(file))).toBe(true)
    }
  })

  it('tells who may use it and what for, and builds where it is packed or taken from git', () => {
    expect(manifest.license).toBe('MIT')
    expect(manifest.keywords).toContain('pathfinding')
    const { prepack, preprepare, prepare, install, postinstall } = manifest.scripts
    expect([prepack, preprepare]).toEqual(['npm run build', 'npm run build'])
    // Of scripts that run where the package is installed npm warns.
    expect([prepare, install, postinstall]).toEqual([undefined, undefined, undefined])
  })

  it('packs no source maps, for it packs no sources', () => {
    const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'src/tsconfig.json'), 'utf8'))
    expect(manifest.files).not.toContain('src')
    expect([compilerOptions.sourceMap, compilerOptions.declarationMap]).toEqual([undefined, undefined])
  })
})

/** What the compiler says of programs where the package is installed, and of the declarations that they use. */
function compilerSays(names: readonly string[]): string {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noImplicitReturns']
  const wishes = ['--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
  try {
    return execFileSync(process.execPath, [TSC, ...strict, ...wishes, ...names], { cwd: installed, encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('the declarations', () => {
  beforeAll(() => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.d.ts')) continue
      const text = readFileSync(join(folder, name), 'utf8')
      writeFileSync(join(folder, name), readableFromFiveOn(text))
    }
  })

  it('name no buffer of an array, which TypeScript before 5.7 cannot read', () => {
    expect(readableFromFiveOn('a: Uint8Array<ArrayBuffer>, b: Int32Array<ArrayBufferLike>')).toBe(
      "a: ReturnType<Uint8Array['slice']>, b: Int32Array",
    )
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.d.ts'))
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter(name => /Array<(Shared)?ArrayBuffer/.test(readFileSync(join(folder, name), 'utf8')))).toEqual(
      [],
    )
  })

  it('compile in every door, in programs from door to door, and in those of the pages, with nothing internal in sight', () => {
    const program = `
      import { bake, checkPath, generate, openAtlas, openLive } from 'isthmus'
      import { Crowd, Fleet, Requests } from 'isthmus/crowd'
      import { proveAtlas, TextbookSearch } from 'isthmus/exact'
      import { abstractGraph, addCell, routeOfPath } from 'isthmus/graph'
      import { WaypointShaper } from 'isthmus/shape'
      import { chokePoints, whatIf } from 'isthmus/travellers'
      import { openWorld } from 'isthmus/world'
      const file = await bake(generate('open', { width: 64, height: 64 }))
      const [atlas, live] = [openAtlas(file), openLive(file)]
      const view = live.branch()
      for (const map of [atlas, live, view, live.snapshot()]) chokePoints(map)
      for (const map of [atlas, live]) new Crowd(map)
      for (const map of [atlas, live, view]) new Requests(map.finder(), { stepsPerTick: 100 })
      new Fleet(atlas, { starts: [], goals: [] })
      new WaypointShaper(atlas.terrain)
      new TextbookSearch(atlas.terrain)
      proveAtlas(atlas)
      whatIf(atlas, [3, 1])
      const graph = abstractGraph(atlas, 0)
      routeOfPath(graph, atlas, [addCell(graph, atlas, 1, 1)])
      const route = atlas.finder().find(0, 0, 9, 9)
      checkPath(atlas, route.cells(), 0, 0, 9, 9, atlas.directions)
      live.repair(route)
      openWorld(file).follow('map', live)
      // @ts-expect-error: internal
      atlas.columns
      // @ts-expect-error: internal
      route.steps
      // @ts-expect-error: internal
      live.inOrder()`
    const imports = doors.map(([door], i) => `import type * as door${i} from 'isthmus${door.slice(1)}'\n`).join('')
    expect(PROGRAMS.length).toBeGreaterThan(10)
    const programs = [{ name: 'program.mts', text: imports + program }, ...PROGRAMS]
    for (const { name, text } of programs) writeFileSync(join(installed, name), text)
    expect(compilerSays(programs.map(({ name }) => name))).toBe('')
  })

  it('are told on the page of reference: after a change, npm run reference writes it anew', async () => {
    await expect(referencePage(folder, ROOT)).toMatchFileSnapshot('../../src/REFERENCE.md')
  })

  it('are those that were agreed on: after a change that is meant, run this test with -u and read what changed', async () => {
    const known = new Map<string, string>()
    const texts = doors.map(([door, at]) => {
      const name = door === '.' ? 'isthmus' : `isthmus${door.slice(1)}`
      return `// ${name}\n\n${publicApi(join(folder, at.types.replace('./dist/', '')), name, known)}\n`
    })
    await expect(texts.join('\n')).toMatchFileSnapshot('public-api.txt')
  })
})

/** What a file loads at once, with all that that loads: paths below src and names of packages. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  if (!file.endsWith('.ts')) return loaded
  const text = readFileSync(join(ROOT, 'src', file), 'utf8').replace(/^(import|export) type [^']*'[^']+'$/gm, '')
  for (const [, target] of text.matchAll(/^(?:import|export|\}) ?[^'\n(]*'([^']+)'$/gm)) {
    loadedBy(target.startsWith('.') ? posix.join(posix.dirname(file), target) : target, loaded)
  }
  return loaded
}

describe('what is loaded', () => {
  it.each(['index.ts', 'baking.ts', 'lite.ts', 'query.ts', 'shape.ts'])(
    'with %s is neither graphology nor anything of Node',
    file => {
      const loaded = [...loadedBy(file)]
      expect(loaded.length).toBeGreaterThan(10)
      expect(loaded.filter(name => /^(graphology|node:)/.test(name))).toEqual([])
    },
  )

  it.each(['query.ts', 'baking.ts'])('with %s is no format of files', file => {
    expect([...loadedBy(file)].filter(name => /^format\/|fflate|fast-png/.test(name))).toEqual([])
  })

  it('with index.ts is no package but what unpacks pictures', () => {
    const packages = [...loadedBy('index.ts')].filter(name => !name.endsWith('.ts'))
    expect(packages).toEqual(['fflate'])
  })

  it('with graph.ts is graphology', () => {
    expect([...loadedBy('graph.ts')]).toContain('graphology')
  })
})

describe('what is built', () => {
  beforeAll(async () => bundleModules(folder, await doorsOf(join(installed, 'package.json'))))

  /** What a program prints that runs where the package is installed. */
  const run = (program: string): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: installed, encoding: 'utf8' }),
    )

  it('has the doors that the manifest names, in few files, and one class for each thing', () => {
    const names = doors.map(([door]) => `'${manifest.name}${door.slice(1)}'`)
    const program = `
      const doors = await Promise.all([${names}].map(name => import(name)))
      const classes = new Set(doors.map(door => door.IsthmusError).filter(Boolean))
      console.log(JSON.stringify([doors.map(door => Object.keys(door).length), classes.size]))`
    const [exportCounts, errorClasses] = run(program) as [number[], number]
    expect(exportCounts).toHaveLength(doors.length)
    expect(Math.min(...exportCounts)).toBeGreaterThan(0)
    expect(errorClasses).toBe(1)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'))
    expect(files.length).toBeLessThan(128)
  })

  it('has each program of a thread or a process beside the file that starts it', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'))
    const started = files.flatMap(name =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\(import\.meta\.url, "([\w-]+)"\)/g)].map(([, program]) =>
        join(name, '..', `${program}.js`),
      ),
    )
    expect(started.filter(program => !files.includes(program))).toEqual([])
    expect(started.length).toBeGreaterThan(4)
  })

  it.each([
    ['query.js', 40_300, 40_300],
    ['live.js', 84_200, 86_400],
  ])(
    'has the door %s in at most %i bytes, gzipped, of what a page loads at once, %i in all',
    async (door, atOnceMax, allMax) => {
      const options = { ...BUNDLE, minify: true, metafile: true, outdir: folder } as const
      const entryPoints = [join(folder, door)]
      const { outputFiles, metafile } = await build({ ...options, entryPoints, splitting: true })
      const { outputs } = metafile
      const loaded = new Set<string>()
      const load = (name: string) => {
        if (loaded.has(name)) return
        loaded.add(name)
        for (const { path, kind } of outputs[name].imports) if (kind === 'import-statement') load(path)
      }
      load(Object.keys(outputs).find(name => outputs[name].entryPoint?.endsWith(door))!)
      const contents = [...loaded].map(
        name => outputFiles.find(({ path }) => path.endsWith(posix.basename(name)))!.contents,
      )
      const sizeOf = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length
      expect(sizeOf(Buffer.concat(contents))).toBeLessThanOrEqual(atOnceMax)
      const whole = await build({ ...options, entryPoints })
      expect(sizeOf(whole.outputFiles[0].contents)).toBeLessThanOrEqual(allMax)
    },
  )

  it('has short names for private members alone', async () => {
    const names = await privateNames()
    const all = (name: string) => name.replace(names, '')
    expect(['knownProver', 'tellBeyond', 'layingOut'].map(all)).toEqual(['', '', ''])
    // Public, of a kernel, of JavaScript, quoted, and mentioned where JSON is made.
    const kept = ['find', 'plant', 'settle', 'grow', 'wishX', 'start', 'constructor', 'then', 'columns']
    expect(kept.map(all)).toEqual(kept)
    const { text } = (
      await build({
        ...BUNDLE,
        entryPoints: [join(folder, 'index.js')],
        external: ['fflate', './threads/*'],
      })
    ).outputFiles[0]
    expect(text).not.toMatch(/\.(?:knownProver|tellBeyond|layingOut)\b/)
  })

  it('has a door that opens, finds and gives cells in 14 kB, after the bundler of a user', async () => {
    const contents = `import { openAtlas } from '${manifest.name}/lite'
      export const path = bytes => openAtlas(bytes).finder().find(0, 0, 9, 9).cells()`
    const { outputFiles } = await build({
      ...BUNDLE,
      stdin: { contents, resolveDir: installed },
      minify: true,
      platform: 'browser',
    })
    expect(gzipSync(outputFiles[0].contents, { level: 9 }).length).toBeLessThanOrEqual(14_050)
  })

  it('bakes on threads, answers, and has a command line', () => {
    const program = `
      import { bake, generate, openAtlas } from 'isthmus'
      // Threads are started from 2^20 cells on.
      const file = await bake(generate('open', { width: 1024, height: 1024 }), { workers: 2 })
      console.log(JSON.stringify(openAtlas(file).finder().find(0, 0, 1023, 0)))`
    expect(run(program)).toMatchObject({ status: 'found', cost: 1023 })
    const version = execFileSync(process.execPath, [join(installed, manifest.bin.isthmus), '--version'])
    expect(version.toString().trim()).toBe(manifest.version)
  })
})

describe('what is built for many cores and services', () => {
  it('answers on threads of a pool, and by the service that the client asks', () => {
    const program = `
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      import { bake, generate } from 'isthmus'
      import { MapClient } from 'isthmus/client'
      import { FinderPool } from 'isthmus/pool'
      const file = await bake(generate('open', { width: 64, height: 64 }))
      const pool = new FinderPool(file, { threads: 1 })
      const { cost } = await pool.find([0, 0, 63, 0])
      await pool.close()
      writeFileSync('open.atlas', file)
      const child = spawn(process.execPath, ['dist/app/cli/main.js', 'serve', 'open.atlas', '--port', '0'])
      const url = await new Promise(resolve => child.stdout.once('data', data => resolve(String(data).trim())))
      const flat = await new MapClient(url + '/v1/open').find([0, 0, 63, 0])
      child.kill('SIGTERM')
      const status = await new Promise(resolve => child.once('exit', resolve))
      console.log(JSON.stringify([cost[0], flat.cost[0], status]))`
    const options = { cwd: installed, encoding: 'utf8' } as const
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], options)
    expect(JSON.parse(printed)).toEqual([63, 63, 0])
  })

  it('has a client of 3 kB', async () => {
    const entryPoints = [join(ROOT, 'src/client.ts')]
    const { outputFiles } = await build({ ...BUNDLE, entryPoints, minify: true })
    expect(gzipSync(outputFiles[0].contents, { level: 9 }).length).toBeLessThanOrEqual(3000)
  })

  it('needs packages of the service for the service alone', () => {
    const { dependencies, peerDependenciesMeta } = manifest
    for (const name of ['fastify', '@sinclair/typebox', 'prom-client']) {
      expect(dependencies[name]).toBeUndefined()
      expect(peerDependenciesMeta[name]).toEqual({ optional: true })
    }
    expect([...loadedBy('app/cli/main.ts')].filter(name => /fastify|typebox|prom-client/.test(name))).toEqual([])
  })
})

describe('a bundle for browsers', () => {
  const bundle = (files: readonly string[], plugins: Plugin[]) =>
    build({
      entryPoints: files.map(file => join(ROOT, 'src', file)),
      bundle: true,
      splitting: true,
      write: false,
      outdir: folder,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
      plugins,
    })
  /** Doors behind which threads are started. */
  const threaded = ['index.ts', 'baking.ts', 'pool.ts']

  it('needs no word from the bundler', async () => {
    const { warnings, errors, outputFiles } = await bundle([...threaded, 'graph.ts'], [browserFiles])
    expect([warnings, errors]).toEqual([[], []])
    expect(outputFiles.filter(({ text }) => /from ?["']node:/.test(text))).toEqual([])
  })

  it.each(threaded)('of %s is none without the map of the manifest', async file => {
    await expect(bundle([file], [])).rejects.toThrow(/node:/)
  })
})
