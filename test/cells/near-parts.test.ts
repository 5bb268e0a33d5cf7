/**
 * The parts of the exact search over cells, each against its plain meaning.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { JumpNodes } from '../../src/cells/jump-nodes.ts'
import { stopAlongColumn, stopAlongRow } from '../../src/cells/rays.ts'
import { Tiles } from '../../src/cells/tiles.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { plainMap } from '../support/plain.ts'
import { expectSame } from '../support/same.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

describe('the nodes', () => {
  it('are found by their cells, however many there are, and forgotten when a search begins', () => {
    const nodes = new JumpNodes(99, 41)
    for (const count of [9000, 20_000, 5]) {
      const random = new Random(count)
      nodes.start(0, 0, 9, 9, 2 ** 30)
      const unitsOfCell = new Map<number, number>()
      let faults = 0
      for (let i = 0; i < count; i++) {
        const [x, y, units] = [random.below(300), random.below(300), 50_000 + random.below(1000)]
        const cell = 300 * y + x
        if ((nodes.nodeAt(x, y) !== 0) !== unitsOfCell.has(cell)) faults++
        nodes.addNode(x, y, units, 0, 1)
        unitsOfCell.set(cell, Math.min(units, unitsOfCell.get(cell) ?? Infinity))
        if (nodes.unitsOfEntry[nodes.nodeAt(x, y)] !== unitsOfCell.get(cell)) faults++
      }
      const left = new Set(unitsOfCell.keys())
      for (let node = nodes.take(); node !== 0; node = nodes.take()) {
        const cell = 300 * (nodes.cellOfEntry[node] >>> 16) + (nodes.cellOfEntry[node] & 0xffff)
        if (!left.delete(cell)) faults++
      }
      expect([faults, left.size]).toEqual([0, 0])
    }
  })
})

describe('the tiles', () => {
  it('see what the cells around say', () => {
    const property = fc.property(worlds(100), ({ grid }) => {
      const map = plainMap(grid, 8)
      const tiles = new Tiles(packTerrain(grid, 8))
      for (const [x, y] of freeCells(grid, 60, new Random(1))) {
        for (const sense of [1, -1]) {
          const row = stopOf((i, side) => map.costAt(x + i, y + side), x, sense)
          const column = stopOf((i, side) => map.costAt(x + side, y + i), y, sense)
          expectSame(stopAlongRow(tiles, x, y, sense, 1000), row)
          expectSame(stopAlongColumn(tiles, x, y, sense, 1000), column)
          for (const steps of [0, 1, 20, 40]) {
            expectCut(stopAlongRow(tiles, x, y, sense, steps), row, x, sense, steps)
            expectCut(stopAlongColumn(tiles, x, y, sense, steps), column, y, sense, steps)
          }
        }
      }
    })
    fc.assert(property, runs(50))
  })

  /** The meaning of a stop, for a line of cells and the lines at its sides -1 and 1. */
  function stopOf(costAt: (offset: number, side: number) => number, place: number, sense: number): number {
    const hasEnded = (i: number, side: number) => costAt(i, side) !== 0 && costAt(i - sense, side) === 0
    for (let i = sense; ; i += sense) {
      if (costAt(i, 0) === 0) return ~(place + i - sense)
      const bits = (hasEnded(i, -1) ? 1 : 0) | (hasEnded(i, 1) ? 2 : 0)
      if (bits !== 0) return ((place + i) << 2) | bits
    }
  }

  const placeOf = (stop: number) => (stop < 0 ? ~stop : stop >> 2)

  /** A walk cut short ends at the true stop, or between there and its number of steps. */
  function expectCut(stop: number, whole: number, place: number, sense: number, steps: number): void {
    if (stop === whole) return
    expect(stop & 3).toBe(0)
    expect((placeOf(stop) - place) * sense).toBeGreaterThanOrEqual(steps)
    expect((placeOf(whole) - placeOf(stop)) * sense).toBeGreaterThanOrEqual(0)
  }
})
