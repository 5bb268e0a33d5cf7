/**
 * Maps, atlases and scenarios from files; what is wrong with one is told with its name.
 */
import type { Atlas, Grid, ReadMapOptions, Scenario } from '../../index.ts'
import { IsthmusError, openAtlas, readMap, readScenarios } from '../../index.ts'
import { readBytes, readText } from './files.ts'
import { inFile, inputProblem } from './problem.ts'

export async function loadMap(path: string, options: ReadMapOptions = {}): Promise<Grid> {
  const bytes = await readBytes(path)
  if (isAtlas(bytes)) throw inputProblem(`${path} is an atlas, which is baked already: name the map instead`)
  return inFile(path, () => readMap(bytes, options))
}

export async function loadAtlas(path: string): Promise<Atlas> {
  const bytes = await readBytes(path)
  return inFile(path, () => openAtlas(bytes))
}

export async function loadScenarios(path: string): Promise<Scenario[]> {
  const text = await readText(path)
  return inFile(path, () => readScenarios(text))
}

/** Damaged or of another version, it is still an atlas. */
function isAtlas(bytes: Uint8Array): boolean {
  try {
    openAtlas(bytes)
    return true
  } catch (error) {
    return error instanceof IsthmusError && error.code !== 'NOT_AN_ATLAS'
  }
}
