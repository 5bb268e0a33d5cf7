/**
 * Tables tell what walking step by step finds: in each direction how many steps are legal, and after how many a search turns.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { IS_STOP, JumpTables, PLACE_SHIFT, RUN_MAX } from '../../src/cells/jump-tables.ts'
import { canStep, DX, DY } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'

/** The bytes of a cell in their order, as directions: 0 east, 1 south, 2 west, 3 north, then the diagonals. */
const DIRECTION_OF_SLOT = [0, 2, 1, 3, 4, 5, 6, 7]

/** Whether a wall beside a straight run ends where a step has just come to (x, y). */
function opens(terrain: Terrain, x: number, y: number, direction: number): boolean {
  const sides = DX[direction] === 0 ? [-1, 1].map(side => [side, 0]) : [-1, 1].map(side => [0, side])
  return sides.some(
    ([dx, dy]) => terrain.isFree(x + dx, y + dy) && !terrain.isFree(x - DX[direction] + dx, y - DY[direction] + dy),
  )
}

function seesStop(terrain: Terrain, x: number, y: number, direction: number): boolean {
  while (canStep(terrain, x, y, direction)) {
    x += DX[direction]
    y += DY[direction]
    if (opens(terrain, x, y, direction)) return true
  }
  return false
}

function byteFor(terrain: Terrain, x: number, y: number, direction: number): number {
  const straight = [0, 1, 2, 3].filter(one => DX[direction] * DX[one] + DY[direction] * DY[one] > 0)
  for (let steps = 0; ; steps++) {
    const isStop =
      direction < 4
        ? steps > 0 && opens(terrain, x, y, direction)
        : steps > 0 && straight.some(one => seesStop(terrain, x, y, one))
    if (isStop) return Math.min(RUN_MAX, steps) | IS_STOP
    if (!canStep(terrain, x, y, direction)) return Math.min(RUN_MAX, steps)
    x += DX[direction]
    y += DY[direction]
  }
}

describe('tables of jumps', () => {
  it.each([
    { width: 37, height: 70, walls: 3 },
    { width: 300, height: 9, walls: 60 },
    { width: 5, height: 280, walls: 90 },
    { width: 64, height: 64, walls: 900 },
  ])('tell what walking finds, on $width x $height cells, 1 in $walls of them walls', ({ width, height, walls }) => {
    const random = new Random(walls)
    const cost = Uint8Array.from({ length: width * height }, () => (random.below(walls) === 0 ? 0 : 1))
    const terrain = packTerrain({ width, height, cost }, 8)
    const { runs } = new JumpTables(terrain)
    const wrong: string[] = []
    for (let cell = 0; cell < cost.length; cell++) {
      if (cost[cell] === 0) continue
      const x = cell % width
      const y = (cell - x) / width
      DIRECTION_OF_SLOT.forEach((direction, slot) => {
        const told = runs[(cell << PLACE_SHIFT) | slot]
        const walked = byteFor(terrain, x, y, direction)
        if (told !== walked) wrong.push(`${x},${y} direction ${direction}: ${told}, walked ${walked}`)
      })
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })
})
