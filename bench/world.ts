/**
 * The worlds that benches run on: generated ones, with the generator's own presets and one seed, or a map from a file.
 * A world is told between processes by how to make it, never by its cells.
 */
import { readFileSync } from 'node:fs'
import type { Grid, KindName } from '../src/index.ts'
import { generate, readMap } from '../src/index.ts'
import type { Scenario } from '../src/maps.ts'
import { generatorKinds, readScenarios } from '../src/maps.ts'

export interface GeneratedWorld {
  readonly kind: KindName
  readonly side: number
}

export interface MapWorld {
  readonly mapFile: string
  readonly scenarioFiles: readonly string[]
}

export type WorldSource = GeneratedWorld | MapWorld

const UNIFORM_KINDS: readonly KindName[] = ['terrain', 'rooms', 'maze', 'scatter', 'caves']
const WEIGHTED_KINDS: readonly KindName[] = ['roads', 'rivers', 'bands', 'elevation', 'relief']

/** What is measured unless other kinds are asked for: all but open ground, where nothing has to be searched. */
export const WORLD_KINDS: readonly KindName[] = [...UNIFORM_KINDS, ...WEIGHTED_KINDS]

/** Other packages support only walls. */
export function isWeighted(kind: KindName): boolean {
  return WEIGHTED_KINDS.includes(kind)
}

const WORLD_SEED = 25
/** Smaller worlds have no long pairs to speak of. */
const SIDE_MIN = 64

export function makeGrid(source: WorldSource): Grid {
  if ('mapFile' in source) return readMap(readFileSync(source.mapFile))
  return generate(source.kind, { width: source.side, height: source.side, seed: WORLD_SEED })
}

export function scenariosOf(source: MapWorld): Scenario[] {
  return source.scenarioFiles.flatMap(file => readScenarios(readFileSync(file, 'utf8')))
}

export function checkKind(name: string): KindName {
  if (Object.hasOwn(generatorKinds, name)) return name as KindName
  throw new Error(`There is no generator '${name}'. Known are ${Object.keys(generatorKinds).join(', ')}.`)
}

export function checkSide(text: string): number {
  const side = Number(text)
  if (Number.isInteger(side) && side >= SIDE_MIN) return side
  throw new Error(`The size '${text}' is no whole number of cells from ${SIDE_MIN} on.`)
}
