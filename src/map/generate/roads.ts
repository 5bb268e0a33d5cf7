/**
 * Roads: towns strewn at random, and from each a straight road to the nearest others. A road is one cell wide and joined by
 * its sides, so it can be followed without a step off it.
 */
import type { Point } from '../../base/answer.ts'
import { Random } from '../../base/random.ts'
import { defineKind, type Sheet, whole } from './kind.ts'

/** Cells of the map's longer side for each town. */
const CELLS_A_TOWN = 16
const TOWNS_MIN = 2

export const roads = defineKind({
  about: 'roads between towns, through more expensive open ground',
  options: {
    costLevelZero: whole(6, 2, 255, 'cost of the ground beside the roads, which cost 1'),
    towns: whole(0, 0, 10_000, 'how many towns; 0: one for each 16 cells of the longer side'),
    roadsATown: whole(3, 1, 100, 'to how many of the nearest towns each has a road'),
  },
  fill(sheet, { costLevelZero, towns, roadsATown }) {
    const { width, height, seed } = sheet
    const random = new Random(seed)
    const count = towns || Math.max(TOWNS_MIN, Math.floor(Math.max(width, height) / CELLS_A_TOWN))
    const places = Array.from({ length: count }, () => ({ x: random.below(width), y: random.below(height) }))
    sheet.cost.fill(costLevelZero)
    for (const town of places) {
      const apart = ({ x, y }: Point) => (x - town.x) ** 2 + (y - town.y) ** 2
      const others = places.filter(other => apart(other) > 0).sort((a, b) => apart(a) - apart(b))
      for (const other of others.slice(0, roadsATown)) build(sheet, town, other)
    }
  },
})

function build({ width, cost }: Sheet, from: Point, to: Point): void {
  const acrossX = Math.abs(to.x - from.x)
  const acrossY = Math.abs(to.y - from.y)
  let { x, y } = from
  // Above 0 where the road has gone too little along x so far.
  let behind = acrossX - acrossY
  cost[y * width + x] = 1
  while (x !== to.x || y !== to.y) {
    if (behind > 0) {
      x += Math.sign(to.x - from.x)
      behind -= 2 * acrossY
    } else {
      y += Math.sign(to.y - from.y)
      behind += 2 * acrossX
    }
    cost[y * width + x] = 1
  }
}
