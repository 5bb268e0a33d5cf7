/** What it costs to say no. */
import { column, type Table } from '../report/table.ts'
import { type Measured, sizeText, statistic } from './measured.ts'

export function refusalTable(worlds: readonly Measured[]): Table | null {
  const refusing = worlds.filter(({ report }) => report.refusal !== null)
  if (refusing.length === 0) return null
  return {
    title: 'Unreachable targets',
    about:
      'Targets on other islands, asked from the largest one; CPU time of a call. isReachable is called in a ' +
      'long loop (calls), while heap and garbage collector are watched. find also makes a route that says why. ' +
      'A* must search the whole island to give the same answer. A map of one island has no such targets.',
    columns: [
      column('map'),
      column('size'),
      column('time', 'ns', 'isReachable'),
      column('calls', 'count', 'isReachable'),
      column('heap growth', 'bytes'),
      column('collections', 'count'),
      column('find', 'ns'),
      column('p50', 'us', 'A*'),
      column('A* / isReachable', 'times'),
    ],
    rows: refusing.map(({ name, report }) => {
      const { isReachableNs, calls, heapGrowthBytes, collections, findNs, astar } = report.refusal!
      const astarUs = astar && statistic(astar.usOfQuery, 'p50')
      return [
        name,
        sizeText(report),
        isReachableNs,
        calls,
        Math.max(0, heapGrowthBytes),
        collections,
        findNs,
        astarUs,
        astarUs && (astarUs * 1000) / isReachableNs,
      ]
    }),
  }
}
