/**
 * What entries know of hubs, in the memory of the program of floods (flood-program.ts). It lies in pages of chains, one for
 * each range of costs: no hub that is farther than the root tells of a way to it, so that ranges beyond need not be read. The
 * last hub of a range is asked first.
 */
import { advance, type Code, flow, i32, local } from '../base/wasm.ts'
import { ENTRY, HUB_SHIFT, HUBS_AT, KNOWN, KNOWN_BYTES, PAGE_BYTES, RANGES, STATE } from './flood-records.ts'

const { load } = i32
export const NOT_ABOVE: Code = [i32.isAbove, i32.isZero]
export const state = (at: number): Code => [i32.of(0), load(at)]
export const setState = (at: number, value: Code): Code => [i32.of(0), value, i32.store(at)]
export const set = (index: number, value: Code): Code => [value, local.set(index)]
export const when = (condition: Code, ...body: Code): Code => [condition, flow.when(...body)]

/** The locals of who asks: the entry at hand and what it costs, whether hubs tell of that; and some to work with. */
export interface KnownLocals {
  readonly entryAt: number
  readonly units: number
  readonly isKnown: number
  readonly knownAt: number
  readonly rangeAt: number
  readonly rangeEnd: number
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

/** Where it is noted what the entry at hand last knew of a hub that is as far as the root. */
function rangeOf({ entryAt, units }: KnownLocals, range: number): Code {
  return [
    set(range, [state(STATE.rangeZeros), local.get(units), i32.leadingZeros, i32.sub]),
    when([i32.of(0), local.get(range), i32.isAbove], set(range, i32.of(0))),
    when([local.get(range), i32.of(RANGES - 1), i32.isAbove], set(range, i32.of(RANGES - 1))),
    [local.get(entryAt), load(ENTRY.last), local.get(range), i32.of(2), i32.shiftLeft, i32.add],
  ]
}

/** Whether hubs that the entry knows, and that are no farther, tell of a way to the root as cheap as that. */
export function lookUp(locals: KnownLocals): Code {
  const { entryAt, isKnown, knownAt, rangeAt, rangeEnd } = locals
  return [
    set(rangeEnd, rangeOf(locals, rangeEnd)),
    set(rangeAt, [local.get(entryAt), load(ENTRY.last)]),
    flow.during(
      // An entry's ranges lie in one line of memory, none of which is part of two halves.
      [local.get(rangeAt), local.get(rangeEnd), NOT_ABOVE, local.get(isKnown), i32.isZero, i32.and],
      when([local.get(rangeAt), load(0), local.tee(knownAt)], lookThrough(locals)),
      advance(rangeAt, 4),
    ),
  ]
}

function lookThrough({ units, isKnown, knownAt }: KnownLocals): Code {
  return flow.repeat(
    [local.get(knownAt), load(KNOWN.units), noteOf(knownAt), load(HUBS_AT), i32.add],
    [local.get(units), NOT_ABOVE, local.set(isKnown)],
    toKnownBefore(knownAt),
    [local.get(isKnown), i32.isZero, local.get(knownAt), i32.of(0), i32.isOther, i32.and],
  )
}

/** The entry that was looked up knows one hub more: on a page of its own where the one at hand is full, or none is. */
export function tell({ entryAt, units, knownAt, rangeEnd }: KnownLocals): Code {
  return [
    set(knownAt, [local.get(rangeEnd), load(0), i32.of(KNOWN_BYTES), i32.add]),
    when(
      [i32.of(KNOWN_BYTES + 1), local.get(knownAt), i32.of(PAGE_BYTES - 1), i32.and, i32.isAbove],
      [state(STATE.pagesEnd), local.tee(knownAt), local.get(rangeEnd), load(0), i32.store(0)],
      setState(STATE.pagesEnd, [local.get(knownAt), i32.of(PAGE_BYTES), i32.add]),
      advance(knownAt, KNOWN_BYTES),
    ),
    setState(STATE.known, [state(STATE.known), i32.of(1), i32.add]),
    [local.get(rangeEnd), local.get(knownAt), i32.store(0)],
    [local.get(knownAt), local.get(units), i32.store(KNOWN.units)],
    [local.get(knownAt), state(STATE.hub), local.get(entryAt), load(ENTRY.step), i32.or, i32.store(KNOWN.hub)],
  ]
}

/** Notes what an entry costs to all hubs that it knows, if there is one. */
export function noteKnown(
  entry: Code,
  units: Code,
  { knownAt, rangeAt, rangeEnd }: Omit<KnownLocals, 'entryAt' | 'units' | 'isKnown'>,
): Code {
  return when(
    [entry, load(ENTRY.last), local.tee(rangeAt)],
    set(rangeEnd, [local.get(rangeAt), i32.of(4 * RANGES), i32.add]),
    flow.repeat(
      when(
        [local.get(rangeAt), load(0), local.tee(knownAt)],
        flow.repeat([noteOf(knownAt), units, i32.store(HUBS_AT)], toKnownBefore(knownAt), local.get(knownAt)),
      ),
      advance(rangeAt, 4),
      [local.get(rangeAt), local.get(rangeEnd), i32.isOther],
    ),
  )
}
