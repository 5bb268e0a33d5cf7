/**
 * The moves of a step: as close to the chosen velocities as can be, while no two units overlap and none enters a wall.
 *
 * Units that would overlap push each other apart, some rounds over. Who is ahead on the common way is pushed less: so a
 * crowd gives way from the back. What is still in conflict then goes back: one unit of the
 * pair moves half as far, at last not at all. That all stay where they were is a state without conflict, so this ends,
 * whatever was chosen.
 */
import { HalfPlanes } from './half-planes.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { WallLimits } from './wall-limits.ts'

/** Units may be closer by this share of the smaller radius: rounding cannot wedge what touches. */
export const TOUCH_SHARE = 0.005
/** How often pushes go through a crowd. */
const ROUNDS = 8
/** A unit in conflict moves half as far so many times, then not at all. */
const HALVINGS = 3
/** What who moves takes of the push between it and who stands. */
const MOVING_SHARE = 0.2
const STILL = 1e-9

export class SafeMoves {
  private moveX = new Float64Array(0)
  private moveY = new Float64Array(0)
  private fromX = new Float64Array(0)
  private fromY = new Float64Array(0)
  private halved = new Uint8Array(0)
  private firstPlane = new Int32Array(1)
  /** shareOfPair[pair] */
  private shareOfPair = new Float64Array(0)
  /** Pairs that could meet, a larger or equal unit first. */
  private pairs = new Int32Array(1024)
  private pairCount = 0
  private readonly planes = new HalfPlanes(256)

  /** Moves all units by what they chose for so many seconds, as far as they may; their velocities become what they did. */
  move(placed: PlacedUnits, walls: WallLimits, seconds: number): void {
    this.makeRoom(placed.count)
    const { count, x, y, vx, vy, nextX, nextY, radius } = placed
    const { moveX, moveY, fromX, fromY, firstPlane, planes } = this
    let farthest = 0
    for (let at = 0; at < count; at++) {
      moveX[at] = nextX[at] * seconds
      moveY[at] = nextY[at] * seconds
      fromX[at] = x[at]
      fromY[at] = y[at]
      const square = moveX[at] * moveX[at] + moveY[at] * moveY[at]
      if (square > farthest) farthest = square
    }
    farthest = Math.sqrt(farthest)
    this.findPairs(placed, farthest)
    planes.count = 0
    for (let at = 0; at < count; at++) {
      firstPlane[at] = planes.count
      walls.add(planes, x[at], y[at], radius[at], farthest, 1)
    }
    firstPlane[count] = planes.count
    this.weigh(placed)
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.pushApart(placed, round) && round > 0) break
      this.keepFromWalls(count)
    }
    this.hold(count, farthest)
    this.halved.fill(0, 0, count)
    while (this.takeBack(placed));
    for (let at = 0; at < count; at++) {
      x[at] = fromX[at] + moveX[at]
      y[at] = fromY[at] + moveY[at]
      vx[at] = moveX[at] / seconds
      vy[at] = moveY[at] / seconds
    }
  }

  /** What share of a push each first unit of a pair takes: none where it is ahead of the other on their common way. */
  private weigh({ x, y, wishX, wishY }: PlacedUnits): void {
    const { pairs, pairCount } = this
    if (this.shareOfPair.length < pairCount) this.shareOfPair = new Float64Array(pairs.length)
    for (let pair = 0; pair < pairCount; pair++) {
      const a = pairs[2 * pair]
      const b = pairs[2 * pair + 1]
      const lengthA = Math.sqrt(wishX[a] * wishX[a] + wishY[a] * wishY[a])
      const lengthB = Math.sqrt(wishX[b] * wishX[b] + wishY[b] * wishY[b])
      let share = 0.5
      if (lengthA < STILL || lengthB < STILL) {
        if (lengthA >= STILL) share = MOVING_SHARE
        else if (lengthB >= STILL) share = 1 - MOVING_SHARE
      } else {
        const dx = x[b] - x[a]
        const dy = y[b] - y[a]
        const alongA = (dx * wishX[a] + dy * wishY[a]) / lengthA
        const alongB = (dx * wishX[b] + dy * wishY[b]) / lengthB
        share = 0.5 + (0.25 * (alongA + alongB)) / Math.sqrt(dx * dx + dy * dy)
      }
      this.shareOfPair[pair] = share
    }
  }

  /** Parts the pairs that would overlap, in turns from either end; whether there were any. */
  private pushApart({ radius }: PlacedUnits, round: number): boolean {
    const { pairs, pairCount, moveX, moveY, fromX, fromY, shareOfPair } = this
    let isPushed = false
    for (let k = 0; k < pairCount; k++) {
      const i = round % 2 === 0 ? 2 * k : 2 * (pairCount - 1 - k)
      const a = pairs[i]
      const b = pairs[i + 1]
      const dx = fromX[b] + moveX[b] - fromX[a] - moveX[a]
      const dy = fromY[b] + moveY[b] - fromY[a] - moveY[a]
      const sum = radius[a] + radius[b]
      const square = dx * dx + dy * dy
      if (square >= sum * sum) continue
      const distance = Math.sqrt(square)
      if (distance === 0) continue
      const push = (sum - distance) / distance
      const share = shareOfPair[i >> 1]
      moveX[a] -= dx * push * share
      moveY[a] -= dy * push * share
      moveX[b] += dx * push * (1 - share)
      moveY[b] += dy * push * (1 - share)
      isPushed = true
    }
    return isPushed
  }

  private keepFromWalls(count: number): void {
    const { firstPlane, planes, moveX, moveY } = this
    const { normalX, normalY, limit } = planes
    for (let at = 0; at < count; at++) {
      for (let k = firstPlane[at]; k < firstPlane[at + 1]; k++) {
        const over = normalX[k] * moveX[at] + normalY[k] * moveY[at] - limit[k]
        if (over <= 0) continue
        moveX[at] -= over * normalX[k]
        moveY[at] -= over * normalY[k]
      }
    }
  }

  /** No move is longer than the longest that was chosen: others are not looked for further away. Nor does it enter a wall. */
  private hold(count: number, farthest: number): void {
    const { firstPlane, planes, moveX, moveY } = this
    const { normalX, normalY, limit } = planes
    for (let at = 0; at < count; at++) {
      const square = moveX[at] * moveX[at] + moveY[at] * moveY[at]
      let share = square > farthest * farthest ? farthest / Math.sqrt(square) : 1
      for (let k = firstPlane[at]; k < firstPlane[at + 1]; k++) {
        const along = normalX[k] * moveX[at] + normalY[k] * moveY[at]
        if (along > 0 && along * share > limit[k]) share = limit[k] / along
      }
      moveX[at] *= share
      moveY[at] *= share
    }
  }

  /** Shortens a move of each pair that is in conflict; whether there were any. */
  private takeBack({ radius }: PlacedUnits): boolean {
    const { pairs, pairCount, moveX, moveY, fromX, fromY } = this
    let isConflict = false
    for (let i = 0; i < 2 * pairCount; i += 2) {
      const a = pairs[i]
      const b = pairs[i + 1]
      if (moveX[a] === 0 && moveY[a] === 0 && moveX[b] === 0 && moveY[b] === 0) continue
      const fromDx = fromX[b] - fromX[a]
      const fromDy = fromY[b] - fromY[a]
      const dx = fromDx + moveX[b] - moveX[a]
      const dy = fromDy + moveY[b] - moveY[a]
      const near = radius[a] + radius[b] - TOUCH_SHARE * radius[b]
      const square = dx * dx + dy * dy
      // Neither too close, nor through each other.
      const isApart = square >= near * near && dx * fromDx + dy * fromDy > 0
      if (isApart || (square < near * near && square >= fromDx * fromDx + fromDy * fromDy)) continue
      isConflict = true
      this.shorten(this.isFirstToYield(i, fromDx, fromDy) ? a : b)
    }
    return isConflict
  }

  /** The one that closes in yields; where both do, the one that would be pushed more. */
  private isFirstToYield(i: number, dx: number, dy: number): boolean {
    const { pairs, moveX, moveY, shareOfPair } = this
    const [a, b] = [pairs[i], pairs[i + 1]]
    if (moveX[a] === 0 && moveY[a] === 0) return false
    if (moveX[b] === 0 && moveY[b] === 0) return true
    const closingA = moveX[a] * dx + moveY[a] * dy
    const closingB = -moveX[b] * dx - moveY[b] * dy
    if (closingA <= 0 || closingB <= 0) return closingA > 0
    return closingA * shareOfPair[i >> 1] >= closingB * (1 - shareOfPair[i >> 1])
  }

  private shorten(at: number): void {
    const share = ++this.halved[at] > HALVINGS ? 0 : 0.5
    this.moveX[at] *= share
    this.moveY[at] *= share
  }

  /** Each pair is found from its larger unit, so that a few large ones do not widen the search of all. */
  private findPairs(placed: PlacedUnits, farthest: number): void {
    const { count, x, y, radius, bucketSide, columns, rows, left, top, firstOf } = placed
    this.pairCount = 0
    for (let at = 0; at < count; at++) {
      const reach = 2 * radius[at] + 2 * farthest
      const fromColumn = Math.max(0, Math.floor((x[at] - reach - left) / bucketSide))
      const toColumn = Math.min(columns - 1, Math.floor((x[at] + reach - left) / bucketSide))
      const fromRow = Math.max(0, Math.floor((y[at] - reach - top) / bucketSide))
      const toRow = Math.min(rows - 1, Math.floor((y[at] + reach - top) / bucketSide))
      for (let row = fromRow; row <= toRow; row++) {
        const end = firstOf[row * columns + toColumn + 1]
        for (let other = firstOf[row * columns + fromColumn]; other < end; other++) {
          if (radius[other] > radius[at] || (radius[other] === radius[at] && other <= at)) continue
          const dx = x[other] - x[at]
          const dy = y[other] - y[at]
          const near = radius[at] + radius[other] + 2 * farthest
          if (dx * dx + dy * dy < near * near && other !== at) this.addPair(at, other)
        }
      }
    }
  }

  private addPair(a: number, b: number): void {
    const { pairCount } = this
    if (2 * pairCount === this.pairs.length) {
      const pairs = new Int32Array(4 * pairCount)
      pairs.set(this.pairs)
      this.pairs = pairs
    }
    this.pairs[2 * pairCount] = a
    this.pairs[2 * pairCount + 1] = b
    this.pairCount = pairCount + 1
  }

  private makeRoom(count: number): void {
    if (this.moveX.length >= count) return
    const length = Math.max(64, 2 * count)
    this.moveX = new Float64Array(length)
    this.moveY = new Float64Array(length)
    this.fromX = new Float64Array(length)
    this.fromY = new Float64Array(length)
    this.halved = new Uint8Array(length)
    this.firstPlane = new Int32Array(length + 1)
  }
}
