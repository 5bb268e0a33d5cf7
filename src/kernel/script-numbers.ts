/**
 * Numbers in a memory, under the names that AssemblyScript has for them. A kernel that imports this file runs as script too, and
 * gives the same bits. `npm run kernels` leaves the import out, since these names are built into its language.
 */
let reals = new Float64Array(0)
let wholes = new Int32Array(0)

/** The memory that all calls work on from now on. */
export function workOn(memory: ArrayBuffer): void {
  if (reals.buffer === memory) return
  reals = new Float64Array(memory)
  wholes = new Int32Array(memory)
}

export type bool = boolean
export type f64 = number
export type i32 = number

export const f64 = Object.assign((value: i32): f64 => value, {
  load: (address: i32, offset = 0): f64 => reals[(address + offset) >> 3],
  store: (address: i32, value: f64, offset = 0): void => {
    reals[(address + offset) >> 3] = value
  },
  sqrt: Math.sqrt,
  floor: Math.floor,
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
})

/** A whole number: the fraction is cut off; 1 for what is true. */
export const i32 = Object.assign((value: f64 | bool): i32 => (value as f64) | 0, {
  load: (address: i32, offset = 0): i32 => wholes[(address + offset) >> 2],
  store: (address: i32, value: i32, offset = 0): void => {
    wholes[(address + offset) >> 2] = value
  },
})
