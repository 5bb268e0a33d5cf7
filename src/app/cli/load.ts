/**
 * Loads atlases, worlds and scenarios from files. An error names the file. A file of another kind is refused from its
 * first bytes, without reading the rest.
 */
import { isAtlas } from '../../atlas/party.ts'
import { syntaxOf } from '../../format/syntax.ts'
import { type Atlas, openAtlas } from '../../index.ts'
import { mapFormats, readScenarios, type Scenario } from '../../maps.ts'
import { isWorld } from '../../world/world-layout.ts'
import { openWorld, type World } from '../../world.ts'
import { readBytes, readText } from './files.ts'
import { inFile, inputProblem } from './problem.ts'

/** Opens a file. For one of another kind, the error names the right command. */
async function load<T>(path: string, noun: 'atlas' | 'world', open: (bytes: Uint8Array) => T): Promise<T> {
  const isOne = noun === 'atlas' ? isAtlas : isWorld
  const checkHead = (head: Uint8Array) => {
    const other = isOne(head) ? '' : otherKind(path, head, noun)
    if (other !== '') throw inputProblem(`${path}: This is no ${noun} but ${other}.`)
    if (!isOne(head)) inFile(path, () => open(head))
  }
  const bytes = await readBytes(path, { checkHead })
  return inFile(path, () => open(bytes))
}

function otherKind(path: string, head: Uint8Array, wanted: 'atlas' | 'world'): string {
  if (isAtlas(head)) return `an atlas: isthmus info ${path} lists what is in it`
  if (isWorld(head)) return `a world: isthmus world info ${path} lists what is in it`
  if (syntaxOf(head) === null && !mapFormats.some(format => format.recognises(head))) return ''
  return `seems to be a map: bake it first, with isthmus ${wanted === 'world' ? 'world ' : ''}bake ${path} -o FILE.${wanted}`
}

export function loadAtlas(path: string, open: (bytes: Uint8Array) => Atlas = openAtlas): Promise<Atlas> {
  return load(path, 'atlas', open)
}

/** Loads a baked world. */
export function loadWorld(path: string): Promise<{ world: World; sizeBytes: number }> {
  return load(path, 'world', bytes => ({ world: openWorld(bytes), sizeBytes: bytes.length }))
}

export async function loadScenarios(path: string): Promise<Scenario[]> {
  const text = await readText(path)
  return inFile(path, () => readScenarios(text))
}
