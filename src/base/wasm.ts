/**
 * Programs of WebAssembly written as bytes, with as many of its instructions as this house uses. Script has no way to say
 * that four numbers are added at once; such a program does, and where a machine or a page allows none, who asked for one
 * does without. A program has a memory of its own and functions, which take whole numbers and return nothing.
 *
 * The numbers of instructions are those of the standard: webassembly.github.io/spec/core/appendix/index-instructions.html
 */

export type Code = readonly (number | Code)[]

export const I32 = 0x7f
/** Four whole numbers of 32 bits, side by side. */
export const I32X4 = 0x7b

export const local = {
  get: (index: number): Code => [0x20, unsigned(index)],
  set: (index: number): Code => [0x21, unsigned(index)],
  tee: (index: number): Code => [0x22, unsigned(index)],
}

/** Operands stand on the stack, the last one on top. */
export const i32 = {
  of: (value: number): Code => [0x41, signed(value)],
  isZero: [0x45] as Code,
  isOther: [0x47] as Code,
  /** Whether the last operand is less, with signs. */
  isAbove: [0x4a] as Code,
  /** The same without. */
  isMore: [0x4b] as Code,
  load: (offset: number): Code => [0x28, 2, unsigned(offset)],
  store: (offset: number): Code => [0x36, 2, unsigned(offset)],
  leadingZeros: [0x67] as Code,
  trailingZeros: [0x68] as Code,
  add: [0x6a] as Code,
  sub: [0x6b] as Code,
  mul: [0x6c] as Code,
  and: [0x71] as Code,
  or: [0x72] as Code,
  xor: [0x73] as Code,
  shiftLeft: [0x74] as Code,
  shiftRight: [0x76] as Code,
}

/** Adds a number to a local. */
export function advance(index: number, by: number): Code {
  return [local.get(index), i32.of(by), i32.add, local.set(index)]
}

/** Addresses are on the stack and counted from `offset`; only what lies at multiples of 16 bytes is read or written whole. */
export const i32x4 = {
  load: (offset: number): Code => [0xfd, unsigned(0), 4, unsigned(offset)],
  /** One number of memory, four times. */
  loadSame: (offset: number): Code => [0xfd, unsigned(9), 2, unsigned(offset)],
  store: (offset: number): Code => [0xfd, unsigned(11), 4, unsigned(offset)],
  /** One byte of memory, or 2^`shift` of them, in place of those of the operand that are so many such behind its first. */
  loadLane: (shift: number, offset: number, place: number): Code => [
    [0xfd, unsigned(84 + shift)],
    [shift, unsigned(offset), place],
  ],
  /** The first four of sixteen bytes, and of eight numbers of 16 bits without a sign. */
  ofBytes: [0xfd, unsigned(137), 0xfd, unsigned(169)] as Code,
  ofShorts: [0xfd, unsigned(169)] as Code,
  of: (value: number): Code => [i32.of(value), i32x4.splat],
  /** The number on the stack, four times. */
  splat: [0xfd, unsigned(17)] as Code,
  /** Of the eight numbers of two operands, those of these places. */
  pick: (...places: readonly number[]): Code => [
    [0xfd, unsigned(13)],
    places.flatMap(place => [4 * place, 4 * place + 1, 4 * place + 2, 4 * place + 3]),
  ],
  /** All bits where two numbers are the same, else none. */
  isSame: [0xfd, unsigned(55)] as Code,
  and: [0xfd, unsigned(78)] as Code,
  shiftLeft: [0xfd, unsigned(171)] as Code,
  mul: [0xfd, unsigned(181)] as Code,
  or: [0xfd, unsigned(80)] as Code,
  xor: [0xfd, unsigned(81)] as Code,
  isAnySet: [0xfd, unsigned(83)] as Code,
  add: [0xfd, unsigned(174)] as Code,
  /** Of numbers without a sign. */
  min: [0xfd, unsigned(183)] as Code,
  max: [0xfd, unsigned(185)] as Code,
}

/** The same memory as eight numbers of 16 bits without a sign; what is added beyond the largest of them stays that. */
export const u16x8 = {
  of: (value: number): Code => [i32.of(value), 0xfd, unsigned(16)],
  /** Of the sixteen numbers of two operands, those of these places. */
  pick: (...places: readonly number[]): Code => [
    [0xfd, unsigned(13)],
    places.flatMap(place => [2 * place, 2 * place + 1]),
  ],
  add: [0xfd, unsigned(144)] as Code,
  /** 0 where the last operand is more. */
  sub: [0xfd, unsigned(147)] as Code,
  min: [0xfd, unsigned(151)] as Code,
  /** One number of memory, eight times. */
  loadSame: (offset: number): Code => [0xfd, unsigned(8), 1, unsigned(offset)],
}

/** Two numbers of 64 bits, in the same place on the stack as four of 32. */
export const f64x2 = {
  of: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer), 0xfd, unsigned(20)],
  loadSame: (offset: number): Code => [0xfd, unsigned(10), 3, unsigned(offset)],
  ceil: [0xfd, unsigned(116)] as Code,
  add: [0xfd, unsigned(240)] as Code,
  mul: [0xfd, unsigned(242)] as Code,
  div: [0xfd, unsigned(243)] as Code,
  /** The last operand where it is less, else the other. */
  min: [0xfd, unsigned(246)] as Code,
  /** As whole numbers of 32 bits, and twice 0. */
  toI32: [0xfd, unsigned(252)] as Code,
  /** The first 64 of the 128 bits. */
  storeFirst: (offset: number): Code => [0xfd, unsigned(91), 3, unsigned(offset), 0],
}

const EMPTY = 0x40
const END = 0x0b

export const flow = {
  when: (...body: Code): Code => [0x04, EMPTY, body, END],
  /** Goes round as long as its last value is not 0. */
  repeat: (...body: Code): Code => [0x03, EMPTY, body, 0x0d, 0, END],
  /** Goes round where it says so, from within as many blocks: once its operand is not 0. */
  loop: (...body: Code): Code => [0x03, EMPTY, body, END],
  againIf: (depth: number): Code => [0x0d, unsigned(depth)],
  /** Ends the function. */
  leave: [0x0f] as Code,
  /** Goes round while `condition` leaves a value that is not 0. */
  during: (condition: Code, ...body: Code): Code => [
    [0x02, EMPTY, 0x03, EMPTY],
    [condition, i32.isZero, 0x0d, 1],
    [body, 0x0c, 0, END, END],
  ],
}

/** A function takes so many numbers and has `locals` behind them: pairs of how many and which type. */
export interface Routine {
  readonly values: number
  readonly locals: readonly (readonly [number, number])[]
  readonly body: Code
}

export interface Program<Name extends string> {
  readonly memory: ArrayBuffer
  readonly run: Readonly<Record<Name, (...values: number[]) => void>>
  /** More memory behind what there is, which is the same in this view of all; throws where there is no more. */
  readonly grow: (bytes: number) => ArrayBuffer
}

/** What an engine has to say about such programs; nothing where it knows none. */
interface Engine {
  readonly WebAssembly?: {
    readonly validate: (bytes: Uint8Array) => boolean
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: unknown }
  }
}

interface Memory {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => void
}

const PAGE_BYTES = 1 << 16

/** By the functions that they have: what is asked for again is not compiled again. */
const compiled = new WeakMap<object, object>()

/** A program that has these functions, with a memory of its own, which the same functions have alike; null where none can be. */
export function programOf<Name extends string>(
  memoryBytes: number,
  routines: Readonly<Record<Name, Routine>>,
): Program<Name> | null {
  const { WebAssembly } = globalThis as unknown as Engine
  if (WebAssembly === undefined || new Uint8Array(Uint16Array.of(1).buffer)[0] === 0) return null
  try {
    const module = compiled.get(routines) ?? new WebAssembly.Module(moduleOf(memoryBytes, routines))
    compiled.set(routines, module)
    const { exports } = new WebAssembly.Instance(module)
    const { memory, ...run } = exports as { memory: Memory } & Program<Name>['run']
    const grow = (bytes: number) => {
      memory.grow(Math.ceil(bytes / PAGE_BYTES))
      return memory.buffer
    }
    return { memory: memory.buffer, run: run as unknown as Program<Name>['run'], grow }
  } catch (error) {
    const bytes = moduleOf(memoryBytes, routines)
    // A page's policy forbids programs, there is no memory for one, or the engine is older than adding four numbers at once.
    if (WebAssembly.validate(bytes) || !WebAssembly.validate(moduleOf(0, { probe: ADDING_FOUR }))) return null
    throw error
  }
}

/** The least program of numbers side by side. */
const ADDING_FOUR: Routine = {
  values: 0,
  locals: [[1, I32X4]],
  body: [local.get(0), local.get(0), i32x4.add, local.set(0)],
}

function moduleOf(memoryBytes: number, routines: Readonly<Record<string, Routine>>): Uint8Array {
  const names = Object.keys(routines)
  const all = Object.values(routines)
  const types = all.map(({ values }) => [0x60, unsigned(values), Array<number>(values).fill(I32), 0])
  const doors = names.map((name, i) => [sized(text(name)), 0, unsigned(i)])
  const bodies = all.map(({ locals, body }) => {
    const declared = locals.map(([count, type]) => [unsigned(count), type])
    return sized([unsigned(declared.length), declared, body, END])
  })
  return Uint8Array.from(
    flat([
      [0, ...text('asm'), 1, 0, 0, 0],
      section(1, [all.length, types]),
      section(3, [all.length, all.map((_, i) => unsigned(i))]),
      section(5, [1, 0, unsigned(Math.ceil(memoryBytes / PAGE_BYTES))]),
      section(7, [1 + all.length, sized(text('memory')), 2, 0, doors]),
      section(10, [all.length, bodies]),
    ]),
  )
}

function section(id: number, content: Code): Code {
  return [id, sized(content)]
}

function sized(content: Code): Code {
  const bytes = flat(content)
  return [unsigned(bytes.length), bytes]
}

function text(ascii: string): number[] {
  return Array.from(ascii, letter => letter.charCodeAt(0))
}

function flat(code: Code): number[] {
  return code.flatMap(part => (typeof part === 'number' ? part : flat(part)))
}

/** Seven bits a byte, lowest first; the high bit says that more follows. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]
}
