/**
 * The costs to landmarks are true, so that they never overstate what lies between two entries. A file does not name its
 * landmarks: one is an entry whose own cost to it reads 0. Costs are rounded down, so where some ground costs far more than
 * other, all entries of the cheap one may read 0. From one of them a flood must give the whole column; from an entry for which
 * it does not, a second flood tells which of the others cannot be the landmark either. Islands do not touch, so one flood
 * serves them all.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import type { Entry } from '../../base/ids.ts'
import { EntryFlood } from './entry-flood.ts'
import type { Proof } from './finding.ts'

/** Of a sound file the landmark is found in a few of these, however many entries read 0. */
const ATTEMPTS_MAX = 64

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
  const { landmarks, islandOfRegion, levels } = columns
  const [{ entryCount, regionOfSide }] = levels
  const islandOf = (entry: Entry) => islandOfRegion[regionOfSide[2 * entry]]
  const toldOf = (entry: Entry) => landmarks.costToLandmark[entry * landmarks.count + landmark]
  // Of islands whose column is yet to be explained, who may be the landmark.
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
    flood.flood(Array.from(candidates.values(), those => those[0]))
    const wrong = new Map<number, number>()
    for (let entry = 0; entry < entryCount; entry++) {
      if (candidates.has(islandOf(entry)) && !isAsTold(entry, flood.unitsTo[entry])) wrong.set(islandOf(entry), entry)
    }
    flood.flood(wrong.values())
    for (const [island, those] of candidates) {
      const witness = wrong.get(island)
      if (witness === undefined) candidates.delete(island)
      else {
        candidates.set(
          island,
          those.filter(entry => isAsTold(witness, flood.unitsTo[entry])),
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
