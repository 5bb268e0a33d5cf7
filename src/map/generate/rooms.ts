/**
 * Buildings with walls one cell thick: rooms with doors, and mazes. With few doors some rooms are closed, and the building falls
 * apart into islands.
 *
 * A perfect maze has exactly one way between any two cells, and corridors of any width. A walk digs it that never enters a room
 * twice, and goes back the way it came where it is stuck. Such a depth-first search makes long, winding corridors. The way back
 * needs no stack: while the maze is dug, the top left cell of each room keeps the direction by which it was entered. So a maze
 * of any size needs no memory but its grid.
 */
import { Random } from '../../base/random.ts'
import { defineKind, type Sheet, share, whole } from './kind.ts'

export const rooms = defineKind({
  about: 'square rooms with doors between them',
  options: {
    roomCells: whole(20, 1, 1000, 'side of a room; walls are 1 thick'),
    doorCells: whole(1, 1, 1000, 'width of a door'),
    doorShare: share(0.8, 'this share of the walls between two rooms have a door'),
  },
  fill({ width, height, cost, seed }, { roomCells, doorCells, doorShare }) {
    const random = new Random(seed)
    const pitch = roomCells + 1
    /** Where a door begins in a wall of `length` cells, and how long it is: 0 where there is none. */
    const door = (length: number): [first: number, cells: number] => {
      const hasDoor = random.unit() < doorShare
      const cells = Math.min(doorCells, length)
      const first = random.below(length - cells + 1)
      return [first, hasDoor ? cells : 0]
    }
    for (let top = 0; top < height; top += pitch) {
      for (let left = 0; left < width; left += pitch) {
        const right = Math.min(width, left + roomCells)
        const bottom = Math.min(height, top + roomCells)
        for (let y = top; y < bottom; y++) cost.fill(1, y * width + left, y * width + right)
        if (right < width) {
          const [first, cells] = door(bottom - top)
          for (let y = top + first; y < top + first + cells; y++) cost[y * width + right] = 1
        }
        if (bottom < height) {
          const [first, cells] = door(right - left)
          cost.fill(1, bottom * width + left + first, bottom * width + left + first + cells)
        }
      }
    }
  },
})

/** Directions east, south, west, north; a room stores its direction + 1, and the first room ROOT. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]
const ROOT = 5

/** Marks in every room by which direction it was entered. */
function dig({ width, cost, seed }: Sheet, pitch: number, roomsWide: number, roomsHigh: number): void {
  const random = new Random(seed)
  const cellStep = STEP_X.map((stepX, direction) => (stepX + STEP_Y[direction] * width) * pitch)
  let x = random.below(roomsWide)
  let y = random.below(roomsHigh)
  let room = (y * width + x) * pitch
  cost[room] = ROOT
  for (;;) {
    let choices = 0
    let choice = -1
    // Keep the k-th open direction with probability 1/k: an even choice among all of them.
    for (let direction = 0; direction < 4; direction++) {
      const nextX = x + STEP_X[direction]
      const nextY = y + STEP_Y[direction]
      if (nextX < 0 || nextY < 0 || nextX >= roomsWide || nextY >= roomsHigh) continue
      if (cost[room + cellStep[direction]] !== 0) continue
      choices++
      if (choices === 1 || random.below(choices) === 0) choice = direction
    }
    const isStuck = choice < 0
    if (isStuck) {
      if (cost[room] === ROOT) return
      choice = (cost[room] - 1) ^ 2
    }
    x += STEP_X[choice]
    y += STEP_Y[choice]
    room += cellStep[choice]
    if (!isStuck) cost[room] = choice + 1
  }
}

/** Frees the cells of one room and of the passage by which it was entered, as far as they lie on the map. */
function clearRoom({ width, height, cost }: Sheet, left: number, top: number, corridorCells: number): void {
  const entered = cost[top * width + left] - 1
  const fromX = Math.max(0, entered === 0 ? left - 1 : left)
  const fromY = Math.max(0, entered === 1 ? top - 1 : top)
  const toX = Math.min(width, left + corridorCells + (entered === 2 ? 1 : 0))
  const toY = Math.min(height, top + corridorCells + (entered === 3 ? 1 : 0))
  for (let y = fromY; y < toY; y++) cost.fill(1, y * width + fromX, y * width + toX)
}

export const maze = defineKind({
  about: 'a perfect maze: one way between any two cells',
  options: {
    corridorCells: whole(1, 1, 1000, 'width of the corridors; walls are 1 thick'),
  },
  fill(sheet, { corridorCells }) {
    const pitch = corridorCells + 1
    const roomsWide = Math.ceil(sheet.width / pitch)
    const roomsHigh = Math.ceil(sheet.height / pitch)
    dig(sheet, pitch, roomsWide, roomsHigh)
    for (let roomY = 0; roomY < roomsHigh; roomY++) {
      for (let roomX = 0; roomX < roomsWide; roomX++) clearRoom(sheet, roomX * pitch, roomY * pitch, corridorCells)
    }
  },
})
