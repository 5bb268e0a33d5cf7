/**
 * Measures hubs by the kernel of floods (kernel/source/hub-floods.ts). It lays out the kernel's memory, grows trees in it for the
 * order of hubs, and reads the lists of hubs. These lie at the end and grow with the memory.
 */
import { refuseSize } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { HUB_FLOODS } from '../kernel/bytes/hub-floods-bytes.ts'
import * as at from '../kernel/hub-layout.ts'
import { type Kernel, kernelOn } from '../kernel/kernel.ts'
import type { EntrySteps } from './entry-steps.ts'
import type { HubFloods, HubRow } from './plain-floods.ts'

/** A word holds the number of a hub above a step. */
const ENTRIES_MAX = 1 << (32 - at.HUB_SHIFT)
/** The highest cost of a step that the kernel can count. */
const STEP_MAX = 1 << 28
/** One less than the count of ranges for costs below that of the most expensive step. */
const NEAR_RANGES = 3
/** Memory grows by at least this, or by a quarter. */
const GROWTH_BYTES_MIN = 1 << 22

export class SwiftFloods implements HubFloods {
  readonly entryCount: number
  readonly entryBefore: Int32Array
  readonly settled: Int32Array
  settledCount = 0
  /** The memory, until it grows. */
  words: Int32Array
  private readonly kernel: Kernel<'plant' | 'settle'>
  private readonly entriesAt: number

  /** Null where no kernel can run, or where entries or steps are too many or too expensive for it. */
  static *of(steps: EntrySteps): Work<SwiftFloods | null> {
    const { entryCount } = steps
    const shift = commonShiftOf(steps.unitsBits)
    const stepMax = steps.unitsMax / 2 ** shift
    if (entryCount > ENTRIES_MAX || stepMax > STEP_MAX) return null
    const kernel = kernelOn(HUB_FLOODS, at.HUBS_AT)
    if (kernel === null) return null
    const entriesAt = aligned(at.HUBS_AT + 4 * entryCount)
    const stepsAt = entriesAt + at.ENTRY_BYTES * entryCount
    const settledAt = stepsAt + at.STEP_BYTES * steps.beyond.length
    const lastAt = aligned(settledAt + 4 * entryCount)
    const knownAt = lastAt + aligned(4 * at.RANGES * entryCount)
    let memory: ArrayBuffer
    try {
      memory = kernel.grow(knownAt)
    } catch {
      return null
    }
    const floods = new SwiftFloods(kernel, memory, entryCount, entriesAt)
    yield* floods.layOut(steps, stepsAt, lastAt, 2 ** -shift)
    const { words } = floods
    words[at.SETTLED >> 2] = settledAt
    words[at.SETTLED_END >> 2] = settledAt
    words[at.PAGES_END >> 2] = knownAt
    words[at.RANGE_ZEROS >> 2] = Math.min(31, Math.clz32(stepMax) + NEAR_RANGES)
    words[at.LIMIT >> 2] = at.UNREACHED - stepMax - 1
    let bucketShift = Math.floor(Math.log2(steps.unitsMin / 2 ** shift))
    // The ring of buckets spans twice the most expensive step.
    while (stepMax / 2 ** bucketShift > at.BUCKETS / 2 - 1) {
      bucketShift++
      words[at.IS_WIDE >> 2] = 1
    }
    words[at.BUCKET_SHIFT >> 2] = bucketShift
    return floods
  }

  private constructor(kernel: Kernel<'plant' | 'settle'>, memory: ArrayBuffer, entryCount: number, entriesAt: number) {
    this.kernel = kernel
    this.entryCount = entryCount
    this.entriesAt = entriesAt
    this.words = new Int32Array(memory)
    this.entryBefore = new Int32Array(entryCount)
    this.settled = new Int32Array(entryCount)
  }

  private *layOut(steps: EntrySteps, stepsAt: number, lastAt: number, scale: number): Work<void> {
    const { words, entryCount } = this
    words.fill(at.UNREACHED, at.HUBS_AT >> 2, (at.HUBS_AT >> 2) + entryCount)
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
      const place = this.addressOf(entry)
      words[(place + at.ENTRY_UNITS) >>> 2] = at.UNREACHED
      words[(place + at.ENTRY_LAST) >>> 2] = lastAt + 4 * at.RANGES * entry
      for (let end = 0; end < 3; end++)
        words[((place + at.ENTRY_STEPS) >>> 2) + end] = stepsAt + at.STEP_BYTES * firstOfSide[2 * entry + end]
    }
  }

  private layOutSteps(steps: EntrySteps, stepsAt: number, scale: number, from: number, to: number): void {
    const { words, entriesAt } = this
    const { beyond, units, stepBack } = steps
    for (let step = from; step < to; step++) {
      const place = stepsAt + at.STEP_BYTES * step
      words[place >>> 2] = units[step] * scale
      words[(place + at.STEP_BEYOND) >>> 2] = (entriesAt + at.ENTRY_BYTES * (beyond[step] >> 1)) | (beyond[step] & 1)
      words[(place + at.STEP_BACK) >>> 2] = stepBack[step]
    }
  }

  addressOf(entry: number): number {
    return this.entriesAt + at.ENTRY_BYTES * entry
  }

  plant(root: number): void {
    this.kernel.run.plant(this.addressOf(root))
  }

  get isWaiting(): boolean {
    return this.words[at.WAITING >> 2] > 0
  }

  get knownCount(): number {
    return this.words[at.KNOWN_COUNT >> 2]
  }

  get isFar(): boolean {
    return this.words[at.IS_FAR >> 2] !== 0
  }

  grow(count: number): boolean {
    this.kernel.run.settle(count, 0)
    if (this.isWaiting) return true
    const { words, settled, entryBefore } = this
    const first = words[at.SETTLED >> 2] >>> 2
    this.settledCount = (words[at.SETTLED_END >> 2] >>> 2) - first
    for (let i = 0; i < this.settledCount; i++) {
      const place = words[first + i]
      const before = words[(place + at.ENTRY_BEFORE) >>> 2]
      settled[i] = (place - this.entriesAt) / at.ENTRY_BYTES
      entryBefore[settled[i]] = before === 0 ? NONE : (before - this.entriesAt) / at.ENTRY_BYTES
    }
    return false
  }

  prune(count: number, hub: number): number {
    const { words } = this
    const needed = (words[at.PAGES_END >> 2] >>> 0) + count * at.PAGE_BYTES
    if (needed > 4 * words.length) this.makeRoom(needed - 4 * words.length)
    this.words[at.HUB >> 2] = hub << at.HUB_SHIFT
    this.kernel.run.settle(count, 1)
    return this.words[at.LEFT >> 2]
  }

  /** Merges the lists of all ranges of costs. */
  rowOf(entry: number): HubRow {
    const { words } = this
    const first = words[(this.addressOf(entry) + at.ENTRY_LAST) >>> 2] >>> 2
    const known: number[] = []
    for (let range = first; range < first + at.RANGES; range++)
      for (let place = words[range] >>> 0; place !== 0; place = this.before(place))
        known.push(words[(place + at.KNOWN_HUB) >>> 2])
    // The number of a hub is above its step.
    const inOrder = Uint32Array.from(known).sort()
    return { hubs: Int32Array.from(inOrder, word => word >>> at.HUB_SHIFT), steps: Uint8Array.from(inOrder) }
  }

  private before(place: number): number {
    const before = place - at.KNOWN_BYTES
    return (before & (at.PAGE_BYTES - 1)) === 0 ? this.words[before >>> 2] >>> 0 : before
  }

  private makeRoom(bytes: number): void {
    const extra = Math.max(bytes, GROWTH_BYTES_MIN, this.words.length)
    try {
      const memory = this.kernel.grow(extra)
      this.words = new Int32Array(memory)
    } catch {
      refuseSize('Hubs need more memory than this machine gives: bake the map without hubs.')
    }
  }
}

/** The largest power of two that divides all numbers of these bits, as a shift. */
function commonShiftOf(bits: number): number {
  return bits === 0 ? 32 : 31 - Math.clz32(bits & -bits)
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / at.PAGE_BYTES) * at.PAGE_BYTES
}
