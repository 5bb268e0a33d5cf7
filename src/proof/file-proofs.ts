/**
 * Proofs of what an atlas stores. Each looks at all of one thing, not at a sample, and the first contradiction ends it. They rely on
 * the checks of opening (atlas/validate.ts), so every loop ends.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { borderLevelOf } from '../atlas/crossing.ts'
import { NO_PARENT, regionAbove, regionOfCell } from '../atlas/islands.ts'
import { endSlotOf, entryAt, entryIn, firstSlotOf, forEachEntry, type LevelGraph } from '../atlas/level-graph.ts'
import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { finish } from '../base/work.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'

/** In a sound file a few attempts find the landmark, however many entries have the cost 0. */
const ATTEMPTS_MAX = 64

export interface Finding {
  /** What was checked, with counts. */
  readonly looked: string
  /** One sentence on the first contradiction; empty where there is none. */
  readonly problem: string
}

export interface Proof {
  readonly name: string
  /** `onProgress` gets the part that is done, 0 to 1. */
  run(columns: AtlasColumns, onProgress: (fraction: number) => void): Finding
}

/**
 * Proves the costs to landmarks: they never overstate the cost between two entries. A file does not name its landmarks; a landmark is
 * an entry with the cost 0 to itself. Costs are rounded down, and on cheap ground other entries may have the cost 0 too. From one of
 * them a flood must give the whole column. If it does not, a second flood tells which other entries cannot be the landmark
 * either. Islands do not touch, so one flood serves all islands.
 */
export const landmarksProof: Proof = {
  name: 'landmarks',
  run(columns, onProgress) {
    const { count } = columns.landmarks
    const wave = finish(PlainEntryWave.over(columns.levels[0], columns.terrain.costMin))
    for (let landmark = 0; landmark < count; landmark++) {
      onProgress(landmark / count)
      const problem = problemOfLandmark(columns, landmark, wave)
      if (problem !== '') return { looked: `landmark ${landmark} of each island`, problem }
    }
    return { looked: `what all ${columns.levels[0].entryCount} entries cost to ${count} landmarks`, problem: '' }
  },
}

function problemOfLandmark(columns: AtlasColumns, landmark: number, wave: PlainEntryWave): string {
  const { landmarks, islandOfRegion, levels } = columns
  const [{ entryCount, regionOfSide }] = levels
  const islandOf = (entry: Entry) => islandOfRegion[regionOfSide[2 * entry]]
  const toldOf = (entry: Entry) => landmarks.costToLandmark[entry * landmarks.count + landmark]
  // The entries that may be the landmark, on islands whose column is not proven yet.
  const candidates = new Map<number, number[]>()
  for (let entry = 0; entry < entryCount; entry++) {
    const island = islandOf(entry)
    const those = candidates.get(island)
    if (those === undefined) candidates.set(island, toldOf(entry) === 0 ? [entry] : [])
    else if (toldOf(entry) === 0) those.push(entry)
  }
  const isAsTold = (entry: Entry, unitsTo: number) => Math.floor(unitsTo / 2 ** landmarks.shift) === toldOf(entry)
  for (let attempt = 0; attempt < ATTEMPTS_MAX && candidates.size > 0; attempt++) {
    for (const [island, those] of candidates) if (those.length === 0) return problemOf(island, landmark)
    finish(wave.spreadFrom(Array.from(candidates.values(), those => those[0])))
    const wrong = new Map<number, number>()
    for (let entry = 0; entry < entryCount; entry++) {
      if (candidates.has(islandOf(entry)) && !isAsTold(entry, wave.unitsTo(entry))) wrong.set(islandOf(entry), entry)
    }
    finish(wave.spreadFrom(wrong.values()))
    for (const [island, those] of candidates) {
      const witness = wrong.get(island)
      if (witness === undefined) candidates.delete(island)
      else {
        candidates.set(
          island,
          those.filter(entry => isAsTold(witness, wave.unitsTo(entry))),
        )
      }
    }
  }
  const [open] = candidates.keys()
  return open === undefined ? '' : problemOf(open, landmark)
}

function problemOf(island: number, landmark: number): string {
  return `No entry of island ${island} is as far from the others as the file says of landmark ${landmark}.`
}

/**
 * Proves that each level follows from the one below. Wherever two regions of a level touch, an entry of that level joins
 * them. A region of the level above is exactly what these entries join inside its block. The islands are the roots of that
 * tree, which opening the atlas has checked.
 */
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
  let problem = ''
  forEachEntry(levels[level], (word, crossing) => {
    const a = regionOfSide[2 * entryIn(word)]
    const b = regionOfSide[2 * entryIn(word) + 1]
    if (parentOfRegion[a] === parentOfRegion[b]) up[pieceOf(up, a)] = pieceOf(up, b)
    else if (borderLevelOf(crossing) <= level) {
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

/** The root of an item in a forest whose roots stand for what is joined. */
function pieceOf(up: Int32Array, item: number): number {
  while (up[item] !== item) {
    up[item] = up[up[item]]
    item = up[item]
  }
  return item
}
