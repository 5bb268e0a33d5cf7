/**
 * Grounds for tests: random ones, what a traveller pays on a cell of them, and a map of them as text.
 */
import { Random } from '../../src/base/random.ts'
import type { Grounds } from '../../src/map/grounds.ts'
import type { CellCosts } from '../../src/map/movement.ts'

export const GROUND_NAMES = ['grass', 'forest', 'swamp', 'water', 'road', 'rock'] as const

/** Patches of all grounds, so large that units of several cells find their way. */
export function patchyGrounds(width: number, height: number, seed: number, rockShare = 0.1): Grounds {
  const random = new Random(seed)
  const groundOfCell = new Uint8Array(width * height)
  const patches = Math.ceil((width * height) / 60)
  for (let patch = 0; patch < patches; patch++) {
    const ground = random.unit() < rockShare ? 5 : random.below(5)
    const side = 2 + random.below(9)
    const left = random.below(width)
    const top = random.below(height)
    for (let y = top; y < Math.min(height, top + side); y++) {
      groundOfCell.fill(ground, y * width + left, y * width + Math.min(width, left + side))
    }
  }
  return { width, height, groundOfCell, names: GROUND_NAMES }
}

/** What a unit of one cell pays, cell by cell, read from the grounds alone. */
export function paidOn(
  { width, height, groundOfCell, names }: Grounds,
  costs: Readonly<Record<string, number>>,
): CellCosts {
  return {
    costAt: (x, y) =>
      x < 0 || y < 0 || x >= width || y >= height ? 0 : (costs[names[groundOfCell[y * width + x]]] ?? 0),
  }
}
