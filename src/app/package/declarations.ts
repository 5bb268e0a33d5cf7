/**
 * Declarations for compilers older than the one that wrote them. Since TypeScript 5.7 arrays of numbers name their buffer,
 * `Int32Array<ArrayBuffer>`, which older ones cannot read. What `slice` returns is that very type for a compiler that
 * knows it, and the plain array for one that does not.
 */
const WITH_BUFFER = /\b((?:Uint8Clamped|Uint8|Uint16|Uint32|Int8|Int16|Int32|Float32|Float64)Array)<(ArrayBuffer\w*)>/g

export function readableFromFiveOn(declarations: string): string {
  return declarations.replace(WITH_BUFFER, (_, array: string, buffer: string) =>
    buffer === 'ArrayBuffer' ? `ReturnType<${array}['slice']>` : array,
  )
}
