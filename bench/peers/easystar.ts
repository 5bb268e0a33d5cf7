/** EasyStar.js in its synchronous mode, with diagonal steps that cut no corner. It counts a diagonal step as 1.4. */
import type { Peer } from './peer.ts'
import { cellsFrom, matrixOf } from './peer.ts'

interface Point {
  readonly x: number
  readonly y: number
}
interface EasyStar {
  setGrid(matrix: number[][]): void
  setAcceptableTiles(tiles: number[]): void
  enableDiagonals(): void
  disableCornerCutting(): void
  enableSync(): void
  findPath(x0: number, y0: number, x1: number, y1: number, callback: (path: Point[] | null) => void): void
  calculate(): void
}

export const easystar: Peer = {
  name: 'easystarjs',
  packages: ['easystarjs'],
  directions: 8,
  async prepare(grid, load) {
    const module = await load<{ readonly js: new () => EasyStar }>('easystarjs')
    const star = new module.js()
    star.setGrid(matrixOf(grid))
    star.setAcceptableTiles([0])
    star.enableDiagonals()
    star.disableCornerCutting()
    star.enableSync()
    return {
      find(x0, y0, x1, y1) {
        let path: Point[] | null = null
        star.findPath(x0, y0, x1, y1, found => {
          path = found
        })
        star.calculate()
        return path
      },
      cellsOf: found =>
        cellsFrom(
          found as Point[] | null,
          point => point.x,
          point => point.y,
        ),
    }
  },
}
