/**
 * What can be left out: mechanisms that exist only to be faster, nearer or smaller. Each names the lines to replace in the
 * sources when they are bundled; a line that is no longer there is an error, so that this table cannot fall behind.
 */
import type { Quality } from '../../src/index.ts'

/** In a file of src, what to replace and by what. */
export type Cut = readonly [file: string, from: string | RegExp, to: string]

export interface Mechanism {
  readonly name: string
  /** Whether the file changes, not only what is done with it. */
  readonly isOfBake?: boolean
  readonly quality?: Quality
  /** Whether it matters to this setting; to all unless given. */
  readonly suits?: (isUniform: boolean, hubs: boolean, directions: 4 | 8) => boolean
  readonly cuts: readonly Cut[]
}

const uniform = (isUniform: boolean) => isUniform
const mixed = (isUniform: boolean) => !isUniform

export const MECHANISMS: readonly Mechanism[] = [
  { name: 'nothing', cuts: [] },
  {
    name: 'second search on fragmented ground',
    suits: uniform,
    cuts: [['path/stream.ts', "if (quality === 'fast' ||", 'if (1 < 2 ||']],
  },
  {
    name: 'fragmented ground altogether',
    suits: uniform,
    cuts: [['path/stream.ts', 'terrain.ground.isEven ? entriesInUse', 'terrain.ground.isEven && 1 > 2 ? entriesInUse']],
  },
  {
    name: 'windows on fragmented ground',
    suits: uniform,
    cuts: [['path/window-tracer.ts', 'return 4 * searchedCount > count', 'return false']],
  },
  {
    name: 'near search before the route',
    suits: uniform,
    cuts: [['path/connect.ts', 'return units === NONE ? nearby.ifNear(start, goal) : units', 'return units']],
  },
  {
    name: 'near search after the route',
    cuts: [['path/connect.ts', "if (quality === 'fast') return NONE", 'if (1 < 2) return NONE']],
  },
  {
    name: 'pulling taut',
    cuts: [['path/stream.ts', 'if (!maker.isSwept) maker.puller.pull(held)', '']],
  },
  {
    name: 'entries left out of a search',
    cuts: [['route/entry-search.ts', 'this.guide.isLeftOut(word, crossing)', 'false']],
  },
  {
    name: 'cells around ends on mixed ground',
    suits: mixed,
    cuts: [['route/end.ts', 'if (cost > 0 && !isExpensive) {', 'if (1 < 2) {']],
  },
  {
    name: 'net of stray crossings',
    isOfBake: true,
    suits: mixed,
    cuts: [['entry/border-cover.ts', 'this.choice.complete(stretch, chosen, ways)', 'chosen']],
  },
  {
    name: 'entries of steps over corners',
    isOfBake: true,
    suits: mixed,
    cuts: [['entry/border-cover.ts', 'isPastCorner(this.terrain, crossing, through)', 'false']],
  },
]
