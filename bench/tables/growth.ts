/** How the time of a route grows with the map, of the same generator: a query should not feel how large the world is. */
import { column, type Table } from '../report/table.ts'
import { type Measured, statistic } from './measured.ts'

const FROM_SIDE = 1024

/** Null where no kind was measured in several sizes from 1024 on. */
export function growthTable(worlds: readonly Measured[]): Table | null {
  const generated = worlds.filter(world => sideOf(world) >= FROM_SIDE)
  const sides = [...new Set(generated.map(sideOf))].sort((a, b) => a - b)
  if (sides.length < 2 || sides[0] !== FROM_SIDE) return null
  const kinds = [...new Set(generated.map(world => world.name))]
  const largest = sides[sides.length - 1]
  return {
    title: 'Growth',
    about:
      `Median time of the route alone as the side of the map grows from ${FROM_SIDE} to ${largest} cells. The ` +
      'factors are from the smallest map to the largest: for the route, for the route with its cells (a larger ' +
      'map has longer paths), and for exact A* on its sample of the same queries.',
    columns: [
      column('map'),
      ...sides.map(side => column(`${side}^2`, 'us')),
      column('route', 'times', 'growth'),
      column('with cells', 'times', 'growth'),
      column('A*', 'times', 'growth'),
    ],
    rows: kinds.map(kind => {
      const at = (side: number) => generated.find(world => world.name === kind && sideOf(world) === side)?.report
      const route = sides.map(side => statistic(at(side)?.route.usOfQuery ?? [], 'p50'))
      const astar = sides.map(side => statistic(at(side)?.astar?.usOfQuery ?? [], 'p50'))
      const cells = sides.map(side => statistic(at(side)?.routeAndCells.usOfQuery ?? [], 'p50'))
      return [kind, ...route, growthOf(route), growthOf(cells), growthOf(astar)]
    }),
  }
}

function growthOf(times: readonly (number | null)[]): number | null {
  const first = times[0]
  const last = times[times.length - 1]
  return first === null || last === null ? null : last / first
}

function sideOf({ source }: Measured): number {
  return 'kind' in source ? source.side : 0
}
