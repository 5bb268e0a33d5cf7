/** Open ground, and single walls strewn over it, each cell for itself. Above a share of 0.4 or so the map falls apart into islands. */
import { Random } from '../../base/random.ts'
import { defineKind, type Sheet, share } from './kind.ts'

/** Makes each cell a wall with probability `wallShare`, and frees the others. */
export function strewWalls({ cost, seed }: Sheet, wallShare: number): void {
  const random = new Random(seed)
  const wallBelow = Math.round(wallShare * 4294967296)
  for (let cell = 0; cell < cost.length; cell++) cost[cell] = random.nextUint32() < wallBelow ? 0 : 1
}

export const scatter = defineKind({
  about: 'single walls strewn at random',
  options: {
    wallShare: share(0.25, 'this share of the cells are walls'),
  },
  fill(sheet, { wallShare }) {
    strewWalls(sheet, wallShare)
  },
})

/** The plain where only the octile distance counts. */
export const open = defineKind({
  about: 'no walls at all',
  options: {},
  stretches() {
    return (_x, _y, cost) => cost.fill(1)
  },
})
