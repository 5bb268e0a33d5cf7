/**
 * A generated map, one window at a time: `generate:terrain:65536x65536:7`. It allows trying a farm at any size without
 * a file.
 */
import { nearestName } from '../../../base/nearest-name.ts'
import { type GenerateOptions, generateWindows, generatorKinds, type KindName } from '../../../map/generate/index.ts'
import type { TileSource } from '../../../tiles/window-source.ts'
import { usageProblem } from '../../cli/problem.ts'

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
    const kinds = Object.keys(generatorKinds)
    const near = nearestName(kind, kinds)
    throw usageProblem(
      `There is no kind ${kind}. ${near === undefined ? `Kinds are ${kinds.join(', ')}.` : `Did you mean ${near}?`}`,
    )
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

export function openGenerated({ map, options }: GeneratedRecipe, id: string): TileSource {
  const windows = generateWindows(map, options)
  const { width, height } = options
  return { width, height, id, window: async (x, y, width, height) => windows(x, y, width, height) }
}
