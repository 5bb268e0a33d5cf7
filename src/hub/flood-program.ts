/**
 * The floods of hubs (entry-tree.ts, hub-lists.ts) as a program: what they settle, and who then knows which hub, is the same.
 * All that it needs of an entry is one record, and it follows addresses alone. Entries wait in a ring of buckets, each a
 * chain that an entry can be taken out of anywhere; where a bucket spans more than the cheapest step, of
 * the one at hand the cheapest is looked for. Costs are whole numbers of 31 bits, in units as large as all steps allow: memory
 * is what such floods wait for. Where that is not enough, script has to do it.
 */
import { AT_HUB } from '../atlas/hubs.ts'
import { advance, type Code, flow, I32, i32, local, type Routine } from '../base/wasm.ts'
import { BUCKETS, ENTRY, HEADS_AT, KNOWN, ROOT, STATE, STEP, STEP_BYTES, UNREACHED } from './flood-records.ts'
import { lookUp, NOT_ABOVE, noteKnown, set, setState, state, tell, when } from './known-program.ts'

const { load } = i32

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
const LOOKED_UP = {
  entryAt: ENTRY_AT,
  units: UNITS,
  isKnown: IS_KNOWN,
  knownAt: KNOWN_AT,
  rangeAt: 16,
  rangeEnd: 17,
}

/** Settles up to so many entries of the flood at hand, and tells them of its hub where it is pruned. */
const settle: Routine = {
  values: 2,
  locals: [[16, I32]],
  body: [
    set(BUCKET, state(STATE.bucket)),
    flow.during(
      [local.get(COUNT), i32.of(0), i32.isOther, state(STATE.waiting), i32.of(0), i32.isOther, i32.and],
      advance(COUNT, -1),
      takeCheapest(),
      set(IS_KNOWN, i32.of(0)),
      when(local.get(IS_PRUNED), lookUp(LOOKED_UP), when([local.get(IS_KNOWN), i32.isZero], tell(LOOKED_UP))),
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
      [local.get(OTHER), load(ENTRY.next), local.tee(OTHER), i32.of(0), i32.isOther, state(STATE.isWide), i32.and],
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
const NOTED = { knownAt: AT, rangeAt: 4, rangeEnd: 5 }

/** Begins the flood of an entry, and forgets the one before, which has none left to settle. */
const plant: Routine = {
  values: 1,
  locals: [[5, I32]],
  body: [
    set(AT, state(STATE.met)),
    flow.during(
      [local.get(AT), state(STATE.metEnd), i32.isOther],
      [local.get(AT), load(0), i32.of(UNREACHED), i32.store(ENTRY.units)],
      advance(AT, 4),
    ),
    noteKnown(state(STATE.root), i32.of(UNREACHED), NOTED),
    noteKnown(local.get(ROOT_AT), [local.get(AT), load(KNOWN.units)], NOTED),
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

export const FLOODS = { plant, settle }
