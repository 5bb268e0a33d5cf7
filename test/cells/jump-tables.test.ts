/**
 * Tables tell what walking step by step finds: in each direction how many steps are legal, and after how many a search turns.
 * And a search by tables finds the very path that it finds without, and gives up where that does.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends } from '../../src/cells/bends.ts'
import { EightRays } from '../../src/cells/eight-rays.ts'
import { JumpSearch } from '../../src/cells/jump.ts'
import { IS_STOP, JumpTables, PLACE_SHIFT, RUN_MAX } from '../../src/cells/jump-tables.ts'
import { TableRays } from '../../src/cells/table-rays.ts'
import { TablesDue } from '../../src/cells/tables-due.ts'
import { generate } from '../../src/map/generate/index.ts'
import { canStep, DX, DY, freeUnits } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'

/** The runs of a cell by their slots, as directions: 0 east, 1 south, 2 west, 3 north, then the diagonals. */
const SLOT_OF_DIRECTION = [0, 2, 1, 3, 4, 5, 6, 7]

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

interface Run {
  steps: number
  isStop: boolean
}

function walked(terrain: Terrain, x: number, y: number, direction: number): Run {
  const straight = [0, 1, 2, 3].filter(one => DX[direction] * DX[one] + DY[direction] * DY[one] > 0)
  for (let steps = 0; ; steps++) {
    const isStop =
      direction < 4
        ? steps > 0 && opens(terrain, x, y, direction)
        : steps > 0 && straight.some(one => seesStop(terrain, x, y, one))
    if (isStop || !canStep(terrain, x, y, direction)) return { steps, isStop }
    x += DX[direction]
    y += DY[direction]
  }
}

/** The byte of the run from (x, y) with a slot. */
type Look = (slot: number, x: number, y: number) => number

function lookInTables(terrain: Terrain): Look {
  const { runs, width } = new JumpTables(terrain)
  return (slot, x, y) => runs[((y * width + x) << PLACE_SHIFT) | slot]
}

/** What is told of a run, asked again where it goes on. */
function told(look: Look, x: number, y: number, direction: number): Run {
  for (let steps = 0; ; ) {
    const byte = look(SLOT_OF_DIRECTION[direction], x, y) & 255
    const run = byte & ~IS_STOP
    if (run !== RUN_MAX) return { steps: steps + run, isStop: byte >= IS_STOP }
    steps += RUN_MAX - 1
    x += (RUN_MAX - 1) * DX[direction]
    y += (RUN_MAX - 1) * DY[direction]
  }
}

describe('tables of jumps', () => {
  it.each([
    { width: 37, height: 70, walls: 3 },
    { width: 300, height: 9, walls: 60 },
    { width: 5, height: 280, walls: 90 },
    { width: 64, height: 64, walls: 900 },
    { width: 33, height: 300, walls: 700 },
    { width: 330, height: 20, walls: 700 },
    { width: 1, height: 40, walls: 9 },
  ])('tell what walking finds, on $width x $height cells, 1 in $walls of them walls', ({ width, height, walls }) => {
    const random = new Random(walls)
    const cost = Uint8Array.from({ length: width * height }, () => (random.below(walls) === 0 ? 0 : 1))
    const terrain = packTerrain({ width, height, cost }, 8)
    const look = lookInTables(terrain)
    const wrong: string[] = []
    for (let cell = 0; cell < cost.length; cell++) {
      if (cost[cell] === 0) continue
      const x = cell % width
      const y = (cell - x) / width
      for (let direction = 0; direction < 8; direction++) {
        const run = walked(terrain, x, y, direction)
        const { steps, isStop } = told(look, x, y, direction)
        if (steps === run.steps && isStop === run.isStop) continue
        wrong.push(`${x},${y} direction ${direction}: told ${steps}, walked ${run.steps}`)
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })

  it.each(['terrain', 'rooms', 'caves', 'scatter'] as const)('change nothing of what a search finds, on %s', kind => {
    const terrain = packTerrain(generate(kind, { width: 190, height: 130, seed: 7 }), 8)
    const random = new Random(kind.length)
    const free = () => {
      for (;;) {
        const [x, y] = [random.below(190), random.below(130)]
        if (terrain.isFree(x, y)) return [x, y] as const
      }
    }
    const walking = new JumpSearch(new EightRays(terrain, 1 << 16, 400))
    const search = new JumpSearch(new TableRays(terrain, new JumpTables(terrain), 1 << 16, 400))
    const found = [new Bends(), new Bends()]
    for (let pair = 0; pair < 300; pair++) {
      const [x0, y0] = free()
      const [x1, y1] = free()
      if (x0 === x1 && y0 === y1) continue
      const limit = pair % 2 === 0 ? 1 << 29 : freeUnits(x1 - x0, y1 - y0, 1, 8) + random.below(4000)
      const most = [3, 20, 100, 10_000][random.below(4)]
      const name = `${x0},${y0} to ${x1},${y1} below ${limit}, ${most} expansions`
      const units = walking.find(x0, y0, x1, y1, limit, most)
      walking.writeBends(found[0])
      expect(search.find(x0, y0, x1, y1, limit, most), name).toBe(units)
      expect(search.expansionCount, name).toBe(walking.expansionCount)
      if (units < 0) continue
      search.writeBends(found[1])
      const [path, pathTold] = found.map(({ xy, count }) => [...xy.subarray(0, 2 * count)])
      expect(pathTold, name).toEqual(path)
    }
  })

  it('are made once searches without have taken as long, and for no map that is too large', () => {
    const terrainOf = (width: number, height: number) =>
      packTerrain({ width, height, cost: new Uint8Array(width * height).fill(1) }, 8)
    const due = new TablesDue(terrainOf(500, 300))
    expect(due.after(10)).toBeNull()
    expect(due.after(1e9)?.(64, 400)).toBeInstanceOf(TableRays)
    expect(new TablesDue(terrainOf(4100, 4096)).after(1e9)).toBeNull()
  })
})
