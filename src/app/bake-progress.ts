/**
 * From the progress of a bake's stages to one bar for the whole.
 */
import type { BakeProgress } from '../index.ts'
import type { Progress } from './progress.ts'

export function bakeProgress(progress: Progress): (now: BakeProgress) => void {
  return now => {
    const ofStage = now.total === 0 ? 0 : now.done / now.total
    progress.update(now.stage, (now.stageIndex + ofStage) / now.stageCount)
  }
}
