/**
 * By which steps a shortest path on uniform ground need go on after a step. Of equal paths the one that takes its diagonals
 * first is enough, so whatever such a path reaches as cheaply without the last step is left to it:
 *
 * - after a diagonal step: on in the same direction, or in one of its two straight parts;
 * - after a straight step: straight on; and where the cell beside the one it came from is a wall, also to that side and
 *   diagonally to that side, as no path leads there past the wall. Without that wall, a diagonal step led there sooner.
 *
 * With 4 directions, only the step back is needless.
 */
import { type Directions, DX, DY, directionOf } from '../map/movement.ts'

const AFTER_STRAIGHT = { 4: afterStraight(4), 8: afterStraight(8) }
const AFTER_DIAGONAL = afterDiagonal()

/** after[direction << 4 | straight steps that are legal where the step began], as bits of directions. */
export function stepsAfterStraight(directions: Directions): Uint8Array {
  return AFTER_STRAIGHT[directions]
}

/** after[direction & 3] for the diagonal directions 4..7, as bits of directions. */
export function stepsAfterDiagonal(): Uint8Array {
  return AFTER_DIAGONAL
}

function afterStraight(directions: Directions): Uint8Array {
  const after = new Uint8Array(4 << 4)
  for (let direction = 0; direction < 4; direction++) {
    for (let legal = 0; legal < 16; legal++) {
      const sides = [(direction + 1) & 3, (direction + 3) & 3]
      let steps = 1 << direction
      for (const side of sides) {
        if (directions === 4) steps |= 1 << side
        else if (((legal >> side) & 1) === 0) steps |= (1 << side) | (1 << diagonalBetween(direction, side))
      }
      after[(direction << 4) | legal] = steps
    }
  }
  return after
}

function afterDiagonal(): Uint8Array {
  return Uint8Array.from({ length: 4 }, (_, i) => {
    const [dx, dy] = [DX[4 + i], DY[4 + i]]
    return (1 << (4 + i)) | (1 << directionOf(dx, 0)) | (1 << directionOf(0, dy))
  })
}

function diagonalBetween(a: number, b: number): number {
  return directionOf(DX[a] + DX[b], DY[a] + DY[b])
}
