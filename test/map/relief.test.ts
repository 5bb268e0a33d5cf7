/** Relief: the one generated kind whose costs take two bytes. */
import { describe, expect, it } from 'vitest'
import { generate } from '../../src/map/generate/index.ts'
import type { Grid } from '../../src/map/grid.ts'

const SEEDS = [1, 2, 3, 4]

describe('relief', () => {
  const wallsOf = ({ cost }: Grid) => cost.filter(cellCost => cellCost === 0).length
  const size = { width: 300, height: 200 }

  it('has the asked share of unknown cells, and costs from the lowest to the highest', () => {
    for (const seed of SEEDS) {
      const grid = generate('relief', { ...size, seed, unknown: 0.3 })
      expect(Math.abs(wallsOf(grid) / grid.cost.length - 0.3)).toBeLessThan(0.02)
      const all = generate('relief', { ...size, seed, unknown: 0 })
      expect(wallsOf(all)).toBe(0)
      expect(all.cost).toBeInstanceOf(Uint16Array)
      expect(Math.max(...all.cost)).toBeGreaterThan(60_000)
      expect(Math.min(...all.cost)).toBe(1)
      expect(Math.max(...generate('relief', { ...size, seed, peakCost: 255 }).cost)).toBeLessThanOrEqual(255)
    }
  })
})
