/**
 * What can be reached from where with one set of keys: an exact answer, at once.
 *
 * Islands with stops, and the portals that can be passed, form a directed graph. Islands that lead to each other and
 * back are one part of it (Tarjan). Parts are numbered so that each leads only to earlier ones. So one pass fills a row
 * of bits for each part: itself, and all that those parts reach.
 */
import { NONE } from '../base/none.ts'

/** next[node] lists the nodes that edges of a node lead to. */
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
      // A part reaches all that a part which it leads to reaches.
      for (let word = 0; word < wordsAPart; word++) bits[part * wordsAPart + word] |= bits[other * wordsAPart + word]
    }
  })
  return (from, to) => reaches(partOf[from], partOf[to])
}

/**
 * The nodes of each of Tarjan's parts, without recursion. A part gets its number in `partOf` after all parts that it
 * leads to.
 */
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
