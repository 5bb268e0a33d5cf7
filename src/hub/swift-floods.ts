/**
 * The memory of the program of floods (flood-program.ts), and trees grown in it; lists of hubs lie behind all else, where
 * memory grows (swift-lists.ts).
 */
import { IsthmusError } from '../base/errors.ts'
import { NONE } from '../base/none.ts'
import { type Program, programOf } from '../base/wasm.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { EntrySteps } from './entry-steps.ts'
import { FLOODS } from './flood-program.ts'
import {
  BUCKETS,
  ENTRY,
  ENTRY_BYTES,
  HUB_SHIFT,
  HUBS_AT,
  PAGE_BYTES,
  RANGES,
  STATE,
  STEP,
  STEP_BYTES,
  UNREACHED,
} from './flood-records.ts'

/** Numbers of hubs stand above steps in a word. */
const ENTRIES_MAX = 1 << (32 - HUB_SHIFT)
/** Of the dearest step. */
const STEP_MAX = 1 << 28
/** What costs less than the dearest step has so many ranges more than one. */
const NEAR_RANGES = 3
/** Memory grows by so much, or by a quarter. */
const GROWTH_BYTES_MIN = 1 << 22

export class SwiftFloods {
  readonly entryCount: number
  /** Of the tree grown last (EntryTree). */
  readonly entryBefore: Int32Array
  readonly settled: Int32Array
  settledCount = 0
  /** The memory, as long as it does not grow. */
  words: Int32Array
  private readonly program: Program<'plant' | 'settle'>
  private readonly entriesAt: number

  /** Null where no program can be, or none with such steps. */
  static *of(steps: EntrySteps): Work<SwiftFloods | null> {
    const { entryCount } = steps
    const shift = commonShiftOf(steps.unitsBits)
    const stepMax = steps.unitsMax / 2 ** shift
    if (entryCount > ENTRIES_MAX || stepMax > STEP_MAX) return null
    const program = programOf(HUBS_AT, FLOODS)
    if (program === null) return null
    const entriesAt = aligned(HUBS_AT + 4 * entryCount)
    const stepsAt = entriesAt + ENTRY_BYTES * entryCount
    const metAt = stepsAt + STEP_BYTES * steps.beyond.length
    const lastAt = aligned(metAt + 2 * 4 * (entryCount + 1))
    const knownAt = lastAt + aligned(4 * RANGES * entryCount)
    let memory: ArrayBuffer
    try {
      memory = program.grow(knownAt)
    } catch {
      return null
    }
    const floods = new SwiftFloods(program, memory, entryCount, entriesAt)
    yield* floods.layOut(steps, stepsAt, lastAt, 2 ** -shift)
    const { words } = floods
    words[STATE.met >> 2] = metAt
    words[STATE.metEnd >> 2] = metAt
    words[STATE.settled >> 2] = metAt + 4 * (entryCount + 1)
    words[STATE.pagesEnd >> 2] = knownAt
    words[STATE.rangeZeros >> 2] = Math.min(31, Math.clz32(stepMax) + NEAR_RANGES)
    words[STATE.limit >> 2] = UNREACHED - stepMax - 1
    let bucketShift = Math.floor(Math.log2(steps.unitsMin / 2 ** shift))
    // A ring spans twice what the dearest step costs.
    while (stepMax / 2 ** bucketShift > BUCKETS / 2 - 1) {
      bucketShift++
      words[STATE.isWide >> 2] = 1
    }
    words[STATE.bucketShift >> 2] = bucketShift
    return floods
  }

  private constructor(
    program: Program<'plant' | 'settle'>,
    memory: ArrayBuffer,
    entryCount: number,
    entriesAt: number,
  ) {
    this.program = program
    this.entryCount = entryCount
    this.entriesAt = entriesAt
    this.words = new Int32Array(memory)
    this.entryBefore = new Int32Array(entryCount)
    this.settled = new Int32Array(entryCount)
  }

  private *layOut(steps: EntrySteps, stepsAt: number, lastAt: number, scale: number): Work<void> {
    const { words, entryCount } = this
    words.fill(UNREACHED, HUBS_AT >> 2, (HUBS_AT >> 2) + entryCount)
    for (let entry = 0; entry < entryCount; entry += STEPS_A_PIECE) {
      yield
      this.layOutEntries(steps.firstOfSide, stepsAt, lastAt, entry, Math.min(entry + STEPS_A_PIECE, entryCount))
    }
    for (let step = 0; step < steps.beyond.length; step += STEPS_A_PIECE) {
      yield
      this.layOutSteps(steps, stepsAt, scale, step, Math.min(step + STEPS_A_PIECE, steps.beyond.length))
    }
  }

  private layOutEntries(firstOfSide: Int32Array, stepsAt: number, lastAt: number, from: number, to: number): void {
    const { words } = this
    for (let entry = from; entry < to; entry++) {
      const at = this.addressOf(entry)
      words[(at + ENTRY.units) >>> 2] = UNREACHED
      words[(at + ENTRY.last) >>> 2] = lastAt + 4 * RANGES * entry
      for (let end = 0; end < 3; end++)
        words[((at + ENTRY.steps) >>> 2) + end] = stepsAt + STEP_BYTES * firstOfSide[2 * entry + end]
    }
  }

  private layOutSteps(steps: EntrySteps, stepsAt: number, scale: number, from: number, to: number): void {
    const { words, entriesAt } = this
    const { beyond, units, stepBack } = steps
    for (let step = from; step < to; step++) {
      const at = stepsAt + STEP_BYTES * step
      words[at >>> 2] = units[step] * scale
      words[(at + STEP.beyond) >>> 2] = (entriesAt + ENTRY_BYTES * (beyond[step] >> 1)) | (beyond[step] & 1)
      words[(at + STEP.back) >>> 2] = stepBack[step]
    }
  }

  addressOf(entry: number): number {
    return this.entriesAt + ENTRY_BYTES * entry
  }

  plant(root: number): void {
    this.program.run.plant(this.addressOf(root))
  }

  get isWaiting(): boolean {
    return this.words[STATE.waiting >> 2] > 0
  }

  /** Whether an entry was so far that what was measured is not so. */
  get isFar(): boolean {
    return this.words[STATE.isFar >> 2] !== 0
  }

  /** Settles up to so many entries, none of which is pruned, and lets ways lead on from all; whether any are left. */
  grow(count: number): boolean {
    this.program.run.settle(count, 0)
    if (this.isWaiting) return true
    const { words, settled, entryBefore } = this
    const first = words[STATE.settled >> 2] >>> 2
    this.settledCount = (words[STATE.settledEnd >> 2] >>> 2) - first
    for (let i = 0; i < this.settledCount; i++) {
      const at = words[first + i]
      const before = words[(at + ENTRY.before) >>> 2]
      settled[i] = (at - this.entriesAt) / ENTRY_BYTES
      entryBefore[settled[i]] = before === 0 ? NONE : (before - this.entriesAt) / ENTRY_BYTES
    }
    return false
  }

  /**
   * Settles up to so many entries of a hub's flood: those that no hub before knows as near know it, and ways lead on from
   * them. Returns how many it left alone as the flood was over.
   */
  prune(count: number, hub: number): number {
    const { words } = this
    const needed = (words[STATE.pagesEnd >> 2] >>> 0) + count * PAGE_BYTES
    if (needed > 4 * words.length) this.makeRoom(needed - 4 * words.length)
    this.words[STATE.hub >> 2] = hub << HUB_SHIFT
    this.program.run.settle(count, 1)
    return this.words[STATE.left >> 2]
  }

  private makeRoom(bytes: number): void {
    const extra = Math.max(bytes, GROWTH_BYTES_MIN, this.words.length)
    try {
      const memory = this.program.grow(extra)
      this.words = new Int32Array(memory)
    } catch {
      throw new IsthmusError('TOO_LARGE', 'Hubs need more memory than this machine gives: bake the map without hubs.')
    }
  }
}

/** The largest power of two that divides all numbers of these bits, as a shift. */
function commonShiftOf(bits: number): number {
  return bits === 0 ? 32 : 31 - Math.clz32(bits & -bits)
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES
}
