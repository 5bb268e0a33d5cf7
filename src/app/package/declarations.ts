/**
 * Makes declarations readable for older compilers. Since TypeScript 5.7 typed arrays name their buffer, as in
 * `Int32Array<ArrayBuffer>`, which older ones cannot read. The return type of `slice` is that type for a new compiler, and
 * the plain array for an old one.
 */
const WITH_BUFFER = /\b((?:Uint8Clamped|Uint8|Uint16|Uint32|Int8|Int16|Int32|Float32|Float64)Array)<(ArrayBuffer\w*)>/g

export function readableFromFiveOn(declarations: string): string {
  return declarations.replace(WITH_BUFFER, (_, array: string, buffer: string) =>
    buffer === 'ArrayBuffer' ? `ReturnType<${array}['slice']>` : array,
  )
}
