/**
 * The words of sweeps hold what walking step by step finds: the cells from which a ray finds the end of a wall, and illegal
 * steps.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { BARRED, SECOND_RAYS, SweepStops } from '../../src/cells/sweep-stops.ts'
import { Tiles } from '../../src/cells/tiles.ts'
import { canStep, DX, DY } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'

/** For a longer ray the bit may be set whatever the ray finds. */
const LOOK_CELLS = 480

/** Whether a wall beside a straight run ends where a step has just come to (x, y). */
function opens(terrain: Terrain, x: number, y: number, dx: number, dy: number): boolean {
  return [-1, 1].some(
    side => terrain.isFree(x + side * dy, y + side * dx) && !terrain.isFree(x - dx + side * dy, y - dy + side * dx),
  )
}

/** Whether a ray finds something; undefined for a longer ray. */
function findsSomething(terrain: Terrain, x: number, y: number, dx: number, dy: number): boolean | undefined {
  for (let steps = 0; terrain.isFree(x + dx, y + dy); steps++) {
    x += dx
    y += dy
    if (opens(terrain, x, y, dx, dy)) return true
    if (steps === LOOK_CELLS) return undefined
  }
  return false
}

function faultsAt(terrain: Terrain, stops: SweepStops, x: number, y: number): string[] {
  const faults: string[] = []
  const directions = terrain.directions === 8 ? [4, 5, 6, 7] : [0, 2]
  directions.forEach((direction, sweep) => {
    const [dx, dy] = [DX[direction], DY[direction]]
    const at = stops.firstWordOf(x >> 5, y >> 5) + stops.offsetOf(x, y, sweep)
    const isSet = (word: number) => ((stops.words[word] >>> (x & 31)) & 1) === 1
    // Along the row and the column, or with 4 directions down and up the column.
    const first = dy === 0 ? findsSomething(terrain, x, y, 0, 1) : findsSomething(terrain, x, y, dx, 0)
    const second = findsSomething(terrain, x, y, 0, dy === 0 ? -1 : dy)
    if (isSet(at) !== (first ?? isSet(at))) faults.push(`${x},${y}: the first ray of sweep ${sweep}`)
    const isSecond = isSet(at + SECOND_RAYS)
    if (isSecond !== (second ?? isSecond)) faults.push(`${x},${y}: the second ray of sweep ${sweep}`)
    if (isSet(at + BARRED) === canStep(terrain, x, y, direction)) faults.push(`${x},${y}: the step by ${dx},${dy}`)
  })
  return faults
}

describe('the stops of sweeps', () => {
  it.each([
    { width: 37, height: 70, walls: 3 },
    { width: 300, height: 9, walls: 60 },
    { width: 5, height: 280, walls: 90 },
    { width: 64, height: 64, walls: 900 },
    { width: 33, height: 300, walls: 700 },
    { width: 330, height: 20, walls: 700 },
    { width: 1, height: 40, walls: 9 },
    { width: 1200, height: 3, walls: 900 },
  ])('are what walking finds, on $width x $height cells, 1 in $walls of them walls', ({ width, height, walls }) => {
    const random = new Random(walls)
    const cost = Uint8Array.from({ length: width * height }, () => (random.below(walls) === 0 ? 0 : 1))
    for (const directions of [8, 4] as const) {
      const terrain = packTerrain({ width, height, cost }, directions)
      const stops = new SweepStops(terrain, new Tiles(terrain))
      const faults: string[] = []
      for (let cell = 0; cell < cost.length; cell++) {
        if (cost[cell] !== 0) faults.push(...faultsAt(terrain, stops, cell % width, Math.floor(cell / width)))
      }
      expect(faults.slice(0, 3)).toEqual([])
    }
  })
})
