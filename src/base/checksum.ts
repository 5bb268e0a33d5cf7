/**
 * A checksum of 64 bits over words of 4 bytes, in eight lanes that a processor computes in parallel. Each step of a lane maps
 * different words to different states, so it always shows a change within one word. It misses one in 2^64 other changes.
 */
import { finish, STEPS_A_PIECE, type Work } from './work.ts'

const LANES = 8
/** Words mixed in one call: an engine compiles functions called often earlier than long loops. */
const PIECE = 1 << 8
const MULTIPLIER = 0x9e3779b1 | 0

/** The checksum of all words except the two at `skip`, as two words. */
export function checksum(words: Int32Array, skip: number): [number, number] {
  return finish(checksumming(words, skip))
}

/** Whether the two words at `skip` are the checksum of all others. */
export function isIntact(words: Int32Array, skip: number): boolean {
  const [low, high] = checksum(words, skip)
  return low === words[skip] && high === words[skip + 1]
}

export function* checksumming(words: Int32Array, skip: number): Work<[number, number]> {
  const lanes = Int32Array.from({ length: LANES }, (_, lane) => Math.imul(lane + 1, 0x85ebca6b))
  const headEnd = Math.min(words.length, Math.ceil((skip + 2) / LANES) * LANES)
  for (let i = 0; i < headEnd; i++) mix(lanes, i & (LANES - 1), i === skip || i === skip + 1 ? 0 : words[i])
  const bodyEnd = words.length - ((words.length - headEnd) % LANES)
  for (let i = headEnd; i < bodyEnd; i += PIECE) {
    if ((i - headEnd) % STEPS_A_PIECE === 0) yield
    const end = Math.min(i + PIECE, bodyEnd)
    mixFour(lanes, 0, words, i, end)
    mixFour(lanes, 4, words, i, end)
  }
  for (let i = bodyEnd; i < words.length; i++) mix(lanes, i & (LANES - 1), words[i])
  let high = words.length | 0
  let low = 0
  for (const lane of lanes) {
    high = avalanche(high ^ lane)
    low = avalanche((low + lane) ^ (high << 7))
  }
  return [low, high]
}

function mix(lanes: Int32Array, lane: number, word: number): void {
  const h = Math.imul(lanes[lane] ^ word, MULTIPLIER)
  lanes[lane] = h ^ (h >>> 15)
}

/** The same of four lanes from `lane` on, over whole rows of words. Eight lanes are more than a processor has registers for. */
function mixFour(lanes: Int32Array, lane: number, words: Int32Array, from: number, to: number): void {
  let a = lanes[lane]
  let b = lanes[lane + 1]
  let c = lanes[lane + 2]
  let d = lanes[lane + 3]
  for (let i = from + lane; i < to; i += LANES) {
    a = Math.imul(a ^ words[i], MULTIPLIER)
    b = Math.imul(b ^ words[i + 1], MULTIPLIER)
    c = Math.imul(c ^ words[i + 2], MULTIPLIER)
    d = Math.imul(d ^ words[i + 3], MULTIPLIER)
    a ^= a >>> 15
    b ^= b >>> 15
    c ^= c >>> 15
    d ^= d >>> 15
  }
  lanes[lane] = a
  lanes[lane + 1] = b
  lanes[lane + 2] = c
  lanes[lane + 3] = d
}

function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return h ^ (h >>> 15)
}
