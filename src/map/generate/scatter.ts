/** Open ground, and single walls strewn over it, each cell for itself. Above a share of 0.4 or so the map falls apart into islands. */
import { Random } from '../../base/random.ts'
import { defineKind, type Sheet, share, whole } from './kind.ts'

/** Makes each cell a wall with probability `wallShare`, and frees the others. */
function strewWalls({ cost, seed }: Sheet, wallShare: number): void {
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

/** Row y as 1 for wall, 0 for free, between one cell of rock at either end. */
function readWalls({ width, height, cost }: Sheet, y: number, walls: Uint8Array): void {
  if (y >= height) {
    walls.fill(1)
    return
  }
  const start = y * width
  for (let x = 0; x < width; x++) walls[x + 1] = cost[start + x] === 0 ? 1 : 0
}

/**
 * A step of a cellular automaton: a cell becomes a wall where most of the nine cells around and under it are walls. This joins
 * them into rock and opens halls. Outside the map all is rock. It goes over the grid once, in place; of the rows it has already
 * changed it keeps the old values of two.
 */
function step(sheet: Sheet): void {
  const { width, height, cost } = sheet
  let above = new Uint8Array(width + 2).fill(1)
  let here = new Uint8Array(width + 2).fill(1)
  let below = new Uint8Array(width + 2).fill(1)
  readWalls(sheet, 0, here)
  for (let y = 0; y < height; y++) {
    readWalls(sheet, y + 1, below)
    let left = above[0] + here[0] + below[0]
    let middle = above[1] + here[1] + below[1]
    for (let x = 0; x < width; x++) {
      const right = above[x + 2] + here[x + 2] + below[x + 2]
      cost[y * width + x] = left + middle + right >= 5 ? 0 : 1
      left = middle
      middle = right
    }
    const spare = above
    above = here
    here = below
    below = spare
  }
}

export const caves = defineKind({
  about: 'natural caves: halls, passages and closed pockets',
  options: {
    wallShare: share(0.48, 'this share of the cells are walls before the rock settles'),
    steps: whole(5, 0, 50, 'how often the rock settles: more makes smoother walls'),
  },
  fill(sheet, { wallShare, steps }) {
    strewWalls(sheet, wallShare)
    for (let done = 0; done < steps; done++) step(sheet)
  },
})
