/**
 * Proves that each level follows from the one below. Wherever two regions of a level touch, an entry of that level joins
 * them. A region of the level above is exactly what these entries join inside its block. The islands are the roots of that
 * tree, which opening the atlas has checked.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { xOf, yOf } from '../../atlas/crossing.ts'
import { NO_PARENT, regionAbove, regionOfCell } from '../../atlas/islands.ts'
import { endSlotOf, entryAt, entryIn, firstSlotOf, forEachEntry, type LevelGraph } from '../../atlas/level-graph.ts'
import type { Level, Region } from '../../base/ids.ts'
import { NONE } from '../../base/none.ts'
import { BLOCK_SHIFT } from '../../map/terrain.ts'
import type { Proof } from './finding.ts'

export const levelsProof: Proof = {
  name: 'levels',
  run(columns, onProgress) {
    const { levels } = columns
    let regions = 0
    for (let level = 0; level < levels.length; level++) {
      onProgress(level / levels.length)
      regions += levels[level].regionCount
      const problem = problemOfBorders(columns, level) || problemOfParents(columns, level)
      if (problem !== '') return { looked: `the regions of level ${level}`, problem }
    }
    return { looked: `${regions} regions, from level to level, and each border between two`, problem: '' }
  },
}

/** Two regions that touch across a border of the level have an entry of the level between them. */
function problemOfBorders({ terrain, labels, levels }: AtlasColumns, level: Level): string {
  const { width, height } = terrain
  const side = 1 << (BLOCK_SHIFT + level)
  const graph = levels[level]
  // The two regions of level 0 that were found joined last: the next cells of the border are mostly theirs.
  let [joinedA, joinedB] = [NONE, NONE]
  const problemAt = (xA: number, yA: number, xB: number, yB: number): string => {
    if (!terrain.isFree(xA, yA) || !terrain.isFree(xB, yB)) return ''
    const a = regionOfCell(labels, terrain.blockOf(xA, yA), xA, yA)
    const b = regionOfCell(labels, terrain.blockOf(xB, yB), xB, yB)
    if (a === joinedA && b === joinedB) return ''
    const [from, to] = [regionAbove(levels, a, level), regionAbove(levels, b, level)]
    if (from === NO_PARENT || to === NO_PARENT || !hasEntry(graph, from, to)) {
      return `No entry of level ${level} joins the regions of ${xA},${yA} and ${xB},${yB}, which touch.`
    }
    joinedA = a
    joinedB = b
    return ''
  }
  let problem = ''
  for (let x = side; x < width; x += side) {
    for (let y = 0; y < height && problem === ''; y++) problem = problemAt(x - 1, y, x, y)
  }
  for (let y = side; y < height; y += side) {
    for (let x = 0; x < width && problem === ''; x++) problem = problemAt(x, y - 1, x, y)
  }
  return problem
}

function hasEntry(graph: LevelGraph, from: Region, to: Region): boolean {
  for (let slot = firstSlotOf(graph, from), end = endSlotOf(graph, from); slot < end; slot++) {
    const entry = entryAt(graph, slot)
    if (graph.regionOfSide[2 * entry] === to || graph.regionOfSide[2 * entry + 1] === to) return true
  }
  return false
}

/** Regions that an entry joins inside a block of the level above have one parent, and what has one parent is joined. */
function problemOfParents({ levels }: AtlasColumns, level: Level): string {
  const { regionCount, regionOfSide, parentOfRegion } = levels[level]
  const upperCount = levels[level + 1]?.regionCount ?? 0
  const up = Int32Array.from({ length: regionCount }, (_, i) => i)
  const shift = BLOCK_SHIFT + level + 1
  let problem = ''
  forEachEntry(levels[level], (word, crossing) => {
    const a = regionOfSide[2 * entryIn(word)]
    const b = regionOfSide[2 * entryIn(word) + 1]
    if (parentOfRegion[a] === parentOfRegion[b]) up[pieceOf(up, a)] = pieceOf(up, b)
    else if (isInsideBlock(crossing, shift)) {
      problem = `Regions ${a} and ${b} of level ${level} are joined in one block, but are not one region above.`
    }
  })
  if (problem !== '') return problem
  const pieceOfParent = new Int32Array(upperCount).fill(NONE)
  let parents = 0
  for (let region = 0; region < regionCount; region++) {
    const parent = parentOfRegion[region]
    if (parent === NO_PARENT) continue
    const piece = pieceOf(up, region)
    if (pieceOfParent[parent] === NONE) {
      pieceOfParent[parent] = piece
      parents++
    } else if (pieceOfParent[parent] !== piece) {
      return `Region ${parent} of level ${level + 1} holds region ${region} of level ${level}, which no entry joins to it.`
    }
  }
  return parents === upperCount ? '' : `${upperCount - parents} regions of level ${level + 1} hold none below.`
}

/** Whether both cells of a crossing, seen from its western or northern side, lie in one block of 2^shift cells. */
function isInsideBlock(crossing: number, shift: number): boolean {
  const isEast = crossing >>> 30 === 0
  const at = isEast ? xOf(crossing) : yOf(crossing)
  return at >> shift === (at + 1) >> shift
}

/** The root of an item in a forest whose roots stand for what is joined. */
function pieceOf(up: Int32Array, item: number): number {
  while (up[item] !== item) {
    up[item] = up[up[item]]
    item = up[item]
  }
  return item
}
