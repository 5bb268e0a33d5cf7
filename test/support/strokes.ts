/** Strokes as the page of a map sends them to its worker. */
import type { DrawAsk, Rect } from '../../src/app/viewer/protocol.ts'

export function strokeOver(area: Rect, cost: number, gesture: number): DrawAsk {
  return { kind: 'draw', stroke: gesture + 1, gesture, areas: [area], cost }
}
