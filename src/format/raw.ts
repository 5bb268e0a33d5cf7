/**
 * The plainest format, and the quickest: a header of 16 bytes, then one cost a cell, row by row.
 *
 *     0   8 bytes   0x89 "isthmap"     no text begins with 0x89
 *     8   u16       version: 1, or 2 where a cost takes two bytes; all numbers little-endian
 *     10  u16       width in cells
 *     12  u16       height in cells
 *     14  u16       0
 *     16  width * height costs: 0 is a wall, 1..255 or, in two bytes, 1..65535 a cost
 *
 * Reading copies nothing: the grid is a view of the bytes. Bytes without a header are costs of 8 or 16 bits, and
 * nothing in them says which. Bytes that look like 16 bits are refused unless the caller says.
 */
import { nameOf, refuse, refuseMap } from '../base/given.ts'
import { checkGrid, checkSize, type Grid, makeGrid, narrowed } from '../map/grid.ts'
import type { MapFormat } from './format.ts'

const MAGIC = [0x89, 0x69, 0x73, 0x74, 0x68, 0x6d, 0x61, 0x70]
const VERSIONS = [1, 2]
export const RAW_HEADER_BYTES = 16

function readRaw(bytes: Uint8Array): Grid {
  const { width, height, costBytes } = readRawHeader(bytes)
  const expected = RAW_HEADER_BYTES + costBytes * width * height
  if (bytes.length !== expected) {
    refuseMap(
      `A raw map of ${width} x ${height} has ${expected} bytes, this one ${bytes.length}: it was cut or something was added.`,
    )
  }
  const costs = bytes.subarray(RAW_HEADER_BYTES)
  return makeGrid(width, height, costBytes === 1 ? costs : wideCosts(costs))
}

export function readRawHeader(bytes: Uint8Array): { width: number; height: number; costBytes: number } {
  if (bytes.length < RAW_HEADER_BYTES) {
    refuseMap(`The raw map ends after ${bytes.length} bytes; its header alone has ${RAW_HEADER_BYTES}.`)
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, RAW_HEADER_BYTES)
  const version = header.getUint16(8, true)
  if (!VERSIONS.includes(version)) {
    refuseMap(`The raw map has version ${version}; this reader knows 1 and 2. Write it again, or update isthmus.`)
  }
  const width = header.getUint16(10, true)
  const height = header.getUint16(12, true)
  checkSize(width, height)
  if (header.getUint16(14, true) !== 0) refuseMap('The header of the raw map is damaged: its last two bytes are not 0.')
  return { width, height, costBytes: version }
}

/** Takes bytes without any header as costs of a map `width` cells wide. The grid is a view of `bytes`. */
export function readHeaderless(bytes: Uint8Array, width: number, bits?: 8 | 16): Grid {
  checkSize(width, 1)
  if (bits !== undefined && bits !== 8 && bits !== 16) refuse(`bits is ${nameOf(bits)}: a cost has 8 or 16.`)
  const rowBytes = bits === 16 ? 2 * width : width
  if (bytes.length % rowBytes !== 0) {
    refuseMap(`${bytes.length} cost bytes are no whole number of rows of ${width} cells. Check the width.`)
  }
  if (bits === 16) return makeGrid(width, bytes.length / rowBytes, wideCosts(bytes))
  const height = bytes.length / width
  if (bits === undefined && height % 2 === 0 && looksWide(bytes)) {
    refuseMap(
      `These ${bytes.length} bytes look like costs of 16 bits, ${width} x ${height / 2} cells: read them with bits 16 ` +
        `(--raw-bits 16). As costs of 8 bits they are ${width} x ${height} cells: bits 8 (--raw-bits 8).`,
    )
  }
  return makeGrid(width, height, bytes)
}

/** The costs as 16-bit numbers. Their view needs an even start, so bytes at an odd offset are copied. */
function wideCosts(bytes: Uint8Array): Uint16Array {
  const costs = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice()
  return new Uint16Array(costs.buffer, costs.byteOffset, costs.length / 2)
}

/** A grid as raw bytes with a header. */
export function writeRaw(grid: Grid): Uint8Array {
  checkGrid(grid)
  const { width, height, cost } = grid
  const costs = narrowed(cost)
  const bytes = new Uint8Array(RAW_HEADER_BYTES + costs.byteLength)
  bytes.set(MAGIC)
  const header = new DataView(bytes.buffer)
  header.setUint16(8, costs.BYTES_PER_ELEMENT, true)
  header.setUint16(10, width, true)
  header.setUint16(12, height, true)
  bytes.set(new Uint8Array(costs.buffer, costs.byteOffset, costs.byteLength), RAW_HEADER_BYTES)
  return bytes
}

export const raw: MapFormat = {
  name: 'raw',
  extensions: ['raw'],
  about: 'a header of 16 bytes, then one cost a cell; any costs, any size',
  recognises(bytes) {
    return MAGIC.every((byte, i) => bytes[i] === byte)
  },
  read: readRaw,
  write: writeRaw,
}

const PAIRS_MIN = 16
/** With fewer pairs, the spread of values has no meaning. */
const SPREAD_PAIRS_MIN = 256
const PAIRS_LOOKED_AT_MAX = 1 << 20
const WALL_SHARE_MAX = 0.95
/**
 * The distance of two spreads is at most 2, if they share no value. The lower limit applies if both have more values
 * than a pattern of a map explains.
 */
const SPREAD_DISTANCE_MIN = 1.3
const SPREAD_DISTANCE_MIN_OF_MANY = 0.5
const MANY_VALUES = 64
/** Columns of the same spread differ by about this factor times the root of values / pairs. */
const NOISE = 1.13
const ROUGHNESS_RATIO_MIN = 4
/** The mean step from one value to the next; less is not noise. */
const ROUGHNESS_MIN = 16

/**
 * Whether bytes look like costs of 16 bits each. With 8 bits, bytes at even and at odd places are similar, as
 * neighbours on a map are. With 16 bits, one of them is the high byte: always 0, of few values, or smooth while the low
 * byte jumps. A map of 8 bits with a pattern in every other column may look the same; its caller gives the bits.
 */
export function looksWide(bytes: Uint8Array): boolean {
  const pairs = Math.min(bytes.length >> 1, PAIRS_LOOKED_AT_MAX)
  if (pairs < PAIRS_MIN) return false
  const even = columnOf(bytes, 0, pairs)
  const odd = columnOf(bytes, 1, pairs)
  // A few free cells may all lie in every other column by chance.
  if (even.isEmpty !== odd.isEmpty) return Math.min(even.zeros, odd.zeros) <= WALL_SHARE_MAX * pairs
  if (pairs < SPREAD_PAIRS_MIN) return false
  let distance = 0
  for (let value = 0; value < 256; value++) distance += Math.abs(even.counts[value] - odd.counts[value]) / pairs
  const values = Math.max(even.values, odd.values)
  const isMany = Math.min(even.values, odd.values) >= MANY_VALUES
  const leastOfMany = Math.max(SPREAD_DISTANCE_MIN_OF_MANY, 2 * NOISE * Math.sqrt(values / pairs))
  if (distance > (isMany ? Math.min(leastOfMany, SPREAD_DISTANCE_MIN) : SPREAD_DISTANCE_MIN)) return true
  const [smooth, rough] = [even.roughness, odd.roughness].sort((a, b) => a - b)
  return rough > ROUGHNESS_MIN && rough > ROUGHNESS_RATIO_MIN * smooth
}

function columnOf(bytes: Uint8Array, first: 0 | 1, pairs: number) {
  const counts = new Float64Array(256)
  let jumps = 0
  let before = bytes[first]
  for (let i = 0; i < pairs; i++) {
    const value = bytes[2 * i + first]
    counts[value]++
    jumps += Math.abs(value - before)
    before = value
  }
  const values = counts.reduce((sum, count) => sum + Math.sign(count), 0)
  return { counts, values, zeros: counts[0], isEmpty: counts[0] === pairs, roughness: jumps / pairs }
}
