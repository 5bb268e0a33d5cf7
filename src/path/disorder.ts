/**
 * How orderly the ground along a path is: on ground without order a path now and then turns back, and one sweep finds little.
 */
import type { Bends } from '../cells/bends.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** By how much costs differ from cell to cell, as a share of them. */
export function disorderAlong(terrain: Terrain, bends: Bends): number {
  let own = terrain.costAt(bends.xOf(0), bends.yOf(0))
  let sum = own
  let differences = 0
  for (let i = 0; i + 1 < bends.count; i++) {
    const direction = bends.directionAfter(i)
    let x = bends.xOf(i)
    let y = bends.yOf(i)
    for (let steps = bends.stepsAfter(i); steps > 0; steps--) {
      x += DX[direction]
      y += DY[direction]
      const next = terrain.costOfFree(x, y)
      sum += next
      differences += Math.abs(next - own)
      own = next
    }
  }
  return differences / sum
}
