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
const withHubs = (_: boolean, hubs: boolean) => hubs
const uniformWithHubs = (isUniform: boolean, hubs: boolean) => isUniform && hubs
const mixedWithHubs = (isUniform: boolean, hubs: boolean) => !isUniform && hubs

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
    cuts: [['path/stream.ts', 'even: entriesInUse / terrain.costOfBlock.length', 'even: 0']],
  },
  {
    name: 'windows on fragmented ground',
    suits: uniform,
    cuts: [['path/window-tracer.ts', 'return 4 * searchedCount > count', 'return false']],
  },
  {
    name: 'near search before the route',
    suits: uniform,
    cuts: [
      [
        'path/connect.ts',
        'this.units = units === NONE ? this.nearby.ifNear(start, goal) : units',
        'this.units = units',
      ],
    ],
  },
  {
    name: 'near search after the route',
    cuts: [['path/connect.ts', "if (quality === 'fast') return NONE", 'if (1 < 2) return NONE']],
  },
  {
    name: 'pulling taut',
    cuts: [['path/stream.ts', 'this.puller.pull(bends, isEven ? null : cheaperLine)', '']],
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
  {
    name: 'plain lines to goals in sight',
    cuts: [
      [
        'path/connect.ts',
        'const cost = terrain.costAt(start.x, start.y)',
        'if (1 < 2) return NONE\n    const cost = terrain.costAt(start.x, start.y)',
      ],
    ],
  },
  {
    name: 'plain lines from ends to entries',
    suits: uniform,
    cuts: [['route/end.ts', 'cost === 0 || !this.seesAll(cost)', '1 < 2']],
  },
  {
    name: 'near search among scattered walls',
    suits: uniform,
    cuts: [['path/connect.ts', 'leastUnits < STRAIGHT_CELLS * cellUnits && isScattered(this.columns)', '1 > 2']],
  },
  {
    name: 'near search of close ends on mixed ground',
    suits: mixed,
    cuts: [['path/connect.ts', ': this.onCells(start, goal, units, ground.of(AROUND_CELLS))', ': NONE']],
  },
  {
    name: 'more blocks around ends on expensive ground',
    suits: mixed,
    cuts: [
      [
        'route/end.ts',
        'const isExpensive = isAmidExpensive && (isOfOneCost || reachesOut)',
        'const isExpensive = false',
      ],
    ],
  },
  {
    name: 'lower level 1 on mixed ground',
    suits: mixed,
    cuts: [['route/route-guide.ts', 'mixed: LONG_CELLS / 2', 'mixed: LONG_CELLS']],
  },
  {
    name: 'greed where a second search follows',
    suits: uniform,
    cuts: [['path/connect.ts', 'isSearchedAgain ? BOUND_GREED : undefined', 'undefined']],
  },
  {
    name: 'second search one level finer in rooms',
    suits: uniform,
    cuts: [['path/stream.ts', 'isOfRooms ? FINER_LEVELS_OF_ROOMS : FINER_LEVELS', 'FINER_LEVELS']],
  },
  {
    name: 'wider windows of far routes',
    suits: uniform,
    cuts: [['path/window-tracer.ts', 'isFar ? FAR_WINDOWS : WINDOWS', 'WINDOWS']],
  },
  {
    name: 'wider windows of fragmented mixed ground',
    suits: mixed,
    cuts: [
      [
        'path/window-tracer.ts',
        'this.isFragmented && !isHasty ? FRAGMENTED_REACH_CELLS : this.shortReachCells',
        'this.shortReachCells',
      ],
    ],
  },
  {
    name: 'wider windows of short paths',
    suits: mixed,
    cuts: [
      [
        'path/window-tracer.ts',
        'isWhole ? Math.min(SHORT_REACH_CELLS, Math.floor(SHORT_REACH_REGIONS / end)) : 0',
        '0',
      ],
    ],
  },
  {
    name: 'guessed guides on fragmented ground',
    suits: uniform,
    cuts: [
      [
        'path/window-tracer.ts',
        'if (this.isEven) this.guess(x, y)',
        'if (this.isEven) this.tracer.gaps.fill(stretch, i, x, y, bends)',
      ],
    ],
  },
  {
    name: 'lines as guides on mixed ground',
    suits: mixed,
    cuts: [
      [
        'path/window-tracer.ts',
        'else this.guideAlongLine(',
        'else if (1 < 2) this.tracer.gaps.fill(stretch, i, x, y, bends)\n    else this.guideAlongLine(',
      ],
    ],
  },
  {
    name: 'boxes around lines',
    suits: mixed,
    cuts: [
      ['path/window-tracer.ts', 'if (Math.min(early, late) > LINE_SHARE * units) this.addBox(x0, y0, x1, y1)', ''],
    ],
  },
  {
    name: 'hubs of regions beyond the own',
    suits: mixedWithHubs,
    cuts: [['route/local-tree.ts', 'if (this.level > 0) return\n', 'if (1 < 2) return\n']],
  },
  {
    name: 'known costs of routes by hubs',
    suits: withHubs,
    cuts: [['path/stream.ts', 'if (best === undefined)', 'if (1 < 2)']],
  },
  {
    name: 'no near search after routes by hubs',
    suits: uniformWithHubs,
    cuts: [['path/connect.ts', 'const isTaut = ', 'const isTaut = 1 > 2 && ']],
  },
  {
    name: 'stretches of one cost without windows',
    suits: mixed,
    cuts: [['path/window-tracer.ts', 'last = isEven ? first : this.endOfPlain(stretch, first, end)', 'last = first']],
  },
  {
    name: 'slides of bends over blocks of one cost',
    suits: mixed,
    cuts: [['path/stream.ts', "if (!isEven && quality !== 'fast') this.puller.pull(bends, null, this.slider)", '']],
  },
]
