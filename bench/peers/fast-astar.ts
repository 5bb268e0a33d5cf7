/**
 * fast-astar: A* compiled to WebAssembly, with what its README asks for large maps, its memory-efficient grid above
 * 1000 x 1000 cells.
 */
import type { Grid } from '../../src/index.ts'
import type { Peer } from './peer.ts'
import { cellsFrom } from './peer.ts'

type Point = [x: number, y: number]
interface FastGrid {
  setObstacles(obstacles: Point[]): void
}
interface FastAstar {
  search(start: Point, goal: Point, options: object): Promise<Point[] | null>
}
interface Module {
  readonly Grid: new (options: object) => FastGrid
  readonly Astar: new (grid: FastGrid) => FastAstar
}

const EFFICIENT_FROM_CELLS = 1_000_000

export const fastAstar: Peer = {
  name: 'fast-astar',
  packages: ['fast-astar'],
  directions: 8,
  async prepare(map, load) {
    const { Grid, Astar } = await load<Module>('fast-astar')
    const { width, height } = map
    const useMemoryEfficientMode = width * height > EFFICIENT_FROM_CELLS
    const grid = new Grid({ col: width, row: height, useMemoryEfficientMode })
    grid.setObstacles(wallsOf(map))
    const astar = new Astar(grid)
    // The WebAssembly is loaded and the map handed to it behind the first search, which is no part of a query.
    await astar.search([0, 0], [0, 0], {})
    return {
      find: (x0, y0, x1, y1) => astar.search([x0, y0], [x1, y1], { rightAngle: false, optimalResult: true }),
      cellsOf: found =>
        cellsFrom(
          found as Point[] | null,
          ([x]) => x,
          ([, y]) => y,
        ),
    }
  },
}

function wallsOf({ width, height, cost }: Grid): Point[] {
  const walls: Point[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (cost[y * width + x] === 0) walls.push([x, y])
  }
  return walls
}
