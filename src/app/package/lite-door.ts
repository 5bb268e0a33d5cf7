/**
 * The smallest door is one minified file of its own, in which properties that nobody outside asks for have short names:
 * those a minifier must leave alone, and they are a tenth of all bytes. What callers ask for keeps its name, and what the
 * file builds from words, and all that JavaScript itself has.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SECTION_TYPES } from '../../base/section-file.ts'
import type { LiteAtlas, LiteFinder, LiteRoute } from '../../find/lite-finder.ts'

export const LITE_DOOR = 'lite.js'

/** What the door gives out; the compiler holds this to be all of it. */
const API: Record<keyof LiteAtlas | keyof LiteFinder | keyof LiteRoute | 'x' | 'y' | 'code', true> = {
  width: true,
  height: true,
  directions: true,
  islandCount: true,
  costAt: true,
  islandOf: true,
  isReachable: true,
  finder: true,
  find: true,
  status: true,
  message: true,
  start: true,
  goal: true,
  cost: true,
  cells: true,
  x: true,
  y: true,
  code: true,
}

const OF_JAVASCRIPT = [
  ...[Object, Function, Array, Map, Math, Number, String, Error],
  ...[Int32Array, Int8Array, DataView, Array.prototype.keys()],
]

/** The text of the door. */
export async function liteModule(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../lite.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
    // Fields begin where the constructor sets them, and take no line before it.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    mangleProps: /^[a-z]/i,
    reserveProps: keptNames(),
  })
  return outputFiles[0].text
}

function keptNames(): RegExp {
  const names = new Set([
    ...Object.keys(API),
    ...SECTION_TYPES,
    ...OF_JAVASCRIPT.flatMap(namesOf),
    // Of what an iterator gives, and of a template's strings.
    ...['done', 'value', 'raw'],
  ])
  return new RegExp(`^(?:${[...names].join('|')})$`)
}

/** The names of a thing, of what is made with it, and of all that stands behind both. */
function namesOf(thing: object): string[] {
  const names: string[] = []
  for (const first of [thing, (thing as { prototype?: object }).prototype]) {
    for (let at = first; at; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at))
  }
  return names.filter(name => /^\w+$/.test(name))
}
