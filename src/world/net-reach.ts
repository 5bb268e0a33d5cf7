/**
 * What can be reached from where, with the keys of one set: exactly, and at once.
 *
 * The islands of the maps that have stops, and the portals that can be passed, are a directed graph. Islands that lead to
 * each other and back are one part of it (Tarjan). Parts are numbered so that each leads only to parts before it, so what
 * a part reaches is itself and all that its followers reach: one row of bits for each, filled in one pass.
 */
import { NONE } from '../base/none.ts'

/** next[node]: where the edges of a node lead. */
type Graph = readonly (readonly number[])[]

/** Whether a node leads to another. */
export type Reach = (from: number, to: number) => boolean

export function reachOf(next: Graph): Reach {
  const partOf = new Int32Array(next.length).fill(NONE)
  const parts = partsOf(next, partOf)
  const wordsAPart = (parts.length + 31) >> 5
  const bits = new Uint32Array(wordsAPart * parts.length)
  const reaches = (part: number, other: number) => ((bits[part * wordsAPart + (other >> 5)] >>> (other & 31)) & 1) !== 0
  parts.forEach((members, part) => {
    bits[part * wordsAPart + (part >> 5)] |= 1 << (part & 31)
    for (const other of members.flatMap(node => next[node].map(to => partOf[to]))) {
      if (reaches(part, other)) continue
      // A part reaches all that one before it does.
      for (let word = 0; word < wordsAPart; word++) bits[part * wordsAPart + word] |= bits[other * wordsAPart + word]
    }
  })
  return (from, to) => reaches(partOf[from], partOf[to])
}

/** The nodes of Tarjan's parts, without recursion: a part is numbered, in `partOf`, when all that it leads to are. */
function partsOf(next: Graph, partOf: Int32Array): number[][] {
  const metAs = new Int32Array(next.length).fill(NONE)
  const lowest = new Int32Array(next.length)
  const edgesTaken = new Int32Array(next.length)
  const open: number[] = []
  const path: number[] = []
  const parts: number[][] = []
  let met = 0
  const enter = (node: number) => {
    metAs[node] = met
    lowest[node] = met++
    open.push(node)
    path.push(node)
  }
  for (let root = 0; root < next.length; root++) {
    if (metAs[root] === NONE) enter(root)
    while (path.length > 0) {
      const node = path[path.length - 1]
      if (edgesTaken[node] < next[node].length) {
        const to = next[node][edgesTaken[node]++]
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
      const members = open.splice(open.lastIndexOf(node))
      for (const member of members) partOf[member] = parts.length
      parts.push(members)
    }
  }
  return parts
}
