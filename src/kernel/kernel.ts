/**
 * Kernels: loops that work on several numbers at once, which script cannot express. They are written in AssemblyScript
 * (source/), compiled by `npm run kernels`, and stored as text (bytes/). The engine compiles each once a thread, at its
 * first use; one kernel may be bound to several memories.
 *
 * To add one: write source/NAME.ts, run `npm run kernels`, and bind `NAME` of bytes/NAME-bytes.ts with `kernelOn` to a memory.
 * - Every exported function is callable; parts that kernels share lie in source/part/, constants that script shares beside
 *   this file. Imports name files with `.ts`, as everywhere. No `import type` there: the compiler knows none.
 * - Addresses are i32 and count bytes. Nothing checks them: a wrong one hangs or corrupts. The first 128 bytes of a memory
 *   belong to the kernel's own constants, so put data at 128 or beyond.
 * - Offsets of loads and stores must be constant expressions; lanes of a shuffle must be literals. Casts are calls: `i32(x)`.
 * - Variants are types: `sweep<u16, Eight>` and `idof<Steps>() === idof<Eight>()` cost nothing at run time.
 * - Take constants for all lanes from source/part/constants.ts: a splat in a loop is made anew each time round.
 * - No functions as values, no closures, no decorators, no `of` as a name. After a conflict in bytes/ run `npm run kernels`.
 */

/** Bytes of a kernel as text, which compresses better than hexadecimal or base64, with the names of its functions. */
export type Compiled<Name extends string> = string & { readonly names?: Name }

export interface Kernel<Name extends string> {
  readonly memory: ArrayBuffer
  /** A function that returns a truth returns 1 or 0. */
  readonly run: Readonly<Record<Name, (...values: number[]) => number>>
  /** Adds memory behind the present one and returns all of it: earlier views are dead. Throws where memory ends. */
  readonly grow: (bytes: number) => ArrayBuffer
}

/** The parts of an engine that this file uses. */
interface Engine {
  readonly WebAssembly?: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number }
    readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
  }
}

const PAGE_BYTES = 1 << 16
/** Kernels are written with this many characters, from ( to ~ without the two that literals escape. */
export const CODES = 85
export const FIRST_CODE = 40
export const BACKSLASH = 92
export const BACKTICK = 96

/** Compiled modules by the kernel's bytes; null where the engine refused them. */
const modules = new Map<string, object | null>()

/** A kernel with a memory of its own; null where a page forbids programs, the engine is too old, or memory is short. */
export function kernelOn<Name extends string>(compiled: Compiled<Name>, memoryBytes: number): Kernel<Name> | null {
  const { WebAssembly } = globalThis as unknown as Engine
  // Memory of WebAssembly has its lowest byte first, and script reads it in the machine's order.
  if (WebAssembly === undefined || new Uint8Array(Uint16Array.of(1).buffer)[0] === 0) return null
  try {
    let module = modules.get(compiled)
    if (module === null) return null
    if (module === undefined) {
      modules.set(compiled, null)
      module = new WebAssembly.Module(bytesOf(compiled))
      modules.set(compiled, module)
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(memoryBytes / PAGE_BYTES) })
    const { exports } = new WebAssembly.Instance(module, { env: { memory } })
    const grow = (bytes: number) => {
      memory.grow(Math.ceil(bytes / PAGE_BYTES))
      return memory.buffer
    }
    return { memory: memory.buffer, run: exports as Kernel<Name>['run'], grow }
  } catch {
    return null
  }
}

/**
 * A character stands for one of the 85 most frequent bytes, those from -4 on. After one of the characters ! # % it stands
 * for a byte 85, 170 or 255 higher. No character needs an escape in a literal.
 */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < FIRST_CODE) bytes[count] = ((code - 31) >> 1) * CODES
    else bytes[count++] += code - FIRST_CODE - 4 - Number(code > BACKSLASH) - Number(code > BACKTICK)
  }
  return bytes.subarray(0, count)
}
