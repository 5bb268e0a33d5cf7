/**
 * Whether bytes look like costs of 16 bits each. With 8 bits, bytes at even and at odd places are similar, as
 * neighbours on a map are. With 16 bits, one of them is the high byte: always 0, of few values, or smooth while the low
 * byte jumps. A map of 8 bits with a pattern in every other column may look the same; its caller gives the bits.
 */
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
