/**
 * Splits a PNG file into its header, colours and compressed pixels, all still packed. It finds every error outside the
 * pixels: chunks that run past the end, wrong checksums, invalid orders and combinations. It skips chunks that do not
 * affect walls.
 */
import { refuseMap } from '../base/given.ts'

export const GREY = 0
export const RGB = 2
export const INDEXED = 3
export const GREY_ALPHA = 4
export const RGB_ALPHA = 6

export type ColorType = 0 | 2 | 3 | 4 | 6

/** samplesOfColorType[type], 0 for a type that does not exist. */
const SAMPLES_OF_COLOR_TYPE = [1, 0, 3, 1, 2, 0, 4]
const DEPTHS_OF_COLOR_TYPE = [[1, 2, 4, 8, 16], [], [8, 16], [1, 2, 4, 8], [8, 16], [], [8, 16]]

export interface PngHeader {
  readonly width: number
  readonly height: number
  /** Bits of a sample. */
  readonly depth: number
  readonly colorType: ColorType
  readonly samplesPerPixel: number
  readonly isInterlaced: boolean
}

export interface PngFile {
  readonly header: PngHeader
  /** Red, green, blue of each indexed colour; empty for other types. */
  readonly palette: Uint8Array
  /** The tRNS chunk: an alpha per indexed colour, or the one sample or triple that is transparent. */
  readonly transparency: Uint8Array
  /** The zlib stream of the pixels, in pieces. */
  readonly packed: readonly Uint8Array[]
  /** Text chunks by keyword. */
  readonly texts: ReadonlyMap<string, string>
}

export const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Length and type before a chunk's data, checksum after it. */
const CHUNK_HEAD_BYTES = 8
const CHUNK_TAIL_BYTES = 4
const TEXT_MAX_BYTES = 1024

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = crcOfByte[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

export function failPng(sentence: string): never {
  refuseMap(`The PNG is damaged: ${sentence}`)
}

export function isPng(bytes: Uint8Array): boolean {
  // The bytes after the name reveal a transfer that changed line ends; such a file is a damaged PNG.
  return SIGNATURE.slice(0, 4).every((byte, i) => bytes[i] === byte)
}

function readHeader(data: Uint8Array): PngHeader {
  if (data.length !== 13) failPng(`its header has ${data.length} bytes instead of 13.`)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const [depth, colorType, compression, filter, interlace] = data.subarray(8)
  if (!DEPTHS_OF_COLOR_TYPE[colorType]?.includes(depth)) {
    failPng(`no picture has colour type ${colorType} with ${depth} bits.`)
  }
  if (compression !== 0 || filter !== 0 || interlace > 1) {
    failPng(`its compression ${compression}, filter ${filter} or interlace ${interlace} method does not exist.`)
  }
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth,
    colorType: colorType as ColorType,
    samplesPerPixel: SAMPLES_OF_COLOR_TYPE[colorType],
    isInterlaced: interlace === 1,
  }
}

function checkPalette({ depth, colorType }: PngHeader, data: Uint8Array): void {
  if (data.length === 0 || data.length % 3 !== 0 || data.length > 768) {
    failPng(`its palette of ${data.length} bytes is no list of up to 256 colours.`)
  }
  if (colorType === INDEXED && data.length > 3 << depth) {
    failPng(`its palette has ${data.length / 3} colours, more than ${depth} bits can tell apart.`)
  }
}

function checkTransparency({ colorType }: PngHeader, palette: Uint8Array, data: Uint8Array): void {
  const fits =
    (colorType === GREY && data.length === 2) ||
    (colorType === RGB && data.length === 6) ||
    (colorType === INDEXED && data.length <= palette.length / 3)
  if (!fits) failPng(`its ${data.length} bytes of transparency do not fit colour type ${colorType}.`)
}

function readText(data: Uint8Array, texts: Map<string, string>): void {
  if (data.length > TEXT_MAX_BYTES) return
  const keyword = data.indexOf(0)
  if (keyword > 0) {
    texts.set(String.fromCharCode(...data.subarray(0, keyword)), String.fromCharCode(...data.subarray(keyword + 1)))
  }
}

interface Chunk {
  readonly at: number
  readonly type: string
  readonly data: Uint8Array
}

/** The chunks up to the last one, each checked for its length and checksum. */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = SIGNATURE.length
  for (;;) {
    if (at + CHUNK_HEAD_BYTES > bytes.length) failPng('it ends before its last chunk.')
    const end = at + CHUNK_HEAD_BYTES + view.getUint32(at)
    if (end + CHUNK_TAIL_BYTES > bytes.length) failPng(`it ends within the chunk at byte ${at}.`)
    const crc = view.getUint32(end)
    if (crc32(bytes.subarray(at + 4, end)) !== crc) failPng(`the checksum of the chunk at byte ${at} is wrong.`)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'IEND') return
    yield { at, type, data: bytes.subarray(at + CHUNK_HEAD_BYTES, end) }
    at = end + CHUNK_TAIL_BYTES
  }
}

export function readPngFile(bytes: Uint8Array): PngFile {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) {
    failPng('its first bytes were changed, as a transfer in text mode does.')
  }
  const chunks = chunksOf(bytes)
  const first = chunks.next().value as Chunk | undefined
  if (first?.type !== 'IHDR') failPng('it does not begin with a header.')
  const header = readHeader(first.data)
  const packed: Uint8Array[] = []
  const texts = new Map<string, string>()
  let palette: Uint8Array = new Uint8Array(0)
  let transparency: Uint8Array = new Uint8Array(0)
  for (const { at, type, data } of chunks) {
    if (type === 'IDAT') packed.push(data)
    else if (type === 'PLTE') {
      checkPalette(header, data)
      palette = data
    } else if (type === 'tRNS') {
      checkTransparency(header, palette, data)
      transparency = data
    } else if (type === 'tEXt') readText(data, texts)
    // A capital first letter marks a chunk that every reader must understand.
    else if (type < 'a') failPng(`the chunk at byte ${at} is of a kind that no picture has.`)
  }
  if (header.colorType === INDEXED && palette.length === 0) failPng('its colours are indexed, but it has no palette.')
  return { header, palette, transparency, packed, texts }
}
