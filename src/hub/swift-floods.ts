/**
 * The memory of the program of floods (flood-program.ts), and trees grown in it; lists of hubs lie behind all else, where
 * memory grows (swift-lists.ts).
 */
import { IsthmusError } from '../base/errors.ts'
import { NONE } from '../base/none.ts'
import { type Program, programOf } from '../base/wasm.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { bucketsPerUnitOf } from './cost-ring.ts'
import type { EntrySteps } from './entry-steps.ts'
import { BUCKETS, ENTRY, ENTRY_BYTES, FLOODS, HUBS_AT, PAGE_BYTES, STATE, STEP, STEP_BYTES } from './flood-program.ts'

const ENTRY_SHIFT = 6
/** Memory grows by so much, or by a quarter. */
const GROWTH_BYTES_MIN = 1 << 22

export class SwiftFloods {
  readonly entryCount: number
  /** Of the tree grown last (EntryTree). */
  readonly entryBefore: Int32Array
  readonly settled: Int32Array
  settledCount = 0
  /** Views of the memory, as long as it does not grow. */
  words: Int32Array
  costs: Float64Array
  private readonly program: Program<'plant' | 'settle'>
  private readonly entriesAt: number

  /** Null where no program can be. */
  static *of(steps: EntrySteps): Work<SwiftFloods | null> {
    const program = programOf(HUBS_AT, FLOODS)
    if (program === null) return null
    const { entryCount } = steps
    const entriesAt = aligned(HUBS_AT + 8 * entryCount)
    const stepsAt = entriesAt + ENTRY_BYTES * entryCount
    const metAt = stepsAt + STEP_BYTES * steps.beyond.length
    const knownAt = aligned(metAt + 2 * 4 * (entryCount + 1))
    let memory: ArrayBuffer
    try {
      memory = program.grow(knownAt)
    } catch {
      return null
    }
    const floods = new SwiftFloods(program, memory, entryCount, entriesAt)
    yield* floods.layOut(steps, stepsAt)
    const { words } = floods
    words[STATE.met >> 2] = metAt
    words[STATE.metEnd >> 2] = metAt
    words[STATE.settled >> 2] = metAt + 4 * (entryCount + 1)
    words[STATE.pagesEnd >> 2] = knownAt
    floods.costs[STATE.bucketsPerUnit >> 3] = bucketsPerUnitOf(steps, BUCKETS)
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
    this.costs = new Float64Array(memory)
    this.entryBefore = new Int32Array(entryCount)
    this.settled = new Int32Array(entryCount)
  }

  private *layOut({ firstOfSide, beyond, units, stepBack }: EntrySteps, stepsAt: number): Work<void> {
    const { words, costs, entriesAt, entryCount } = this
    costs.fill(Infinity, HUBS_AT >> 3, (HUBS_AT >> 3) + entryCount)
    for (let entry = 0; entry < entryCount; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      const at = this.addressOf(entry)
      costs[(at + ENTRY.units) >>> 3] = Infinity
      for (let end = 0; end < 3; end++)
        words[((at + ENTRY.steps) >>> 2) + end] = stepsAt + STEP_BYTES * firstOfSide[2 * entry + end]
    }
    for (let step = 0; step < beyond.length; step++) {
      if (step % STEPS_A_PIECE === 0) yield
      const at = stepsAt + STEP_BYTES * step
      costs[at >>> 3] = units[step]
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
      settled[i] = (at - this.entriesAt) >>> ENTRY_SHIFT
      entryBefore[settled[i]] = before === 0 ? NONE : (before - this.entriesAt) >>> ENTRY_SHIFT
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
    this.words[STATE.hub >> 2] = HUBS_AT + 8 * hub
    this.program.run.settle(count, 1)
    return this.words[STATE.left >> 2]
  }

  private makeRoom(bytes: number): void {
    const extra = Math.max(bytes, GROWTH_BYTES_MIN, this.words.length)
    try {
      const memory = this.program.grow(extra)
      this.words = new Int32Array(memory)
      this.costs = new Float64Array(memory)
    } catch {
      throw new IsthmusError('TOO_LARGE', 'Hubs need more memory than this machine gives: bake the map without hubs.')
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES
}
