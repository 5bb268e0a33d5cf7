/**
 * PathFinding.js: its A* and its jump point search, with diagonal steps where nothing is in the way. A search changes the
 * grid, so each query works on a clone, as its README tells; that is part of its time.
 */
import type { Peer, PeerFinder } from './peer.ts'
import { cellsFrom, matrixOf } from './peer.ts'

interface PathFindingGrid {
  clone(): PathFindingGrid
}
interface PathFindingFinder {
  findPath(x0: number, y0: number, x1: number, y1: number, grid: PathFindingGrid): [number, number][]
}
interface PathFinding {
  readonly Grid: new (matrix: number[][]) => PathFindingGrid
  readonly AStarFinder: new (options: object) => PathFindingFinder
  readonly JumpPointFinder: new (options: object) => PathFindingFinder
  readonly DiagonalMovement: { readonly OnlyWhenNoObstacles: number }
  readonly Heuristic: { readonly octile: unknown }
}

function peer(name: string, finderOf: (module: PathFinding) => PathFindingFinder): Peer {
  return {
    name,
    packages: ['pathfinding'],
    directions: 8,
    async prepare(map, load): Promise<PeerFinder> {
      const module = await load<PathFinding>('pathfinding')
      const grid = new module.Grid(matrixOf(map))
      const finder = finderOf(module)
      return {
        find: (x0, y0, x1, y1) => finder.findPath(x0, y0, x1, y1, grid.clone()),
        cellsOf: found =>
          cellsFrom(
            found as [number, number][],
            ([x]) => x,
            ([, y]) => y,
          ),
      }
    },
  }
}

export const pathfindingAstar = peer(
  'pathfinding A*',
  ({ AStarFinder, Heuristic }) =>
    new AStarFinder({ allowDiagonal: true, dontCrossCorners: true, heuristic: Heuristic.octile }),
)

export const pathfindingJps = peer(
  'pathfinding JPS',
  ({ JumpPointFinder, DiagonalMovement, Heuristic }) =>
    new JumpPointFinder({ diagonalMovement: DiagonalMovement.OnlyWhenNoObstacles, heuristic: Heuristic.octile }),
)
