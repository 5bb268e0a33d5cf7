/**
 * Proves the costs to landmarks: they never overstate the cost between two entries. A file does not name its landmarks; a landmark is
 * an entry with the cost 0 to itself. Costs are rounded down, and on cheap ground other entries may have the cost 0 too. From one of
 * them a flood must give the whole column. If it does not, a second flood tells which other entries cannot be the landmark
 * either. Islands do not touch, so one flood serves all islands.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { PlainEntryWave } from '../../atlas/plain-entry-wave.ts'
import type { Entry } from '../../base/ids.ts'
import { finish } from '../../base/work.ts'
import type { Proof } from './finding.ts'

/** In a sound file a few attempts find the landmark, however many entries have the cost 0. */
const ATTEMPTS_MAX = 64

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
    spread(
      wave,
      Array.from(candidates.values(), those => those[0]),
    )
    const wrong = new Map<number, number>()
    for (let entry = 0; entry < entryCount; entry++) {
      if (candidates.has(islandOf(entry)) && !isAsTold(entry, wave.unitsTo(entry))) wrong.set(islandOf(entry), entry)
    }
    spread(wave, [...wrong.values()])
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

function spread(wave: PlainEntryWave, sources: readonly number[]): void {
  finish(wave.begin())
  wave.addSources(Int32Array.from(sources))
  finish(wave.spread())
}

function problemOf(island: number, landmark: number): string {
  return `No entry of island ${island} is as far from the others as the file says of landmark ${landmark}.`
}
