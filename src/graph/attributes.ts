/**
 * The attributes of the abstract graph's nodes and edges.
 */
import type { UndirectedGraph } from 'graphology'

/** An entry, an island without entries on this level, or a cell that `addCell` added. */
export type NodeKind = 'entry' | 'island' | 'cell'

export type NodeAttributes = {
  kind: NodeKind
  label: string
  /** Where and how large to draw it. As in Sigma and Gephi, y points up: it is minus `cellY`. */
  x: number
  y: number
  size: number
  /** Its cell: an entry's western or northern cell, or an island's first. */
  cellX: number
  cellY: number
  /** The number of the cell's island. */
  island: number
  /** The direction in which an entry leaves its cell. */
  leads: 'east' | 'south' | 'nowhere'
  /** The highest level that keeps the entry; -1 for other nodes. */
  rank: number
  /** The region of this level that holds the cell; `regionBeyond`, the one across the border. -1 if there is none. */
  region: number
  regionBeyond: number
  /** With `survey`: the size of the largest unit that can cross there, at most 64. */
  width?: number
  /** With `survey`: whether it lies in an area with a single cell as its only way in. */
  deadEnd?: boolean
  /**
   * With `survey`: the cells in the second largest part of its island if it were closed; 0 if the island stays whole.
   */
  parts?: number
}

export type EdgeAttributes = {
  /** The distance in cell lengths from the middle of one entry's step to that of the other's, for shortest paths. */
  weight: number
  /** The closeness, 1 / weight, for algorithms where more means nearer, such as louvain and PageRank. */
  strength: number
  /** The region of this level that the way stays in; -1 on an island without entries. */
  region: number
}

export type GraphAttributes = {
  level: number
}

export type AbstractGraph = UndirectedGraph<NodeAttributes, EdgeAttributes, GraphAttributes>
