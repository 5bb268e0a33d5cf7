/** Strokes as the page of a map sends them to its worker. */
import type { Rect, Stroke } from '../../src/app/viewer/protocol.ts'

export function strokeOver(area: Rect, cost: number, gesture: number): Stroke {
  return { number: gesture + 1, gesture, areas: [area], cost }
}
