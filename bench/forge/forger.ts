/**
 * Makes forgeries: a sound file of which one to three words are changed and whose checksums are mended, so that nothing but
 * what the words say gives it away. Columns are chosen before words: a short column is hit as often as a long one.
 */
import { Random } from '../../src/base/random.ts'
import type { Original } from './originals.ts'

const CHANGES_MAX = 3
const EXTREMES = Int32Array.of(0, -1, 1, 2, 0x7fffffff, -0x80000000, 0xffff, 0x10000, 0xff)

export interface Forgery {
  readonly original: Original
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What was changed, for people. */
  readonly about: string
}

/** The forgery with this number: the same for the same number and originals. */
export function forge(originals: readonly Original[], seed: number, number: number): Forgery {
  const random = new Random(Math.imul(seed + 1, 0x9e3779b1) ^ number)
  const original = originals[random.below(originals.length)]
  const words = original.words.slice()
  const changes: string[] = []
  for (let left = 1 + random.below(CHANGES_MAX); left > 0; left--) {
    const { name, from, to } = original.stretches[random.below(original.stretches.length)]
    const at = from + random.below(to - from)
    words[at] = forgedWord(words, at, random)
    changes.push(`${name}[${at - from}] = ${words[at]}`)
  }
  original.seal(words)
  return { original, bytes: new Uint8Array(words.buffer), about: `${original.about}: ${changes.join(', ')}` }
}

function forgedWord(words: Int32Array, at: number, random: Random): number {
  switch (random.below(6)) {
    case 0:
      return random.nextUint32()
    case 1:
      return EXTREMES[random.below(EXTREMES.length)]
    case 2:
      return words[at] + random.below(17) - 8
    case 3:
      return words[at] ^ (1 << random.below(32))
    case 4:
      return words[random.below(words.length)]
    default:
      return random.below(64)
  }
}
