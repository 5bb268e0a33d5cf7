/**
 * What nodes and edges of the abstract graph tell of themselves.
 */
import type { UndirectedGraph } from 'graphology'

/** What a node is: an entry, an island that has none on this level, or a cell that `addCell` added. */
export type NodeKind = 'entry' | 'island' | 'cell'

export type NodeAttributes = {
  kind: NodeKind
  label: string
  /** Where and how large to draw it, with y upwards, as Sigma and Gephi have it: y is minus `cellY`. */
  x: number
  y: number
  size: number
  /** Its cell; of an entry the western or northern of its two, of an island the first. */
  cellX: number
  cellY: number
  /** The number of the island that the cell belongs to. */
  island: number
  /** Where an entry leads from its cell. */
  leads: 'east' | 'south' | 'nowhere'
  /** The highest level that keeps the entry; -1 for other nodes. */
  rank: number
  /** The region of this level that holds the cell, and the one across the border; -1 where there is none. */
  region: number
  regionBeyond: number
  /** With `survey`: the size of the largest unit that can cross there, 64 at most. */
  width?: number
  /** With `survey`: whether it lies in an area that has no other way in than one cell. */
  deadEnd?: boolean
  /** With `survey`: how many cells the second largest part of its island would have if it were closed; 0 if none is parted. */
  parts?: number
}

export type EdgeAttributes = {
  /** How far it is, in cell lengths, from the middle of one entry's step to the middle of the other's: for shortest paths. */
  weight: number
  /** How close it is, 1 / weight: for algorithms to which more is nearer, such as louvain and PageRank. */
  strength: number
  /** The region of this level that the way stays in; -1 where the way is on an island without entries. */
  region: number
}

export type GraphAttributes = {
  level: number
}

export type AbstractGraph = UndirectedGraph<NodeAttributes, EdgeAttributes, GraphAttributes>
