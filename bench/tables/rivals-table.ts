/** Programs in other languages beside ours: a row for each map and program, and in the middle over the maps of a size. */
import type { RivalTimes } from '../measure/rival-process.ts'
import { type Column, column, type Table } from '../report/table.ts'
import { statistic } from './measured.ts'

/** Of the programs the one that all others are compared with. */
export const OURS = 'isthmus, hubs'

export interface RivalsOfMap {
  readonly map: string
  /** The power of two that is nearest to its longer side. */
  readonly side: number
  readonly cellCount: number
  readonly queryCount: number
  readonly timesOf: ReadonlyMap<string, RivalTimes | null>
}

const STATISTICS = ['p50', 'p95', 'mean'] as const

const ABOUT =
  'Scenarios of public game and street maps, complete paths with every cell. Each program runs in a process ' +
  'of its own, and programs take turns; the least time of all passes counts for each query. Beside ours is ' +
  'the time as a multiple of that of isthmus with hubs, by the same statistic. Prepare is the time before ' +
  'the first query, index the size that is kept on disk. A dash: not ready in time.'

const FIGURES: readonly Column[] = [
  ...STATISTICS.map(name => column(name, 'us', 'with cells')),
  ...STATISTICS.map(name => column(name, 'times', 'beside ours')),
  column('prepare', 's'),
  column('index', 'B/cell'),
]

export function rivalsTable(maps: readonly RivalsOfMap[]): Table {
  return {
    title: 'Beside programs in other languages, map by map',
    about: 'The same run; names are of the public benchmark of grid maps.',
    columns: [column('map'), column('queries', 'count'), column('program'), ...FIGURES],
    rows: maps.flatMap(one =>
      [...one.timesOf.keys()].map(name => [one.map, one.queryCount, name, ...figures(one, name)]),
    ),
  }
}

/** The middle of each figure over the maps of a size, and the least that a program takes beside ours on any of them. */
export function rivalSizesTable(maps: readonly RivalsOfMap[]): Table {
  const sides = [...new Set(maps.map(({ side }) => side))].sort((a, b) => a - b)
  const names = [...new Set(maps.flatMap(({ timesOf }) => [...timesOf.keys()]))]
  return {
    title: 'Beside programs in other languages',
    about: `${ABOUT} Figures are medians over the maps of one size; least is the map on which a program does best beside ours.`,
    columns: [
      column('longer side'),
      column('maps', 'count'),
      column('program'),
      ...FIGURES,
      column('p50', 'times', 'least'),
      column('p95', 'times', 'least'),
    ],
    rows: sides.flatMap(side => {
      const members = maps.filter(one => one.side === side)
      return names.map(name => [`about ${side}`, members.length, name, ...middles(members, name)])
    }),
  }
}

function figures({ timesOf, cellCount }: RivalsOfMap, name: string): (number | null)[] {
  const times = timesOf.get(name)
  const ours = timesOf.get(OURS)
  if (!times) return FIGURES.map(() => null)
  const us = STATISTICS.map(one => statistic(times.usOfQuery, one))
  const beside = STATISTICS.map((one, i) => {
    const own = ours ? statistic(ours.usOfQuery, one) : null
    return us[i] === null || own === null ? null : us[i] / own
  })
  return [...us, ...beside, times.prepareS, times.indexBytes / cellCount]
}

/** Of maps that a program was not ready for in time there is nothing to tell. */
function middles(maps: readonly RivalsOfMap[], name: string): (number | null)[] {
  const rows = maps.filter(({ timesOf }) => timesOf.get(name)).map(one => figures(one, name))
  const columnOf = (at: number) => rows.map(row => row[at] ?? NaN)
  const least = (at: number) => (rows.length === 0 ? null : Math.min(...columnOf(at)))
  return [
    ...FIGURES.map((_, at) => statistic(columnOf(at), 'p50')),
    least(STATISTICS.length),
    least(STATISTICS.length + 1),
  ]
}
