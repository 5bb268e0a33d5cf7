/**
 * The file of a world: the description as text, the costs between stops, the approaches to stops, and each map's atlas file as a
 * part of its own. Every section starts on a cache line, so atlases are opened in place. The reader checks every count against
 * the file's size before use, and every number against its range. It checks each atlas inside like a file of its own.
 *
 * The text is JSON in UTF-8: { maps, portals, places, origins } as bakeWorld takes them, with maps by name. Costs are
 * in cell lengths, one for each pair of stops on an island. They are ordered by map, by the island's first stop, by the
 * higher stop, then by the lower. Approaches are in the same order of stops: a shift, then the cost of each entry of
 * the map to the stop, in units of 2^shift; 65535 without a way.
 */
import { pairCountOf } from '../atlas/level-graph.ts'
import { openColumns } from '../atlas/open-columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { growingShorts } from '../base/growing.ts'
import { parseJson } from '../base/kinds.ts'
import { NONE } from '../base/none.ts'
import {
  damagedFile,
  type FileFormat,
  isOfFormat,
  magicOf,
  openSections,
  type Section,
  sectionOf,
  writingSections,
} from '../base/section-file.ts'
import type { Work } from '../base/work.ts'
import { Atlas } from '../find/atlas.ts'
import { APPROACH_SHIFT_MAX, approachLength } from './approach.ts'
import { EXTRAS, type StopIsland, WorldPart } from './part.ts'
import { planWorld, type WorldPlan, type WorldText } from './plan.ts'

export const WORLD: FileFormat = {
  magic: magicOf('ISTWRLD\n'),
  version: 2,
  noun: 'world',
  remedy: 'Copy the file or bake the world again.',
  codes: { none: 'NOT_A_WORLD', version: 'WORLD_VERSION', damaged: 'WORLD_DAMAGED' },
}

/** Whether these bytes begin like a world file. */
export function isWorld(bytes: Uint8Array): boolean {
  return isOfFormat(WORLD, bytes)
}

export function writeWorld(
  text: WorldText,
  islands: readonly StopIsland[],
  atlases: readonly Uint8Array[],
): Work<Uint8Array<ArrayBuffer>> {
  const approaches = growingShorts()
  for (const approach of islands.flatMap(island => island.approaches)) approaches.append(approach)
  const section = (name: string, data: Section['data'], part = 0): Section => ({ name, level: NONE, part, data })
  return writingSections(WORLD, [
    section('text', new TextEncoder().encode(JSON.stringify(text))),
    section('costs', Float64Array.from(islands.flatMap(island => [...island.pairs()]))),
    section('approaches', approaches.toArray()),
    ...atlases.map((atlas, map) => section('atlas', atlas, map)),
  ])
}

const BAKE_AGAIN = 'Bake the world again.'

export interface OpenedWorld {
  readonly plan: WorldPlan
  readonly parts: readonly WorldPart[]
  /** The bytes of the maps' atlases. */
  readonly files: readonly Uint8Array[]
}

export function readWorldFile(bytes: Uint8Array): OpenedWorld {
  const file = openSections(WORLD, bytes)
  const unreadable = () => damaged(`its text cannot be read. ${BAKE_AGAIN}`)
  const text = parseJson(sectionOf(file, 'text', 'uint8'), unreadable)
  const plan = planWorld(text as WorldText, damaged)
  const mapCount = file.rows.filter(({ name }) => name === 'atlas').length
  if (plan.maps.length !== mapCount) throw damaged(`it names ${plan.maps.length} maps and holds ${mapCount}.`)
  const files = plan.maps.map((_, map) => sectionOf(file, 'atlas', 'uint8', NONE, map))
  const parts = plan.maps.map((name, map) => {
    const atlas = openPart(name, files[map])
    return new WorldPart(name, atlas, plan.stops, plan.stopsOfMap[map])
  })
  readCosts(parts, sectionOf(file, 'costs', 'float64'))
  readApproaches(parts, sectionOf(file, 'approaches', 'uint16'))
  return { plan, parts, files }
}

function damaged(what: string): IsthmusError {
  return damagedFile(WORLD, what)
}

function openPart(name: string, bytes: Uint8Array): Atlas {
  try {
    return new Atlas(openColumns(bytes), bytes.length, EXTRAS)
  } catch (error) {
    if (!(error instanceof IsthmusError)) throw error
    // A file that begins otherwise is no atlas; in a world, that is damage.
    const code = error.code === 'NOT_AN_ATLAS' ? 'WORLD_DAMAGED' : error.code
    throw new IsthmusError(code, `Map ${JSON.stringify(name)}: ${error.message}`)
  }
}

function readCosts(parts: readonly WorldPart[], costs: Float64Array): void {
  const islands = parts.flatMap(part => part.islands)
  const count = islands.reduce((sum, { stops }) => sum + pairCountOf(stops.length), 0)
  if (count !== costs.length)
    throw damaged(`it holds ${costs.length} costs where there must be ${count}. ${BAKE_AGAIN}`)
  for (let i = 0; i < count; i++) {
    if (!(costs[i] >= 0 && costs[i] < Infinity)) throw damaged(`one of its costs reads ${costs[i]}. ${BAKE_AGAIN}`)
  }
  let at = 0
  for (const island of islands) at = island.read(costs, at)
}

function readApproaches(parts: readonly WorldPart[], words: Uint16Array): void {
  let at = 0
  for (const { atlas, islands } of parts) {
    const length = approachLength(atlas.columns)
    for (const island of islands) {
      for (let stop = 0; stop < island.stops.length; stop++) {
        const approach = words.subarray(at, at + length)
        if (approach.length < length || approach[0] > APPROACH_SHIFT_MAX)
          throw damaged(`its approaches make no sense. ${BAKE_AGAIN}`)
        island.approaches[stop] = approach
        at += length
      }
    }
  }
  if (at !== words.length) throw damaged(`it holds more approaches than portals. ${BAKE_AGAIN}`)
}
