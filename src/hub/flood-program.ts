/**
 * The floods of hubs (entry-tree.ts, hub-lists.ts) as a program: what they settle, and who then knows which hub, is the same.
 * All that it needs of an entry is one record, and it follows addresses alone. Entries wait in a ring of buckets, each a
 * chain that an entry can be taken out of anywhere; of the bucket at hand the cheapest is looked for. What an entry knows of
 * hubs lies in pages of a chain, the last hub last: asked for from there on, as late hubs are near. Costs are whole numbers of
 * 31 bits, in units as large as all steps allow: memory is what such floods wait for. Where that is not enough, script has to
 * do it.
 */
import { AT_HUB } from '../atlas/hubs.ts'
import { advance, type Code, flow, I32, i32, local, type Routine } from '../base/wasm.ts'

/** A power of two. */
export const BUCKETS = 1 << 12

/** At 0 is the record of no entry; behind it what the program keeps from call to call. */
export const STATE = {
  waiting: 64,
  /** The bucket at hand. */
  bucket: 68,
  /** Addresses of entries that were met since they were forgotten, and of those settled: where they begin, and end. */
  met: 72,
  metEnd: 76,
  settled: 80,
  settledEnd: 84,
  pagesEnd: 88,
  /** The hub at hand above the bits of a step; and the entry that it is. */
  hub: 92,
  root: 96,
  /** Of the entries that were to be settled, those that were not. */
  left: 100,
  /** What a bucket spans, as a shift. */
  bucketShift: 104,
  /** How many hubs all entries know together. */
  known: 108,
  /** Whether an entry costs more than the limit, beyond which costs may not fit; then what is told is not so. */
  isFar: 112,
  limit: 116,
}
export const HEADS_AT = 128
/** Where it is noted what the entry at hand costs to hub 0; each next one is 4 bytes on. */
export const HUBS_AT = HEADS_AT + 4 * BUCKETS

/** A record of an entry. */
export const ENTRY_BYTES = 40
export const ENTRY = {
  units: 0,
  /** The side from which it leads on; both where that is ROOT. */
  leads: 4,
  before: 8,
  step: 12,
  /** The next one in its bucket, and where it stands that this is one. */
  next: 16,
  link: 20,
  /** What it last knew of a hub; 0 at first. */
  last: 24,
  /** Where the steps of its sides begin, and end. */
  steps: 28,
}
/** What an entry costs that no way reaches yet; two of them are a number still. */
export const UNREACHED = 0x3fffffff
const ROOT = 2

/** A record of a step: units, the entry beyond and its side in the lowest bit, and what leads back. */
export const STEP_BYTES = 12
export const STEP = { units: 0, beyond: 4, back: 8 }

/** What is known of a hub: what it costs, and its number above the bits of the step there. */
export const KNOWN_BYTES = 8
export const KNOWN = { units: 0, hub: 4 }
export const HUB_SHIFT = 8
/** The first record of a page is what was known last before it. */
export const PAGE_BYTES = 128

const { load } = i32
const state = (at: number): Code => [i32.of(0), load(at)]
const setState = (at: number, value: Code): Code => [i32.of(0), value, i32.store(at)]
const set = (index: number, value: Code): Code => [value, local.set(index)]
const when = (condition: Code, ...body: Code): Code => [condition, flow.when(...body)]
const NOT_ABOVE = [i32.isAbove, i32.isZero]

/** Takes an entry out of its bucket. */
function unlink(entry: number, next: number): Code {
  return [
    [local.get(entry), load(ENTRY.link), local.get(entry), load(ENTRY.next), local.tee(next), i32.store(0)],
    when(local.get(next), local.get(next), local.get(entry), load(ENTRY.link), i32.store(ENTRY.link)),
  ]
}

/** Puts an entry into the bucket whose head is at an address. */
function link(entry: number, head: number, next: number): Code {
  return [
    [local.get(entry), local.get(head), load(0), local.tee(next), i32.store(ENTRY.next)],
    [local.get(entry), local.get(head), i32.store(ENTRY.link)],
    when(local.get(next), local.get(next), local.get(entry), i32.of(ENTRY.next), i32.add, i32.store(ENTRY.link)),
    [local.get(head), local.get(entry), i32.store(0)],
  ]
}

/** The address of the head of a bucket. */
function headOf(bucket: Code): Code {
  return [bucket, i32.of(BUCKETS - 1), i32.and, i32.of(2), i32.shiftLeft, i32.of(HEADS_AT), i32.add]
}

/** From what was known last to what was before it; 0 at the end. */
function toKnownBefore(known: number): Code {
  return [
    advance(known, -KNOWN_BYTES),
    when([local.get(known), i32.of(PAGE_BYTES - 1), i32.and, i32.isZero], set(known, [local.get(known), load(0)])),
  ]
}

/** Where it is noted, from HUBS_AT on, what the entry at hand costs to a hub that is known. */
function noteOf(known: number): Code {
  return [local.get(known), load(KNOWN.hub), i32.of(HUB_SHIFT - 2), i32.shiftRight, i32.of(-4), i32.and]
}

const COUNT = 0
const IS_PRUNED = 1
const BUCKET = 2
const ENTRY_AT = 3
const OTHER = 4
const HEAD = 5
const NEXT = 6
const KNOWN_AT = 7
const IS_KNOWN = 8
const STEP_AT = 9
const STEP_END = 10
const SIDE = 11
const BACK = 12
const UNITS = 13
const REACHED = 14
const OTHER_UNITS = 15

/** Settles up to so many entries of the flood at hand, and tells them of its hub where it is pruned. */
const settle: Routine = {
  values: 2,
  locals: [[14, I32]],
  body: [
    set(BUCKET, state(STATE.bucket)),
    flow.during(
      [local.get(COUNT), i32.of(0), i32.isOther, state(STATE.waiting), i32.of(0), i32.isOther, i32.and],
      advance(COUNT, -1),
      takeCheapest(),
      set(IS_KNOWN, i32.of(0)),
      when(local.get(IS_PRUNED), lookUp(), when([local.get(IS_KNOWN), i32.isZero], tell())),
      when(
        [local.get(IS_PRUNED), i32.isZero],
        [state(STATE.settledEnd), local.get(ENTRY_AT), i32.store(0)],
        setState(STATE.settledEnd, [state(STATE.settledEnd), i32.of(4), i32.add]),
      ),
      when([local.get(IS_KNOWN), i32.isZero], leadOn()),
    ),
    setState(STATE.bucket, local.get(BUCKET)),
    setState(STATE.left, local.get(COUNT)),
  ],
}

function takeCheapest(): Code {
  return [
    flow.during([headOf(local.get(BUCKET)), load(0), local.tee(ENTRY_AT), i32.isZero], advance(BUCKET, 1)),
    set(UNITS, [local.get(ENTRY_AT), local.tee(OTHER), load(ENTRY.units)]),
    flow.during(
      [local.get(OTHER), load(ENTRY.next), local.tee(OTHER)],
      when(
        [local.get(UNITS), local.get(OTHER), load(ENTRY.units), local.tee(OTHER_UNITS), i32.isAbove],
        set(ENTRY_AT, local.get(OTHER)),
        set(UNITS, local.get(OTHER_UNITS)),
      ),
    ),
    when([local.get(UNITS), state(STATE.limit), i32.isAbove], setState(STATE.isFar, i32.of(1))),
    unlink(ENTRY_AT, NEXT),
    setState(STATE.waiting, [state(STATE.waiting), i32.of(1), i32.sub]),
  ]
}

/** Whether hubs that the entry knows tell of a way to the root as cheap as that. */
function lookUp(): Code {
  return when(
    [local.get(ENTRY_AT), load(ENTRY.last), local.tee(KNOWN_AT)],
    flow.repeat(
      [local.get(KNOWN_AT), load(KNOWN.units), noteOf(KNOWN_AT), load(HUBS_AT), i32.add],
      [local.get(UNITS), NOT_ABOVE, local.set(IS_KNOWN)],
      toKnownBefore(KNOWN_AT),
      [local.get(IS_KNOWN), i32.isZero, local.get(KNOWN_AT), i32.of(0), i32.isOther, i32.and],
    ),
  )
}

/** The entry knows one hub more: on a page of its own where the one at hand is full, or none is. */
function tell(): Code {
  return [
    set(KNOWN_AT, [local.get(ENTRY_AT), load(ENTRY.last), i32.of(KNOWN_BYTES), i32.add]),
    when(
      [i32.of(KNOWN_BYTES + 1), local.get(KNOWN_AT), i32.of(PAGE_BYTES - 1), i32.and, i32.isAbove],
      [state(STATE.pagesEnd), local.tee(KNOWN_AT), local.get(ENTRY_AT), load(ENTRY.last), i32.store(0)],
      setState(STATE.pagesEnd, [local.get(KNOWN_AT), i32.of(PAGE_BYTES), i32.add]),
      advance(KNOWN_AT, KNOWN_BYTES),
    ),
    setState(STATE.known, [state(STATE.known), i32.of(1), i32.add]),
    [local.get(ENTRY_AT), local.get(KNOWN_AT), i32.store(ENTRY.last)],
    [local.get(KNOWN_AT), local.get(UNITS), i32.store(KNOWN.units)],
    [local.get(KNOWN_AT), state(STATE.hub), local.get(ENTRY_AT), load(ENTRY.step), i32.or, i32.store(KNOWN.hub)],
  ]
}

/** By the steps of one side, or of both at the root, which lie side by side. */
function leadOn(): Code {
  const sideAt: Code = [i32.of(2), i32.shiftLeft, local.get(ENTRY_AT), i32.add, load(ENTRY.steps)]
  return [
    set(SIDE, [local.get(ENTRY_AT), load(ENTRY.leads)]),
    set(STEP_AT, [local.get(SIDE), i32.of(1), i32.and, sideAt]),
    set(STEP_END, [local.get(SIDE), i32.of(1 + 2), i32.add, i32.of(1), i32.shiftRight, sideAt]),
    flow.during(
      [local.get(STEP_AT), local.get(STEP_END), i32.isOther],
      set(OTHER, [local.get(STEP_AT), load(STEP.beyond), local.tee(SIDE), i32.of(-2), i32.and]),
      set(REACHED, [local.get(UNITS), local.get(STEP_AT), load(STEP.units), i32.add]),
      set(OTHER_UNITS, [local.get(OTHER), load(ENTRY.units)]),
      when([local.get(REACHED), local.get(OTHER_UNITS), NOT_ABOVE], reach()),
      advance(STEP_AT, STEP_BYTES),
    ),
  ]
}

/** Of ways that cost the same the one of the lowest step, whichever is found first. */
function reach(): Code {
  const isCheaper = [local.get(OTHER_UNITS), local.get(REACHED), i32.isAbove]
  return [
    set(BACK, [local.get(STEP_AT), load(STEP.back)]),
    when(
      [isCheaper, local.get(OTHER), load(ENTRY.step), local.get(BACK), i32.isAbove, i32.or],
      when(isCheaper, move()),
      [local.get(OTHER), local.get(SIDE), i32.of(1), i32.and, i32.store(ENTRY.leads)],
      [local.get(OTHER), local.get(ENTRY_AT), i32.store(ENTRY.before)],
      [local.get(OTHER), local.get(BACK), i32.store(ENTRY.step)],
    ),
  ]
}

/** The entry waits by what it costs now. */
function move(): Code {
  return [
    when([local.get(OTHER_UNITS), i32.of(UNREACHED), i32.isOther], unlink(OTHER, NEXT)),
    when(
      [local.get(OTHER_UNITS), i32.of(UNREACHED), i32.isOther, i32.isZero],
      [state(STATE.metEnd), local.get(OTHER), i32.store(0)],
      setState(STATE.metEnd, [state(STATE.metEnd), i32.of(4), i32.add]),
      setState(STATE.waiting, [state(STATE.waiting), i32.of(1), i32.add]),
    ),
    [local.get(OTHER), local.get(REACHED), i32.store(ENTRY.units)],
    set(HEAD, headOf([local.get(REACHED), state(STATE.bucketShift), i32.shiftRight])),
    link(OTHER, HEAD, NEXT),
  ]
}

const ROOT_AT = 0
const AT = 1
const PLACE = 2
const LINKED = 3

/** Begins the flood of an entry, and forgets the one before, which has none left to settle. */
const plant: Routine = {
  values: 1,
  locals: [[3, I32]],
  body: [
    set(AT, state(STATE.met)),
    flow.during(
      [local.get(AT), state(STATE.metEnd), i32.isOther],
      [local.get(AT), load(0), i32.of(UNREACHED), i32.store(ENTRY.units)],
      advance(AT, 4),
    ),
    noteKnown(state(STATE.root), i32.of(UNREACHED)),
    noteKnown(local.get(ROOT_AT), [local.get(AT), load(KNOWN.units)]),
    setState(STATE.root, local.get(ROOT_AT)),
    [state(STATE.met), local.get(ROOT_AT), i32.store(0)],
    setState(STATE.metEnd, [state(STATE.met), i32.of(4), i32.add]),
    setState(STATE.settledEnd, state(STATE.settled)),
    setState(STATE.bucket, i32.of(0)),
    setState(STATE.waiting, i32.of(1)),
    [local.get(ROOT_AT), i32.of(0), i32.store(ENTRY.units)],
    [local.get(ROOT_AT), i32.of(ROOT), i32.store(ENTRY.leads)],
    [local.get(ROOT_AT), i32.of(0), i32.store(ENTRY.before)],
    [local.get(ROOT_AT), i32.of(AT_HUB), i32.store(ENTRY.step)],
    set(PLACE, i32.of(HEADS_AT)),
    link(ROOT_AT, PLACE, LINKED),
  ],
}

/** Notes what an entry costs to all hubs that it knows. */
function noteKnown(entry: Code, units: Code): Code {
  return when(
    [entry, load(ENTRY.last), local.tee(AT)],
    flow.repeat([noteOf(AT), units, i32.store(HUBS_AT)], toKnownBefore(AT), local.get(AT)),
  )
}

export const FLOODS = { plant, settle }
