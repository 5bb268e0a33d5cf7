/**
 * The sound files that forgeries are made of: small ones of every kind that a program may get from strangers, since what a
 * forgery takes grows with its map and not with what can be wrong with it. Each tells which words may be changed, and
 * mends the checksums of what was changed.
 */

import { ATLAS } from '../../src/atlas/layout.ts'
import { TRAVELLERS_FILE } from '../../src/atlas/travellers-file.ts'
import { checksum } from '../../src/base/checksum.ts'
import { Random } from '../../src/base/random.ts'
import {
  type FileFormat,
  HEADER_WORDS,
  openSections,
  WORD_CHECKSUM,
  WORD_SECTIONS,
  WORDS_A_ROW,
} from '../../src/base/section-file.ts'
import { bake, type Grid, type Grounds, generate, openLive } from '../../src/index.ts'
import { HEAD_WORDS, sumOf } from '../../src/live/journal.ts'
import { WORLD } from '../../src/world/world-file.ts'
import { bakeWorld } from '../../src/world.ts'
import { withCoarseHubs } from './coarse-hubs.ts'

export type FileKind = 'atlas' | 'travellers' | 'world' | 'journal'

interface Stretch {
  readonly name: string
  /** Its first word, and the one past its last. */
  readonly from: number
  readonly to: number
}

export interface Original {
  readonly about: string
  readonly kind: FileKind
  readonly words: Int32Array<ArrayBuffer>
  readonly stretches: readonly Stretch[]
  /** Ends to ask for: x0, y0, x1, y1. */
  readonly queries: readonly (readonly [number, number, number, number])[]
  /** Mends all checksums of words that were changed. */
  seal(words: Int32Array): void
  /** The atlas that a journal belongs to. */
  readonly base?: Uint8Array
}

/**
 * Atlases uniform and weighted, with costs of one byte and of two, fragmented and open, in 4 and 8 directions, on two to four
 * levels; and the files made of them.
 */
export async function makeOriginals(): Promise<Original[]> {
  const small = generate('terrain', { width: 44, height: 40, seed: 7 })
  const weighted = generate('terrain', { width: 60, height: 44, seed: 4, weighted: true })
  const tiny = { width: 40, height: 40, seed: 2 }
  const wide = generate('elevation', { width: 50, height: 40, seed: 3 })
  return [
    await atlasOf('terrain', generate('terrain', { width: 84, height: 72, seed: 7 }), 8),
    await atlasOf('weighted terrain', weighted, 8),
    await atlasOf('caves', generate('caves', tiny), 8),
    await atlasOf('rooms', generate('rooms', { width: 132, height: 40, seed: 3 }), 8),
    await atlasOf('scatter', generate('scatter', tiny), 4),
    await atlasOf('roads', generate('roads', tiny), 4),
    await atlasOf('costs of two bytes', { ...wide, cost: Uint16Array.from(wide.cost, cost => 90 * cost) }, 8),
    await atlasOf('terrain with hubs', small, 8, 'fine'),
    await atlasOf(
      'terrain with hubs of level 1',
      generate('terrain', { width: 140, height: 60, seed: 7 }),
      8,
      'coarse',
    ),
    await travellersOf(weighted),
    await worldOf(small),
    await journalOf(small),
  ]
}

async function atlasOf(about: string, grid: Grid, directions: 4 | 8, hubs?: 'fine' | 'coarse'): Promise<Original> {
  const baked = await bake(grid, { directions, hubs: hubs === 'fine' })
  const bytes = hubs === 'coarse' ? await withCoarseHubs(baked) : baked
  const size = `${grid.width} x ${grid.height}, ${directions} directions`
  return original('atlas', `${about} ${size}`, bytes, stretchesOf(ATLAS, bytes), grid, seal)
}

function seal(words: Int32Array): void {
  words.set(checksum(words, WORD_CHECKSUM), WORD_CHECKSUM)
}

/** Each section, so that a short one is hit as often as a long one; and the table that places them. */
function stretchesOf(format: FileFormat, bytes: Uint8Array): Stretch[] {
  const { rows } = openSections(format, bytes)
  const stretches = rows.map(({ name, level, part, offsetBytes, sizeBytes }) => {
    const about = `${name}${level < 0 ? '' : ` of level ${level}`}${part === 0 ? '' : ` of part ${part}`}`
    return stretch(about, offsetBytes, offsetBytes + sizeBytes)
  })
  const table = stretch('table', 4 * HEADER_WORDS, 4 * (HEADER_WORDS + WORDS_A_ROW * rows.length))
  return [...stretches, table, table, stretch('header', 4 * WORD_SECTIONS, 4 * WORD_CHECKSUM)]
}

/** Costs become grounds, for units that see them differently: one of them large, one that turns slowly. */
async function travellersOf(grid: Grid): Promise<Original> {
  const grounds: Grounds = {
    width: grid.width,
    height: grid.height,
    groundOfCell: grid.cost.map(cost => (cost === 0 ? 0 : cost < 3 ? 1 : 2)) as Uint8Array,
    names: ['wall', 'road', 'rough'],
  }
  const bytes = await bake(grounds, {
    travellers: {
      walker: { costs: { road: 1, rough: 2 } },
      cart: { costs: { road: 1 }, size: 2, turn: 45 },
      twin: { costs: { road: 2, rough: 4 } },
    },
  })
  return original('travellers', 'three travellers', bytes, stretchesOf(TRAVELLERS_FILE, bytes), grid, seal)
}

/** A map joined with itself: the atlases inside are sealed too. */
async function worldOf(grid: Grid): Promise<Original> {
  const random = new Random(11)
  const [a, b, c, d] = Array.from({ length: 4 }, () => freeCell(grid, random))
  const cellOf = (map: string, [x, y]: readonly [number, number]) => ({ map, x, y })
  const bytes = await bakeWorld({
    maps: { east: grid, west: grid },
    portals: [
      { id: 'gate', from: cellOf('east', a), to: cellOf('west', b), cost: 3 },
      { id: 'key', from: cellOf('west', c), to: cellOf('east', d), needs: ['key'] },
      {
        id: 'ferry',
        from: cellOf('east', c),
        to: cellOf('west', a),
        oneWay: true,
        open: { every: 90, from: 0, until: 9 },
      },
    ],
  })
  const atlases = openSections(WORLD, bytes).rows.filter(({ name }) => name === 'atlas')
  return original('world', 'two maps and three portals', bytes, stretchesOf(WORLD, bytes), grid, to => {
    for (const { offsetBytes, sizeBytes } of atlases) seal(to.subarray(offsetBytes / 4, (offsetBytes + sizeBytes) / 4))
    seal(to)
  })
}

async function journalOf(grid: Grid): Promise<Original> {
  const base = await bake(grid)
  const live = openLive(base)
  const random = new Random(12)
  for (let commit = 0; commit < 4; commit++) {
    for (let edit = 0; edit < 10; edit++) live.set(...freeCell(grid, random), random.below(2))
    live.commit()
  }
  const bytes = live.journal()
  const stretches = [stretch('head', 0, 4 * HEAD_WORDS), stretch('records', 4 * HEAD_WORDS, bytes.length)]
  return { ...original('journal', 'a journal of four commits', bytes, stretches, grid, sealRecords), base }
}

/** As long as records follow each other, each says how long it is. */
function sealRecords(words: Int32Array): void {
  for (let at = HEAD_WORDS, end = 0; at < words.length; at = end + 1) {
    end = at + 1 + 2 * words[at]
    if (words[at] < 1 || end >= words.length) return
    words[end] = sumOf(words.subarray(at, end))
  }
}

function stretch(name: string, fromBytes: number, toBytes: number): Stretch {
  return { name, from: fromBytes / 4, to: Math.ceil(toBytes / 4) }
}

function original(
  kind: FileKind,
  about: string,
  bytes: Uint8Array<ArrayBuffer>,
  stretches: readonly Stretch[],
  grid: Grid,
  seal: Original['seal'],
): Original {
  // Between cells far apart and near, of any island: a forgery may well join what is apart.
  const random = new Random(grid.width)
  const queries = Array.from({ length: 4 }, () => [...freeCell(grid, random), ...freeCell(grid, random)] as const)
  const words = new Int32Array(bytes.slice().buffer)
  return { kind, about, words, stretches: stretches.filter(({ from, to }) => to > from), queries, seal }
}

function freeCell({ width, height, cost }: Grid, random: Random): [number, number] {
  for (;;) {
    const [x, y] = [random.below(width), random.below(height)]
    if (cost[y * width + x] > 0) return [x, y]
  }
}
