/**
 * What a search looked at, to be drawn: the cells before the crossings of the entries that it settled, in that order.
 */
import { xOf, yOf } from '../atlas/crossing.ts'
import type { Nodes } from './nodes.ts'

/** As x, y pairs. */
export function footprintOf(nodes: Nodes): Int32Array {
  let count = 0
  for (let node = 0; node < nodes.count; node++) if (nodes.settledAs[node] > 0) count++
  const cells = new Int32Array(2 * count)
  for (let node = 0; node < nodes.count; node++) {
    const order = nodes.settledAs[node]
    if (order === 0) continue
    cells[2 * order - 2] = xOf(nodes.crossingOf[node])
    cells[2 * order - 1] = yOf(nodes.crossingOf[node])
  }
  return cells
}
