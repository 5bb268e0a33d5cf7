/**
 * A building of equal rooms, walls one cell thick, and a door in most of the walls between two rooms. With few doors some
 * rooms are closed and the building falls apart into islands.
 */
import { Random } from '../../base/random.ts'
import { defineKind, share, whole } from './kind.ts'

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
