/**
 * From the progress of a bake's stages to one bar for the whole.
 */
import type { BakeProgress, BakeStage } from '../../index.ts'
import type { Progress } from './progress.ts'

/** What goes on, and about which share of all time it takes. */
const STAGES: Record<BakeStage, { readonly words: string; readonly share: number }> = {
  label: { words: 'finding regions', share: 0.1 },
  border: { words: 'finding entries', share: 0.1 },
  cost: { words: 'measuring costs', share: 0.55 },
  lift: { words: 'building levels', share: 0.2 },
  landmarks: { words: 'measuring landmarks', share: 0.05 },
}

export function bakeProgress(progress: Progress): (now: BakeProgress) => void {
  return now => progress.update(STAGES[now.stage].words, bakeFraction(now))
}

/** How much of a bake is done, 0..1. */
export function bakeFraction({ stage, stageIndex, done, total }: BakeProgress): number {
  const before = Object.values(STAGES).slice(0, stageIndex)
  const start = before.reduce((sum, { share }) => sum + share, 0)
  return start + (total === 0 ? 0 : (STAGES[stage].share * done) / total)
}
