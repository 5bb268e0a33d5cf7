/**
 * Goes back along a cheapest path that sweeps found (swift-rows.ts), as a program: from its end on it writes runs, each of a
 * direction and as many steps as a cheapest path may have come that way, until no step leads back any more, which is at the
 * start, or there is no room for a further run. Of several directions it takes the first, as rows cell by cell do.
 */
import { advance, type Code, flow, I32, i32, local, type Routine } from '../base/wasm.ts'
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import { WALL } from './sweep-rows.ts'

const CELL_BYTES = 4
const RUN_BYTES = 8
export const RUNS_MAX = 512
export const RUNS_BYTES = RUNS_MAX * RUN_BYTES

/** The cell north-west of the one at hand: all others are reached by adding. */
const HERE = 0
const STEPS = 1
const TO = 2

/** Takes where a cell's costs lie; leaves runs at `runsAt`, and at `endAt` where they end. */
export function walkingBack(side: number, unitsAt: number, runsAt: number, endAt: number): Routine {
  const placeOf = (dx: number, dy: number) => CELL_BYTES * ((1 + dy) * side + 1 + dx)
  const load = (place: number): Code => [local.get(HERE), i32.load(place)]
  const own = placeOf(0, 0)
  /** Whether a step in a direction does not lead here; no sum needs more than 32 bits without a sign. */
  const isNoStep = (direction: number): Code => {
    const [dx, dy] = [DX[direction], DY[direction]]
    const from = placeOf(-dx, -dy)
    const corners = direction < 4 ? [] : [placeOf(0, -dy), placeOf(-dx, 0)]
    return [
      [load(unitsAt + from), load(from), load(own), i32.add],
      [i32.of(direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS), i32.mul, i32.add, load(unitsAt + own)],
      [i32.isMore, load(from), corners.map(place => [load(place), i32.or]), i32.of(WALL), i32.and, i32.or],
    ]
  }
  const store = (direction: number): Code => [
    [local.get(TO), i32.of(direction), i32.store(0), local.get(TO), local.get(STEPS), i32.store(4)],
    [i32.of(0), local.get(TO), i32.of(RUN_BYTES), i32.add, local.tee(TO), i32.store(endAt)],
  ]
  const tryAlong = (direction: number): Code => [
    [i32.of(0), local.set(STEPS)],
    flow.during(
      [isNoStep(direction), i32.isZero],
      advance(HERE, -CELL_BYTES * (DY[direction] * side + DX[direction])),
      advance(STEPS, 1),
    ),
    [local.get(STEPS)],
    flow.when(store(direction), [local.get(TO), i32.of(runsAt + RUNS_BYTES), i32.isOther], flow.againIf(1), flow.leave),
  ]
  return {
    values: 1,
    locals: [[2, I32]],
    body: [
      [i32.of(runsAt), local.set(TO), i32.of(0), i32.of(runsAt), i32.store(endAt)],
      advance(HERE, -own),
      flow.loop(Array.from(DX, (_, direction) => tryAlong(direction))),
    ],
  }
}
