/**
 * What can be reached from where, with the keys of one set: exactly, and at once.
 *
 * The islands of the maps that have stops, and the portals that can be passed, are a directed graph. Islands that lead to
 * each other and back are one part of it (Tarjan). Parts are numbered so that each leads only to parts before it, so what
 * a part reaches is itself and all that its followers reach: one row of bits for each, filled in one pass.
 */
import { NONE } from '../base/none.ts'

export interface ReachGraph {
  readonly count: number
  /** Edges as from, to pairs. */
  readonly edges: Int32Array
}

export class NetReach {
  private readonly partOf: Int32Array
  private readonly wordsAPart: number
  private readonly bits: Uint32Array

  constructor(graph: ReachGraph) {
    const { first, next } = adjacency(graph)
    const parts = partsOf(graph.count, first, next)
    this.partOf = parts.partOf
    this.wordsAPart = (parts.count + 31) >> 5
    this.bits = new Uint32Array(this.wordsAPart * parts.count)
    const members = adjacency({ count: parts.count, edges: pairsOf(parts.partOf) })
    for (let part = 0; part < parts.count; part++) {
      this.bits[part * this.wordsAPart + (part >> 5)] |= 1 << (part & 31)
      for (let i = members.first[part]; i < members.first[part + 1]; i++) {
        const node = members.next[i]
        for (let j = first[node]; j < first[node + 1]; j++) this.include(part, parts.partOf[next[j]])
      }
    }
  }

  leadsTo(from: number, to: number): boolean {
    const part = this.partOf[to]
    return ((this.bits[this.partOf[from] * this.wordsAPart + (part >> 5)] >>> (part & 31)) & 1) !== 0
  }

  /** A part reaches all that one before it does. */
  private include(part: number, other: number): void {
    const { bits, wordsAPart } = this
    if (part === other || ((bits[part * wordsAPart + (other >> 5)] >>> (other & 31)) & 1) !== 0) return
    for (let word = 0; word < wordsAPart; word++) bits[part * wordsAPart + word] |= bits[other * wordsAPart + word]
  }
}

/** next[first[node] .. first[node + 1]] are where a node's edges lead. */
function adjacency({ count, edges }: ReachGraph): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(count + 1)
  for (let i = 0; i < edges.length; i += 2) first[edges[i] + 1]++
  for (let node = 0; node < count; node++) first[node + 1] += first[node]
  const next = new Int32Array(edges.length >> 1)
  const fill = first.slice()
  for (let i = 0; i < edges.length; i += 2) next[fill[edges[i]]++] = edges[i + 1]
  return { first, next }
}

function pairsOf(partOf: Int32Array): Int32Array {
  const pairs = new Int32Array(2 * partOf.length)
  partOf.forEach((part, node) => {
    pairs[2 * node] = part
    pairs[2 * node + 1] = node
  })
  return pairs
}

/** Tarjan's parts, without recursion: a part is numbered when all that it leads to are. */
function partsOf(count: number, first: Int32Array, next: Int32Array): { partOf: Int32Array; count: number } {
  const partOf = new Int32Array(count).fill(NONE)
  const metAs = new Int32Array(count).fill(NONE)
  const lowest = new Int32Array(count)
  const edgeOf = new Int32Array(count)
  const open: number[] = []
  const path: number[] = []
  let met = 0
  let parts = 0
  const enter = (node: number) => {
    metAs[node] = met
    lowest[node] = met++
    edgeOf[node] = first[node]
    open.push(node)
    path.push(node)
  }
  for (let root = 0; root < count; root++) {
    if (metAs[root] === NONE) enter(root)
    while (path.length > 0) {
      const node = path[path.length - 1]
      if (edgeOf[node] < first[node + 1]) {
        const to = next[edgeOf[node]++]
        if (metAs[to] === NONE) enter(to)
        else if (partOf[to] === NONE) lowest[node] = Math.min(lowest[node], metAs[to])
        continue
      }
      path.pop()
      if (path.length > 0) {
        const before = path[path.length - 1]
        lowest[before] = Math.min(lowest[before], lowest[node])
      }
      if (lowest[node] !== metAs[node]) continue
      let member = NONE
      while (member !== node) {
        member = open.pop()!
        partOf[member] = parts
      }
      parts++
    }
  }
  return { partOf, count: parts }
}
