/**
 * l1-path-finder: exact for steps in 4 directions, by landmarks over the corners of the walls. It gives the bends of a path;
 * the cells between them are filled in outside its time.
 */
import type { Peer } from './peer.ts'

type Ndarray = object
interface Planner {
  search(x0: number, y0: number, x1: number, y1: number, path: number[]): number
}

export const l1: Peer = {
  name: 'l1-path-finder',
  packages: ['l1-path-finder', 'ndarray'],
  directions: 4,
  async prepare({ width, height, cost }, load) {
    const ndarray = await load<(data: Uint8Array, shape: number[], stride: number[]) => Ndarray>('ndarray')
    const createPlanner = await load<(maze: Ndarray) => Planner>('l1-path-finder')
    const walls = Uint8Array.from(cost, one => (one === 0 ? 1 : 0))
    const planner = createPlanner(ndarray(walls, [width, height], [1, width]))
    return {
      find(x0, y0, x1, y1) {
        const bends: number[] = []
        return planner.search(x0, y0, x1, y1, bends) < Infinity ? bends : null
      },
      cellsOf: found => (found === null ? null : cellsBetween(found as number[])),
    }
  },
}

/** All cells of a path that is given by its bends, x,y pairs. */
export function cellsBetween(bends: readonly number[]): Int32Array {
  const cells = [bends[0], bends[1]]
  for (let i = 2; i < bends.length; i += 2) {
    let [x, y] = [bends[i - 2], bends[i - 1]]
    while (x !== bends[i] || y !== bends[i + 1]) {
      x += Math.sign(bends[i] - x)
      y += Math.sign(bends[i + 1] - y)
      cells.push(x, y)
    }
  }
  return Int32Array.from(cells)
}
