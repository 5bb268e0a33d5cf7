/**
 * Each level follows from the one below: wherever two regions of a level touch, an entry of that level joins them, and a
 * region of the level above is what these entries join inside its block, all of it and nothing else. The islands are the
 * roots of that tree, which was held when the atlas was opened.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { xOf, yOf } from '../../atlas/crossing.ts'
import { NO_PARENT, regionAbove } from '../../atlas/islands.ts'
import { regionOfCell } from '../../atlas/labels.ts'
import { endSlotOf, entryAt, entryIn, firstSlotOf, forEachEntry } from '../../atlas/level-graph.ts'
import type { Level } from '../../base/ids.ts'
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
function problemOfBorders(columns: AtlasColumns, level: Level): string {
  const { width, height } = columns.terrain
  const side = 1 << (BLOCK_SHIFT + level)
  const borders = new JoinedBorders(columns, level)
  for (let x = side; x < width; x += side) {
    for (let y = 0; y < height; y++) if (!borders.isJoined(x - 1, y, x, y)) return borders.problemAt(x - 1, y, x, y)
  }
  for (let y = side; y < height; y += side) {
    for (let x = 0; x < width; x++) if (!borders.isJoined(x, y - 1, x, y)) return borders.problemAt(x, y - 1, x, y)
  }
  return ''
}

class JoinedBorders {
  private readonly columns: AtlasColumns
  private readonly level: Level
  /** The two regions of level 0 that were found joined last: the next cells of the border are mostly theirs. */
  private joinedA = NONE
  private joinedB = NONE

  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.level = level
  }

  isJoined(xA: number, yA: number, xB: number, yB: number): boolean {
    const { terrain, labels, levels } = this.columns
    if (!terrain.isFree(xA, yA) || !terrain.isFree(xB, yB)) return true
    const a = regionOfCell(labels, terrain.blockOf(xA, yA), xA, yA)
    const b = regionOfCell(labels, terrain.blockOf(xB, yB), xB, yB)
    if (a === this.joinedA && b === this.joinedB) return true
    const from = regionAbove(levels, a, this.level)
    const to = regionAbove(levels, b, this.level)
    if (from === NO_PARENT || to === NO_PARENT || !this.hasEntry(from, to)) return false
    this.joinedA = a
    this.joinedB = b
    return true
  }

  problemAt(xA: number, yA: number, xB: number, yB: number): string {
    return `No entry of level ${this.level} joins the regions of ${xA},${yA} and ${xB},${yB}, which touch.`
  }

  private hasEntry(from: number, to: number): boolean {
    const graph = this.columns.levels[this.level]
    for (let slot = firstSlotOf(graph, from), end = endSlotOf(graph, from); slot < end; slot++) {
      const entry = entryAt(graph, slot)
      if (graph.regionOfSide[2 * entry] === to || graph.regionOfSide[2 * entry + 1] === to) return true
    }
    return false
  }
}

/** Regions that an entry joins inside a block of the level above have one parent, and what has one parent is joined. */
function problemOfParents({ levels }: AtlasColumns, level: Level): string {
  const { regionCount, regionOfSide, parentOfRegion } = levels[level]
  const upperCount = levels[level + 1]?.regionCount ?? 0
  const pieces = new Pieces(regionCount)
  const shift = BLOCK_SHIFT + level + 1
  let problem = ''
  forEachEntry(levels[level], (word, crossing) => {
    const a = regionOfSide[2 * entryIn(word)]
    const b = regionOfSide[2 * entryIn(word) + 1]
    if (parentOfRegion[a] === parentOfRegion[b]) pieces.join(a, b)
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
    const piece = pieces.of(region)
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

/** What is joined to what: a forest whose roots stand for the pieces. */
class Pieces {
  private readonly up: Int32Array

  constructor(count: number) {
    this.up = Int32Array.from({ length: count }, (_, i) => i)
  }

  of(item: number): number {
    const { up } = this
    while (up[item] !== item) {
      up[item] = up[up[item]]
      item = up[item]
    }
    return item
  }

  join(a: number, b: number): void {
    this.up[this.of(a)] = this.of(b)
  }
}
