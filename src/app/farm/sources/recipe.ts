/**
 * How to open the source of a plan again, on any machine: a small object beside the plan. Its name is its own digest,
 * so a plan and its source always match. If both are on disks, paths in it are relative to the plan's folder, so the
 * folder can be mounted anywhere.
 */

import { resolve } from 'node:path'
import { IsthmusError } from '../../../base/errors.ts'
import { hintOf, refuseMap } from '../../../base/given.ts'
import { readMap } from '../../../index.ts'
import { type GenerateOptions, generateWindows, generatorKinds, type KindName } from '../../../map/generate/index.ts'
import { gridSource, type TileSource, travellerSource } from '../../../tiles/tile-source.ts'
import type { TileStore } from '../../../tiles/tile-store.ts'
import { readBytes } from '../../cli/files.ts'
import { inFile, usageProblem } from '../../cli/problem.ts'
import { isRemote, sha256Of } from '../plan-place.ts'
import { openPieces, type PiecesRecipe, type Reading } from './pieces.ts'
import { openRaw, type RawRecipe } from './raw-file.ts'

/** `size` is that of the units, in cells; 1 if left out. */
export type Recipe = (GeneratedRecipe | RawRecipe | MapRecipe | PiecesRecipe) & { readonly size?: number }

export function writeRecipe(recipe: Recipe) {
  const bytes = new TextEncoder().encode(`${JSON.stringify(recipe)}\n`)
  const digest = sha256Of(bytes)
  return { name: `source-${digest.slice(0, 16)}.json`, id: `sha256:${digest}`, bytes }
}

export function sizeOf(recipe: Recipe): { width: number; height: number } {
  const { width, height } = recipe.kind === 'generate' ? recipe.options : recipe
  return { width, height }
}

/** Opens the source of a plan that lies at `place`. */
export async function openSource(place: string, store: TileStore, name: string, id: string): Promise<TileSource> {
  const bytes = await store.read(name)
  if (bytes === null) throw bad(`${name} is missing in ${place}`)
  if (`sha256:${sha256Of(bytes)}` !== id) throw bad(`${name} in ${place} was changed since`)
  const recipe = JSON.parse(new TextDecoder().decode(bytes)) as Recipe
  const source = await openRecipe(recipe, place, id)
  if (source === null) throw bad(`${name} in ${place} is of a kind that is not known here`)
  return recipe.size === undefined ? source : { ...travellerSource(source, { size: recipe.size }), id }
}

async function openRecipe(recipe: Recipe, place: string, id: string): Promise<TileSource | null> {
  const from = (at: string) => (isRemote(at) || isRemote(place) ? at : resolve(place, at))
  if (recipe.kind === 'generate') return openGenerated(recipe, id)
  if (recipe.kind === 'raw') return openRaw(recipe, from(recipe.at), id)
  if (recipe.kind === 'map') return openMap(recipe, from(recipe.at), id)
  return recipe.kind === 'pieces' ? openPieces(recipe, from(recipe.at), id) : null
}

function bad(what: string): IsthmusError {
  return new IsthmusError('BAD_PLAN', `The source of the plan cannot be opened: ${what}. Run isthmus plan again.`)
}

export interface GeneratedRecipe {
  readonly kind: 'generate'
  readonly map: KindName
  readonly options: GenerateOptions
}

const FORM = 'generate:KIND:WIDTHxHEIGHT[:SEED[:OPTION=VALUE,..]]'

/** Reads `generate:..`; null for any other text. */
export function readGenerated(text: string): GeneratedRecipe | null {
  if (!text.startsWith('generate:')) return null
  const [, kind, width, height, seed = '1', rest = ''] =
    /^generate:(\w+):(\d{1,15})x(\d{1,15})(?::(\d{1,10}))?(?::(.+))?$/s.exec(text) ?? []
  if (kind === undefined) throw usageProblem(`${text} is no map to generate: write ${FORM}.`)
  if (!Object.hasOwn(generatorKinds, kind)) {
    throw usageProblem(`There is no kind ${kind}. ${hintOf(kind, Object.keys(generatorKinds))}`)
  }
  const options = { ...valuesOf(rest), width: Number(width), height: Number(height), seed: Number(seed) }
  // The generator refuses wrong options here, and kinds that need the whole map.
  generateWindows(kind as KindName, options)
  return { kind: 'generate', map: kind as KindName, options }
}

function valuesOf(text: string): Record<string, number | boolean> {
  const values: Record<string, number | boolean> = {}
  for (const part of text === '' ? [] : text.split(',')) {
    const [, name, value] = /^([a-zA-Z]+)(?:=([\d.]+|true|false))?$/.exec(part) ?? []
    if (name === undefined) throw usageProblem(`${part} is no option of a generated map: write NAME=VALUE, or NAME.`)
    values[name] = value === undefined || value === 'true' ? true : value === 'false' ? false : Number(value)
  }
  return values
}

function openGenerated({ map, options }: GeneratedRecipe, id: string): TileSource {
  const windows = generateWindows(map, options)
  const { width, height } = options
  return { width, height, id, window: async (x, y, width, height) => windows(x, y, width, height) }
}

/** A map of any format, read whole: it fits into the memory of one machine, and the plan cuts it for many. */
export interface MapRecipe {
  readonly kind: 'map'
  readonly at: string
  readonly reading: Reading
  readonly width: number
  readonly height: number
  readonly sha256: string
}

/** Each process reads the map once. */
async function openMap({ reading, sha256 }: MapRecipe, path: string, id: string): Promise<TileSource> {
  const bytes = await readBytes(path)
  if (sha256Of(bytes) !== sha256) {
    refuseMap(`${path} was changed since it was planned. Run isthmus plan again.`)
  }
  const grid = inFile(path, () => readMap(bytes, reading))
  return gridSource(grid, id)
}
