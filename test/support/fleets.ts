/** Small maps, and an oracle that looks at every placing of the units. */
import type { Point } from '../../src/base/answer.ts'
import type { Random } from '../../src/base/random.ts'
import type { Atlas } from '../../src/find/atlas.ts'

/** A map in which a third of the cells are walls. */
export function drawn(random: Random, width: number, height: number): string {
  const row = () => Array.from({ length: width }, () => (random.below(3) === 0 ? '#' : '.')).join('')
  return `${Array.from({ length: height }, row).join('\n')}\n`
}

/** The cells of the largest island. */
export function freeCells(atlas: Atlas): Point[] {
  const cellsOfIsland = Array.from({ length: atlas.islandCount }, (): Point[] => [])
  for (let y = 0; y < atlas.height; y++) {
    for (let x = 0; x < atlas.width; x++) if (atlas.costAt(x, y) > 0) cellsOfIsland[atlas.islandOf(x, y)].push({ x, y })
  }
  return cellsOfIsland.sort((a, b) => b.length - a.length)[0] ?? []
}

/** Whether units with 4 directions can go from their starts to their goals: a flood over all placings. */
export function canMeet(atlas: Atlas, starts: readonly Point[], goals: readonly Point[]): boolean {
  const numberOf = ({ x, y }: Point) => y * atlas.width + x
  const goal = goals.map(numberOf).join()
  const seen = new Set([starts.map(numberOf).join()])
  for (const placing of seen) {
    if (placing === goal) return true
    const cells = placing.split(',').map(Number)
    for (const next of placings(atlas, cells, 0, [])) seen.add(next.join())
  }
  return false
}

function* placings(atlas: Atlas, cells: number[], unit: number, next: number[]): Generator<number[]> {
  if (unit === cells.length) {
    yield next
    return
  }
  const x = cells[unit] % atlas.width
  const y = (cells[unit] - x) / atlas.width
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    if (atlas.costAt(x + dx, y + dy) === 0) continue
    const cell = cells[unit] + dy * atlas.width + dx
    const isTaken = next.some((other, i) => other === cell || (other === cells[unit] && cells[i] === cell))
    if (!isTaken) yield* placings(atlas, cells, unit + 1, [...next, cell])
  }
}

/** Different random cells of the largest island. */
export function cellsOf(atlas: Atlas, count: number, random: Random): Point[] {
  const free = freeCells(atlas)
  for (let i = 0; i < count; i++) {
    const j = i + random.below(free.length - i)
    ;[free[i], free[j]] = [free[j], free[i]]
  }
  return free.slice(0, count)
}
