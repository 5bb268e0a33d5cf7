/** Cells that wait inside a block, first in, first out, each once: row << 6 | column. */
import { IS_QUEUED_AT, QUEUE_AT, QUEUE_LENGTH } from '../../wave-layout.ts'

let head: i32 = 0
let tail: i32 = 0

export function clearRing(): void {
  head = tail = 0
}

export function isRingEmpty(): bool {
  return head === tail
}

export function push(row: i32, column: i32): void {
  pushPlace((row << 6) | column)
}

export function pushPlace(place: i32): void {
  if (load<u8>(place, IS_QUEUED_AT)) return
  store<u8>(place, 1, IS_QUEUED_AT)
  store<u16>((tail++ & (QUEUE_LENGTH - 1)) << 1, place, QUEUE_AT)
}

export function pop(): i32 {
  const place: i32 = load<u16>((head++ & (QUEUE_LENGTH - 1)) << 1, QUEUE_AT)
  store<u8>(place, 0, IS_QUEUED_AT)
  return place
}
