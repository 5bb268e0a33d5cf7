/**
 * The messages from a bake to its threads.
 */
import type { Asked, Job, Part } from '../level/bake-jobs.ts'

export type BakeRequest =
  | { readonly job: Job }
  | { readonly part: Part; readonly asked: Asked[Part] }
  | { readonly isOver: true }
