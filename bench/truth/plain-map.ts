/**
 * What a map that changes must be: its cells in one array, and what they were before each edit. A flood over
 * neighbours finds islands. It uses nothing of the library but the movement rule, as the judges of paths do.
 */
import type { Directions, Grid } from '../../src/index.ts'

/** Cells that an edit changes, y * width + x, and what they cost from then on. */
export type Edit = ReadonlyMap<number, number>

export class PlainMap {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly cost: Uint16Array
  /** Of each edit what its cells cost before: the last edit comes last. */
  readonly undos: Edit[] = []

  constructor({ width, height, cost }: Grid, directions: Directions) {
    this.width = width
    this.height = height
    this.directions = directions
    this.cost = Uint16Array.from(cost)
  }

  costAt(x: number, y: number): number {
    const { width, height, cost } = this
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : cost[y * width + x]
  }

  edit(edit: Edit): void {
    const before = new Map<number, number>()
    for (const [cell, cost] of edit) {
      before.set(cell, this.cost[cell])
      this.cost[cell] = cost
    }
    this.undos.push(before)
  }

  /** The same map, which does not change with this one; without a history. */
  copy(): PlainMap {
    return new PlainMap(this, this.directions)
  }

  /** As a bake reads it: costs in bytes where they fit. */
  grid(): Grid {
    const { width, height, cost } = this
    return { width, height, cost: cost.some(one => one > 255) ? cost.slice() : Uint8Array.from(cost) }
  }
}

/** Of each cell the number of its island; -1 for walls. A legal diagonal step has two straight ones beside it. */
export function islandsOf({ width, cost }: PlainMap): Int32Array {
  const islandOfCell = new Int32Array(cost.length).fill(-1)
  const stack = new Int32Array(cost.length)
  let count = 0
  for (let first = 0; first < cost.length; first++) {
    if (cost[first] === 0 || islandOfCell[first] >= 0) continue
    let open = 0
    const visit = (cell: number) => {
      if (cell < 0 || cell >= cost.length || cost[cell] === 0 || islandOfCell[cell] >= 0) return
      islandOfCell[cell] = count
      stack[open++] = cell
    }
    visit(first)
    while (open > 0) {
      const cell = stack[--open]
      const x = cell % width
      if (x > 0) visit(cell - 1)
      if (x + 1 < width) visit(cell + 1)
      visit(cell - width)
      visit(cell + width)
    }
    count++
  }
  return islandOfCell
}

/** How many islands became part of another from one time to the next, and how many came of parting. */
export function foldsOf(before: Int32Array, now: Int32Array): { islandsMerged: number; islandsSplit: number } {
  const [olds, news, pairs] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (let cell = 0, last = -1; cell < now.length; cell++) {
    if (before[cell] < 0 || now[cell] < 0) continue
    if (before[cell] === before[last] && now[cell] === now[last]) continue
    last = cell
    olds.add(before[cell])
    news.add(now[cell])
    pairs.add(before[cell] * now.length + now[cell])
  }
  return { islandsMerged: pairs.size - news.size, islandsSplit: pairs.size - olds.size }
}
