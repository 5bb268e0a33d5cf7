/**
 * Builds the smallest door: one minified file in which inner properties have short names, which saves a tenth of the bytes.
 * Names that callers use, names built from words, and those of JavaScript itself stay.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SECTION_TYPES } from '../../base/section-file.ts'
import type { LiteAtlas, LiteFinder, LiteRoute } from '../../find/lite-finder.ts'

export const LITE_DOOR = 'lite.js'

/** The names that callers use; the compiler checks that none is missing. */
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
    // Fields are set in the constructor only, which takes fewer bytes.
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
    // The names of an iterator's result and of a template's strings.
    ...['done', 'value', 'raw'],
  ])
  return new RegExp(`^(?:${[...names].join('|')})$`)
}

/** The property names of a thing and of its prototype, inherited ones included. */
function namesOf(thing: object): string[] {
  const names: string[] = []
  for (const first of [thing, (thing as { prototype?: object }).prototype]) {
    for (let at = first; at; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at))
  }
  return names.filter(name => /^\w+$/.test(name))
}
