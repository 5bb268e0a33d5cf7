/**
 * Bakes the missing tiles of a plan and shows progress: a bar on a terminal, else a line now and then. The store alone
 * says what is done, so a stopped farm continues where it was. A drive does the baking: threads of this machine, or
 * workers of a queue on any machines.
 */
import { bakedTiles, tileCountOf } from '../../tiled.ts'
import type { Io } from '../cli/io.ts'
import type { Progress } from '../cli/progress.ts'
import { counted, durationText } from '../cli/words.ts'
import type { OpenedPlan } from './open-plan.ts'

/** The time between two lines of a log. */
const LOG_EVERY_MS = 30_000
const FAILURES_TOLD = 5

export interface Ear {
  /** Reports the finished share of a tile, 0..1. */
  onPart(index: number, share: number): void
  /** `isNew` is false if an earlier tile serves. */
  onDone(index: number, isNew: boolean): void
  /** All tries have failed, or another try is useless. */
  onFailed(index: number, why: string): void
  /** Passes a sentence to the person who watches. */
  onNote(sentence: string): void
  /** Aborted once no further tile may begin. */
  readonly signal: AbortSignal
}

/** Resolves when every tile of `todo` is done or has failed. After an abort, it resolves when no bake is running. */
export type Drive = (opened: OpenedPlan, todo: readonly number[], ear: Ear) => Promise<void>

export interface Harvest {
  /** Tiles of the plan, and the number of them baked before. */
  readonly tiles: number
  readonly bakedBefore: number
  /** Tiles baked now, and tiles found unchanged in the store. */
  readonly baked: number
  readonly unchanged: number
  readonly failures: readonly { readonly index: number; readonly why: string }[]
  readonly isStopped: boolean
}

export async function runFarm(
  opened: OpenedPlan,
  drive: Drive,
  signal: AbortSignal,
  io: Io,
  progress: Progress,
): Promise<Harvest> {
  const flags = await bakedTiles(opened.plan, opened.store)
  const todo = Array.from(flags.keys()).filter(index => flags[index] === 0)
  const tiles = tileCountOf(opened.plan)
  const startMs = io.nowMs()
  const shareOf = new Map<number, number>()
  const failures: { index: number; why: string }[] = []
  let [baked, unchanged, loggedMs] = [0, 0, startMs]
  const tell = () => {
    const ended = baked + unchanged + failures.length
    const under = [...shareOf.values()].reduce((sum, share) => sum + share, 0)
    progress.update(`tile ${tiles - todo.length + ended} of ${tiles}`, (ended + under) / todo.length)
    const nowMs = io.nowMs()
    if (io.isErrTerminal || nowMs - loggedMs < LOG_EVERY_MS) return
    loggedMs = nowMs
    io.err(`${ended} of ${counted(todo.length, 'tile')} after ${durationText(nowMs - startMs)}\n`)
  }
  const end = (index: number) => {
    shareOf.delete(index)
    tell()
  }
  await drive(opened, todo, {
    signal,
    onPart: (index, share) => {
      shareOf.set(index, share)
      tell()
    },
    onDone: (index, isNew) => {
      if (isNew) baked++
      else unchanged++
      end(index)
    },
    onFailed: (index, why) => {
      failures.push({ index, why })
      progress.end()
      if (failures.length <= FAILURES_TOLD) io.err(`Tile ${index} failed: ${why}\n`)
      end(index)
    },
    onNote: sentence => {
      progress.end()
      io.err(`${sentence}\n`)
    },
  })
  const isStopped = baked + unchanged + failures.length < todo.length
  return { tiles, bakedBefore: tiles - todo.length, baked, unchanged, failures, isStopped }
}
