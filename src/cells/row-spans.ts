/**
 * Spans of a frame's rows, from their first to their last cells: each row takes what is first and last of one ahead of it, as a
 * program of four rows at a time (swift-rows.ts). What the rows behind the last one that counts say is lost.
 */
import { advance, type Code, flow, I32, i32, i32x4, local, type Routine } from '../base/wasm.ts'

const NUMBER_BYTES = 4
const VECTOR_BYTES = 4 * NUMBER_BYTES

const FOURS = 0
const AHEAD = 1
const HERE = 2

/** Takes how many times four rows there are, and how far ahead the others are, in bytes. */
export function takingAhead(firstAt: number, lastAt: number): Routine {
  const taken = (place: number, most: Code): Code => [
    [local.get(HERE), local.get(HERE), i32x4.load(place + NUMBER_BYTES)],
    [local.get(HERE), local.get(AHEAD), i32.add, i32x4.load(place + NUMBER_BYTES), most],
    i32x4.store(place + NUMBER_BYTES),
  ]
  return {
    values: 2,
    locals: [[1, I32]],
    body: flow.during(
      local.get(FOURS),
      [taken(firstAt, i32x4.min), taken(lastAt, i32x4.max)],
      advance(HERE, VECTOR_BYTES),
      advance(FOURS, -1),
    ),
  }
}
