/**
 * Random cells of a map that changes, of its largest island or of that of another cell.
 */
import type { Random } from '../../../base/random.ts'
import type { LiveMap } from '../../../live.ts'
import type { Cell } from '../protocol.ts'

const SAMPLES = 500
/** Then the map has hardly a cell of that island. */
const TRIES_MAX = 20_000

export class RandomCells {
  private readonly map: LiveMap
  private readonly random: Random
  private largest = -1
  private largestVersion = -1

  constructor(map: LiveMap, random: Random) {
    this.map = map
    this.random = random
  }

  /** On the island that most of some random cells are on; null where the map has no free cell. */
  onLargest(): Cell | null {
    const { map } = this
    if (map.version !== this.largestVersion) {
      this.largest = this.largestIsland()
      this.largestVersion = map.version
    }
    return this.onIsland(this.largest)
  }

  /** On the island of `cell`; `cell` itself where nothing else is found. */
  like(cell: Cell): Cell {
    return this.onIsland(this.map.islandOf(cell.x, cell.y)) ?? cell
  }

  /** Different cells of the largest island, the `taken` ones first; fewer than `count` where it is small. */
  different(count: number, taken: readonly Cell[]): Cell[] {
    const numberOf = ({ x, y }: Cell) => y * this.map.width + x
    const cells = new Map(taken.map(cell => [numberOf(cell), cell]))
    for (let tries = 20 * count; tries > 0 && cells.size < count; tries--) {
      const cell = this.onLargest()
      if (cell === null) break
      cells.set(numberOf(cell), cell)
    }
    return [...cells.values()].slice(0, count)
  }

  private largestIsland(): number {
    const cellsOfIsland = new Map<number, number>([[-1, 0]])
    for (let found = 0, tries = 0; found < SAMPLES && tries < TRIES_MAX; tries++) {
      const island = this.islandOf(this.anyCell())
      if (island < 0) continue
      found++
      cellsOfIsland.set(island, (cellsOfIsland.get(island) ?? 0) + 1)
    }
    return [...cellsOfIsland].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
  }

  private onIsland(island: number): Cell | null {
    for (let tries = 0; island >= 0 && tries < TRIES_MAX; tries++) {
      const cell = this.anyCell()
      if (this.islandOf(cell) === island) return cell
    }
    return null
  }

  private islandOf({ x, y }: Cell): number {
    return this.map.islandOf(x, y)
  }

  private anyCell(): Cell {
    return { x: this.random.below(this.map.width), y: this.random.below(this.map.height) }
  }
}
