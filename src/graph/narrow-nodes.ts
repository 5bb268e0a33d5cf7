/**
 * Adds attributes about narrow places to nodes: the width where an entry crosses, whether it lies in a dead end, and
 * what closing it would part. An option, since it walks over all cells.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { Narrows } from '../traveller/narrows.ts'
import type { AbstractGraph, NodeAttributes } from './attributes.ts'

/** An entry takes the lesser width and the larger parting of its two cells. */
export function addNarrows(graph: AbstractGraph, columns: AtlasColumns): void {
  const { width } = columns.terrain
  const narrows = new Narrows(columns.terrain)
  const { widthOfCell, isInDeadEnd, chokes } = narrows
  const partedByCell = new Map<number, number>()
  for (let i = 0; i < chokes.length; i += 3) partedByCell.set(chokes[i + 1] * width + chokes[i], chokes[i + 2])
  graph.updateEachNodeAttributes((_key, node) => {
    const cells = cellsOf(node, width)
    return {
      ...node,
      width: Math.min(...cells.map(cell => widthOfCell[cell])),
      deadEnd: cells.every(cell => isInDeadEnd[cell] === 1),
      parts: Math.max(...cells.map(cell => partedByCell.get(cell) ?? 0)),
    }
  })
}

function cellsOf({ cellX, cellY, leads }: NodeAttributes, width: number): number[] {
  const cell = cellY * width + cellX
  if (leads === 'nowhere') return [cell]
  return [cell, leads === 'east' ? cell + 1 : cell + width]
}
