/**
 * The parts of a world -> the bytes of its file.
 */
import { NONE } from '../base/none.ts'
import { type Section, writingSections } from '../base/section-file.ts'
import type { Work } from '../base/work.ts'
import type { WorldText } from './plan.ts'
import { WORLD } from './world-layout.ts'

export function writeWorld(
  text: WorldText,
  costs: Float64Array,
  approaches: readonly Uint16Array[],
  atlases: readonly Uint8Array[],
): Work<Uint8Array<ArrayBuffer>> {
  const joined = new Uint16Array(approaches.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const approach of approaches) {
    joined.set(approach, at)
    at += approach.length
  }
  const section = (name: string, data: Section['data'], part = 0): Section => ({ name, level: NONE, part, data })
  return writingSections(WORLD, [
    section('text', new TextEncoder().encode(JSON.stringify(text))),
    section('costs', costs),
    section('approaches', joined),
    ...atlases.map((atlas, map) => section('atlas', atlas, map)),
  ])
}
