/**
 * The parts of a world -> the bytes of its file.
 */
import { checksumming } from '../atlas/checksum.ts'
import { allocatePrivate, checkArraySize } from '../base/memory.ts'
import { copying, type Work } from '../base/work.ts'
import type { WorldText } from './plan.ts'
import { placeSections, WORLD_FORMAT_VERSION, WORLD_MAGIC, WORLD_WORDS } from './world-layout.ts'

export function* writeWorld(
  text: WorldText,
  costs: Float64Array,
  approaches: readonly Uint16Array[],
  atlases: readonly Uint8Array[],
): Work<Uint8Array<ArrayBuffer>> {
  const textBytes = new TextEncoder().encode(JSON.stringify(text))
  const sizes = atlases.map(atlas => atlas.length)
  const approachWords = approaches.reduce((sum, { length }) => sum + length, 0)
  const at = placeSections(textBytes.length, costs.length, approachWords, sizes)
  checkArraySize(at.end, 'The world')
  const file = new Uint8Array(allocatePrivate(at.end) as ArrayBuffer)
  const words = new Int32Array(file.buffer)
  file.set(WORLD_MAGIC)
  words[WORLD_WORDS.version] = WORLD_FORMAT_VERSION
  words[WORLD_WORDS.maps] = atlases.length
  words[WORLD_WORDS.textBytes] = textBytes.length
  words[WORLD_WORDS.costs] = costs.length
  words[WORLD_WORDS.approaches] = approachWords
  words.set(sizes, at.sizes / 4)
  file.set(textBytes, at.text)
  new Float64Array(file.buffer, at.costs, costs.length).set(costs)
  const shorts = new Uint16Array(file.buffer, at.approaches, approachWords)
  let next = 0
  for (const approach of approaches) {
    shorts.set(approach, next)
    next += approach.length
  }
  for (const [map, atlas] of atlases.entries()) yield* copying(atlas, file, at.atlases[map])
  words.set(yield* checksumming(words, WORLD_WORDS.checksum), WORLD_WORDS.checksum)
  return file
}
