/**
 * From the progress of a bake's stages to one bar for the whole.
 */
import type { BakeProgress, BakeStage } from '../index.ts'
import type { Progress } from './progress.ts'

/** What goes on, and about which share of all time it takes. */
const STAGES: Record<BakeStage, { readonly words: string; readonly share: number }> = {
  label: { words: 'finding regions', share: 0.1 },
  border: { words: 'finding entries', share: 0.1 },
  cost: { words: 'measuring costs', share: 0.6 },
  lift: { words: 'building levels', share: 0.2 },
}

export function bakeProgress(progress: Progress): (now: BakeProgress) => void {
  const fraction = bakeFraction()
  return now => progress.update(STAGES[now.stage].words, fraction(now))
}

/**
 * How much of a bake is done, 0..1, from one report after the other. The last stage counts anew for each level: every
 * level is taken for half the work of the one before, so that the bar never runs back and never ends too soon.
 */
export function bakeFraction(): (now: BakeProgress) => number {
  let stage = ''
  let total = -1
  let rounds = 0
  return now => {
    if (now.stage !== stage) rounds = 0
    else if (now.total !== total) rounds++
    stage = now.stage
    total = now.total
    const before = Object.values(STAGES).slice(0, now.stageIndex)
    const start = before.reduce((sum, { share }) => sum + share, 0)
    const done = now.total === 0 ? 0 : now.done / now.total
    const ofStage = now.stage === 'lift' ? 1 - (1 - done / 2) * 0.5 ** rounds : done
    return start + STAGES[now.stage].share * ofStage
  }
}
