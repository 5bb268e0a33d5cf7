/**
 * Makes forgeries: a sound atlas of which one to three words are changed and whose checksum is mended, so that nothing but
 * what the words say gives it away. Columns are chosen before words: a short column is hit as often as a long one.
 */
import { checksum } from '../../src/atlas/checksum.ts'
import { headerOf } from '../../src/atlas/columns.ts'
import { headerSizeBytes, place, WORD_CHECKSUM, WORD_WIDTH } from '../../src/atlas/layout.ts'
import { Random } from '../../src/base/random.ts'
import type { Grid } from '../../src/index.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'

const CHANGES_MAX = 3
const EXTREMES = Int32Array.of(0, -1, 1, 2, 0x7fffffff, -0x80000000, 0xffff, 0x10000, 0xff)

export interface Original {
  readonly about: string
  readonly words: Int32Array<ArrayBuffer>
  /** The first word of each stretch that may be changed, and one past its last. */
  readonly stretches: readonly { readonly name: string; readonly from: number; readonly to: number }[]
  /** Ends to ask for: x0, y0, x1, y1. */
  readonly queries: readonly (readonly [number, number, number, number])[]
}

export interface Forgery {
  readonly original: Original
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What was changed, for people. */
  readonly about: string
}

/** Small maps of every kind of atlas: uniform and weighted, torn and open, in 4 and 8 directions, on up to four levels. */
export async function makeOriginals(): Promise<Original[]> {
  const originals: Original[] = []
  const add = async (about: string, grid: Grid, directions: 4 | 8) => {
    originals.push(await makeOriginal(`${about}, ${directions} directions`, grid, directions))
  }
  await add('terrain 84 x 72', generate('terrain', { width: 84, height: 72, seed: 7 }), 8)
  await add('weighted terrain 150 x 90', generate('terrain', { width: 150, height: 90, seed: 4, weighted: true }), 8)
  await add('caves 100 x 70', generate('caves', { width: 100, height: 70, seed: 2 }), 8)
  await add('rooms 200 x 140', generate('rooms', { width: 200, height: 140, seed: 3 }), 8)
  await add('scatter 70 x 100', generate('scatter', { width: 70, height: 100, seed: 5 }), 4)
  await add('weighted terrain 70 x 70', generate('terrain', { width: 70, height: 70, seed: 9, weighted: true }), 4)
  return originals
}

async function makeOriginal(about: string, grid: Grid, directions: 4 | 8): Promise<Original> {
  const bytes = await bake(grid, { directions })
  const atlas = openAtlas(bytes)
  const header = headerOf(atlas.columns)
  const stretches = place(header)
    .columns.map(({ name, level, offsetBytes, sizeBytes }) => ({
      name: level < 0 ? name : `${name} of level ${level}`,
      from: offsetBytes / 4,
      to: Math.ceil((offsetBytes + sizeBytes) / 4),
    }))
    .filter(({ from, to }) => to > from)
  stretches.push({ name: 'header', from: WORD_WIDTH, to: headerSizeBytes(header.levels.length) / 4 })
  return { about, words: new Int32Array(bytes.buffer), stretches, queries: queriesOf(grid, new Random(grid.width)) }
}

/** Between cells far apart and near, of any island: a forgery may well join what is apart. */
function queriesOf({ width, height, cost }: Grid, random: Random): Original['queries'] {
  const queries: [number, number, number, number][] = []
  const cell = (): [number, number] => {
    for (;;) {
      const [x, y] = [random.below(width), random.below(height)]
      if (cost[y * width + x] > 0) return [x, y]
    }
  }
  for (let i = 0; i < 8; i++) queries.push([...cell(), ...cell()])
  return queries
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
    if (at === WORD_CHECKSUM || at === WORD_CHECKSUM + 1) continue
    words[at] = forgedWord(words, at, random)
    changes.push(`${name}[${at - from}] = ${words[at]}`)
  }
  words.set(checksum(words, WORD_CHECKSUM), WORD_CHECKSUM)
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
