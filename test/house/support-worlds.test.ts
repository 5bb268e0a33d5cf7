/**
 * The maker of random worlds is worth a look of its own: properties prove only as much as the worlds they see.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindNames, textOfGrid, worldOfSeed, worlds } from '../support/worlds.ts'

describe('random worlds', () => {
  const sample = Array.from({ length: 400 }, (_, seed) => worldOfSeed(seed, 130))

  it('are the same for the same seed', () => {
    expect(worldOfSeed(7, 130)).toEqual(sample[7])
  })

  it('come from every generator, with both numbers of directions', () => {
    for (const kind of kindNames) expect(sample.some(({ about }) => about.includes(`: ${kind} `))).toBe(true)
    expect(new Set(sample.map(({ directions }) => directions))).toEqual(new Set([4, 8]))
  })

  it('are uniform and weighted, tiny and large, and no multiple of a block', () => {
    const costs = sample.map(({ grid }) => new Set(grid.cost.filter(Boolean)))
    expect(costs.some(set => set.size === 1 && !set.has(1))).toBe(true)
    expect(costs.some(set => set.size > 100)).toBe(true)
    expect(costs.filter(set => set.size === 1).length).toBeGreaterThan(100)
    expect(sample.some(({ grid }) => grid.width === 1)).toBe(true)
    expect(sample.some(({ grid }) => grid.width > 96 && grid.height > 96 && grid.width % 32 !== 0)).toBe(true)
  })

  it('shrink to the smallest map that still fails, and show it as text', () => {
    const hasWall = fc.property(worlds(130), ({ grid }) => !grid.cost.includes(0))
    const { failed, counterexample } = fc.check(hasWall, { seed: 1, numRuns: 100 })
    expect(failed).toBe(true)
    expect(textOfGrid(counterexample![0].grid)).toBe('#')
    expect(fc.stringify(counterexample)).toContain('1 x 1, ')
    expect(fc.stringify(counterexample)).toMatch(/directions\n#\n/)
  })
})
