/**
 * Whether a map that changes is right after every edit: `npm run bench:living -- --truth --edits 100000 --seed 1`. Small maps
 * of many kinds by turns, each for some hundred edits (truth/life.ts). The seed of a map with a fault is printed.
 */
import { Random } from '../src/base/random.ts'
import { type Cell, column, type Table } from './report/table.ts'
import { MAP_KINDS } from './truth/edits.ts'
import { type Counts, liveAndDie } from './truth/life.ts'

const EDITS_A_MAP = 500

/** The counts by kind of map; the last row is the total. */
export async function truth(edits: number, firstSeed: number, onMap: (text: string) => void): Promise<Table[]> {
  const countsOfKind = new Map<string, Counts[]>()
  for (let seed = firstSeed, done = 0; done < edits; seed++) {
    const kind = MAP_KINDS[seed % MAP_KINDS.length]
    const startMs = Date.now()
    drawClock(seed)
    const counts = await liveAndDie(kind, seed, Math.min(EDITS_A_MAP, edits - done))
    done += counts.edits
    countsOfKind.set(kind, [...(countsOfKind.get(kind) ?? []), counts])
    const seconds = ((Date.now() - startMs) / 1000).toFixed(0)
    onMap(`${done} edits: seed ${seed}, ${kind}, ${seconds} s, ${counts.wrong} wrong`)
  }
  const rows = [...countsOfKind].map(([kind, counts]) => rowOf(kind, counts))
  const all = [...countsOfKind.values()].flat()
  if (all.some(({ wrong }) => wrong > 0)) process.exitCode = 1
  return [tableOf([...rows, rowOf('all', all)])]
}

/** Replaces the clock that ends slices by a seeded one, so slices end at random but repeatable points. */
function drawClock(seed: number): void {
  const random = new Random(~seed)
  let nowMs = 0
  performance.now = () => {
    nowMs += random.below(3) * random.below(3)
    return nowMs
  }
}

function rowOf(kind: string, counts: readonly Counts[]): Cell[] {
  const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0)
  const names = [
    'edits',
    'walls',
    'openings',
    'weights',
    'joined',
    'parted',
    'sliced',
    'meanwhile',
    'views',
    'snapshots',
  ] as const
  const excessMax = Math.max(...counts.map(one => one.excessMax))
  return [
    kind,
    counts.length,
    ...names.map(sum),
    sum('queries'),
    sum('proven'),
    (100 * sum('equal')) / sum('compared'),
    100 * excessMax,
    sum('bakes'),
    sum('journals'),
    sum('undone'),
    sum('wrong'),
  ]
}

function tableOf(rows: Cell[][]): Table {
  return {
    title: 'Truth of maps that change',
    about:
      'Small maps, each edited at random: single cells, gates, lines, buildings, weights, scattered cells. After each edit all ' +
      'islands are compared with a flood and a route against the judge of steps, some proven with Dijkstra; so are old answers ' +
      'while a commit in slices is under way, views and snapshots. Every 100 edits the file is compared with that of a bake, ' +
      'byte by byte, or what the journal opens; costs of default routes against those on the bake; exact ones must be equal. ' +
      'In the end all edits are undone, and the file must be that of the beginning.',
    columns: [
      column('map'),
      column('maps', 'count'),
      column('edits', 'count'),
      column('walls', 'count', 'cells'),
      column('openings', 'count', 'cells'),
      column('weights', 'count', 'cells'),
      column('joined', 'count', 'islands'),
      column('parted', 'count', 'islands'),
      column('in slices', 'count'),
      column('queries meanwhile', 'count'),
      column('views', 'count'),
      column('snapshots', 'count'),
      column('queries', 'count'),
      column('proven', 'count'),
      column('cost as on a bake', '%', 'default routes'),
      column('more expensive at most', '%', 'default routes'),
      column('files compared', 'count'),
      column('from journals', 'count'),
      column('undone', 'count'),
      column('wrong', 'count'),
    ],
    rows,
  }
}
