/**
 * Turns the progress of a bake's stages into one bar for the whole.
 */
import type { BakeProgress, BakeStage } from '../../index.ts'
import type { Progress } from './progress.ts'

/**
 * The words and the share of time of each stage on one thread, as measured on terrain of 4096 and 10,000 cells a side
 * (0.06, 0.03 to 0.05, 0.25 to 0.28, 0.2, 0.39 to 0.46): smaller bakes hardly show a bar. With many walls costs take up to
 * 0.48; on weighted ground entries take 0.4 and landmarks 0.15.
 */
const STAGES: Record<BakeStage, { readonly words: string; readonly share: number }> = {
  label: { words: 'finding regions', share: 0.05 },
  border: { words: 'finding entries', share: 0.1 },
  cost: { words: 'measuring costs', share: 0.28 },
  lift: { words: 'building levels', share: 0.19 },
  landmarks: { words: 'measuring landmarks', share: 0.38 },
  hubs: { words: 'measuring hubs', share: 1 },
}

export function bakeProgress(progress: Progress): (now: BakeProgress) => void {
  return now => progress.update(STAGES[now.stage].words, bakeFraction(now))
}

/** The finished share of a bake, 0..1. Each traveller counts as taking equal time. */
export function bakeFraction(now: BakeProgress): number {
  const { stage, stageIndex, stageCount, done, total, travellerIndex, travellerCount } = now
  const shareOf = (count: number) =>
    Object.values(STAGES)
      .slice(0, count)
      .reduce((sum, { share }) => sum + share, 0)
  const own = total === 0 ? 0 : (STAGES[stage].share * done) / total
  return (travellerIndex + (shareOf(stageIndex) + own) / shareOf(stageCount)) / travellerCount
}
