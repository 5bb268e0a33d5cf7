/**
 * From the progress of a bake's stages to one bar for the whole.
 */
import type { BakeProgress, BakeStage } from '../../index.ts'
import type { Progress } from './progress.ts'

/**
 * What goes on, and which share of all time it takes: the middle of what was measured on terrain of 2048 and 4096 cells a
 * side and on rooms, with one thread. Large maps spend more on landmarks, walls more on costs.
 */
const STAGES: Record<BakeStage, { readonly words: string; readonly share: number }> = {
  label: { words: 'finding regions', share: 0.04 },
  border: { words: 'finding entries', share: 0.06 },
  cost: { words: 'measuring costs', share: 0.38 },
  lift: { words: 'building levels', share: 0.22 },
  landmarks: { words: 'measuring landmarks', share: 0.3 },
  hubs: { words: 'measuring hubs', share: 1 },
}

export function bakeProgress(progress: Progress): (now: BakeProgress) => void {
  return now => progress.update(STAGES[now.stage].words, bakeFraction(now))
}

/** How much of a bake is done, 0..1: with several travellers each takes as long as the others. */
export function bakeFraction(now: BakeProgress): number {
  const { stage, stageIndex, stageCount, done, total, travellerIndex, travellerCount } = now
  const shareOf = (count: number) =>
    Object.values(STAGES)
      .slice(0, count)
      .reduce((sum, { share }) => sum + share, 0)
  const own = total === 0 ? 0 : (STAGES[stage].share * done) / total
  return (travellerIndex + (shareOf(stageIndex) + own) / shareOf(stageCount)) / travellerCount
}
