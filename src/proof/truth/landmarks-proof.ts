/**
 * The costs to landmarks are true, so that they never overstate what lies between two entries. A file does not name its
 * landmarks: one is an entry whose own cost to it reads 0. Each such entry of an island is tried, and from one of them a
 * flood must give the whole column. Islands do not touch, so one flood serves them all.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import type { Entry } from '../../base/ids.ts'
import { EntryFlood } from './entry-flood.ts'
import type { Proof } from './finding.ts'

/** Costs are rounded down, so entries side by side may read 0 with the landmark; more than these few never do. */
const CANDIDATES_MAX = 16

export const landmarksProof: Proof = {
  name: 'landmarks',
  run(columns, onProgress) {
    const { count } = columns.landmarks
    const flood = new EntryFlood(columns.levels[0])
    for (let landmark = 0; landmark < count; landmark++) {
      onProgress(landmark / count)
      const problem = problemOfLandmark(columns, landmark, flood)
      if (problem !== '') return { looked: `landmark ${landmark} of each island`, problem }
    }
    return { looked: `what all ${columns.levels[0].entryCount} entries cost to ${count} landmarks`, problem: '' }
  },
}

function problemOfLandmark(columns: AtlasColumns, landmark: number, flood: EntryFlood): string {
  const { landmarks, islandOfRegion, levels, islandCount } = columns
  const [{ entryCount, regionOfSide }] = levels
  const islandOf = (entry: Entry) => islandOfRegion[regionOfSide[2 * entry]]
  const toldOf = (entry: Entry) => landmarks.costToLandmark[entry * landmarks.count + landmark]
  /** 1 where the island's column is yet to be explained. */
  const isOpen = new Uint8Array(islandCount)
  const candidates = new Map<number, number[]>()
  for (let entry = 0; entry < entryCount; entry++) {
    isOpen[islandOf(entry)] = 1
    if (toldOf(entry) !== 0) continue
    const those = candidates.get(islandOf(entry))
    if (those === undefined) candidates.set(islandOf(entry), [entry])
    else those.push(entry)
  }
  for (let attempt = 0; attempt < CANDIDATES_MAX; attempt++) {
    const sources = new Map<number, number>()
    for (const [island, those] of candidates) {
      if (isOpen[island] === 1 && attempt < those.length) sources.set(island, those[attempt])
    }
    if (sources.size === 0) break
    flood.flood(sources.values())
    const isWrong = new Uint8Array(islandCount)
    for (let entry = 0; entry < entryCount; entry++) {
      if (Math.floor(flood.unitsTo[entry] / 2 ** landmarks.shift) !== toldOf(entry)) isWrong[islandOf(entry)] = 1
    }
    for (const island of sources.keys()) isOpen[island] = isWrong[island]
  }
  const open = isOpen.indexOf(1)
  return open < 0 ? '' : `No entry of island ${open} is as far from the others as landmark ${landmark} is said to be.`
}
