/**
 * Turns SOURCE of `isthmus plan` into a recipe: a map to generate, a folder or bucket of pieces, or a map file. A raw
 * file is read by rows, any other as a whole.
 */
import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { syntaxOf } from '../../../format/syntax.ts'
import { type ReadMapOptions, readMap } from '../../../index.ts'
import { readBytes } from '../../cli/files.ts'
import { fileProblem, inFile, inputProblem, usageProblem } from '../../cli/problem.ts'
import { isRemote } from '../plan-place.ts'
import { mapRecipe } from './one-map.ts'
import { piecesRecipe } from './pieces.ts'
import { rawRecipe } from './raw-file.ts'
import { type Recipe, readGenerated } from './recipe.ts'

export interface SourceOptions {
  readonly reading: ReadMapOptions
  /** The pattern of the names of pieces. */
  readonly names: string | undefined
  /** Where the plan will lie. */
  readonly place: string
  readonly onProgress: (what: string, share: number) => void
}

export async function recipeFor(source: string, options: SourceOptions): Promise<Recipe> {
  const { names, place, onProgress } = options
  const { onWarning: _, ...reading } = options.reading
  const generated = readGenerated(source)
  if (generated !== null) return generated
  const isFolder = isRemote(source) || (await statusOf(source)).isDirectory()
  if (names !== undefined && !isFolder) throw usageProblem(`--names is for a folder of maps: ${source} is a file.`)
  const at = pathFor(source, place)
  if (isFolder) {
    const onPiece = (share: number) => onProgress('reading pieces', share)
    return { ...(await piecesRecipe(source, { reading, names, onProgress: onPiece })), at }
  }
  const found = await rawRecipe(source, reading, share => onProgress('reading the file', share))
  if (found !== null) return { ...found, at }
  const bytes = await readBytes(source)
  if (syntaxOf(bytes) !== null) {
    throw inputProblem(
      `${source} is a file of a map editor, which one machine bakes: isthmus bake ${source} -o FILE.atlas`,
    )
  }
  return mapRecipe(
    at,
    bytes,
    inFile(source, () => readMap(bytes, options.reading)),
    reading,
  )
}

/** The path in the recipe, relative to the plan's folder, so that both can move together. */
function pathFor(source: string, place: string): string {
  if (isRemote(source)) return source
  return isRemote(place) ? resolve(source) : relative(resolve(place), resolve(source))
}

async function statusOf(source: string) {
  return stat(source).catch(error => {
    throw fileProblem('read', source, error)
  })
}
