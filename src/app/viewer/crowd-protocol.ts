/**
 * What the page of a crowd and its worker say to each other. The worker moves the units, a tick at a time; the page draws them
 * between the last two places that it was sent, so it shows the crowd a tick late, but without jerks.
 */
import type { BroughtFile, Cell, Rect } from './protocol.ts'

/** 'passing': a crowd, whose units pass each other; 'through': units that only follow the field; 'fleet': one unit a cell. */
export const WAYS = ['passing', 'through', 'fleet'] as const
export type Way = (typeof WAYS)[number]

export type CrowdAsk =
  | { readonly kind: 'open'; readonly bytes: Uint8Array; readonly seed: number }
  /** Files that were dropped on the page, of a map or an atlas. */
  | { readonly kind: 'files'; readonly files: readonly BroughtFile[] }
  | { readonly kind: 'units'; readonly way: Way; readonly count: number }
  /** All units go there from now on; null lets the goal move to a random cell whenever most of them have come. */
  | { readonly kind: 'goal'; readonly goal: Cell | null }
  /** What these cells cost from now on: 0 for walls. */
  | { readonly kind: 'draw'; readonly areas: readonly Rect[]; readonly cost: number }
  | { readonly kind: 'run'; readonly isOn: boolean }

/** Where all units are after a tick. */
export interface CrowdFrame {
  readonly kind: 'frame'
  readonly x: Float32Array
  readonly y: Float32Array
  /** 1 for those that stand at their goal. */
  readonly isThere: Uint8Array
  readonly radius: number
  readonly tickMs: number
  /** How long the tick lasts for the units, and so how long it may take. */
  readonly budgetMs: number
  readonly goal: Cell | null
  /** Goals that a fleet has reached since it began; 0 for others. */
  readonly goalsReached: number
}

export interface CrowdFile {
  readonly kind: 'file'
  readonly title: string
  /** An atlas of the files; null where they are refused. */
  readonly bytes: Uint8Array | null
  /** What the person should know of how they were read, or why they are refused. */
  readonly note: string
}

export type CrowdReply = CrowdFrame | CrowdFile | { readonly kind: 'problem'; readonly text: string }
