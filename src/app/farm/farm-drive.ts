/**
 * Who bakes the tiles of a plan that are not baked yet: threads of this machine, or workers of a queue on any machines. Both
 * hear what to do and tell what became of it in the same words.
 */
import type { OpenedPlan } from './open-plan.ts'

export interface Ear {
  /** A tile is so far, 0..1. */
  onPart(index: number, share: number): void
  /** `isNew` is false where a tile of before serves. */
  onDone(index: number, isNew: boolean): void
  /** It was tried as often as makes sense. */
  onFailed(index: number, why: string): void
  /** Something that a person who watches may want to know. */
  onNote(sentence: string): void
  /** Aborted when no further tile is to be begun. */
  readonly signal: AbortSignal
}

/** Resolves when every tile of `todo` is done or has failed, or, once stopped, when none is baked any more. */
export type Drive = (opened: OpenedPlan, todo: readonly number[], ear: Ear) => Promise<void>
