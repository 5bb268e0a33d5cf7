/**
 * Writes pixels as the bytes of a PNG: no filters, no palette, one chunk of packed rows and at most one text.
 */
import { zlibSync } from 'fflate'
import { joined } from '../base/growing.ts'
import { crc32, GREY, RGB, SIGNATURE } from './png-file.ts'

export interface PngPixels {
  readonly width: number
  readonly height: number
  /** Bits of a sample. Below 8 a byte holds several, the first in its highest bits, and each row begins with a new byte. */
  readonly depth: 1 | 8 | 16
  /** 1 for greys, 3 for red, green and blue. */
  readonly channels: 1 | 3
  /** Row by row: a number for each sample or, with 1 bit, for eight samples. */
  readonly data: Uint8Array | Uint16Array
  /** A keyword of at most 79 letters and a text, both in Latin-1. */
  readonly text?: readonly [keyword: string, text: string]
}

type Level = 3 | 6

/** `level` is that of zlib. */
export function writePng({ width, height, depth, channels, data, text }: PngPixels, level: Level = 3): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header[8] = depth
  header[9] = channels === 1 ? GREY : RGB
  const rows = rowsOf(data, Math.ceil((width * channels * depth) / 8), height)
  const chunks = [chunk('IHDR', header), chunk('IDAT', zlibSync(rows, { level }))]
  if (text !== undefined) chunks.push(chunk('tEXt', latinBytes(text.join('\0'))))
  return joined([Uint8Array.from(SIGNATURE), ...chunks, chunk('IEND', new Uint8Array(0))])
}

/** Rows, each after its filter number, 0 for none. Samples of two bytes have the high byte first. */
function rowsOf(data: Uint8Array | Uint16Array, rowBytes: number, height: number): Uint8Array {
  const rows = new Uint8Array((1 + rowBytes) * height)
  const isWide = data instanceof Uint16Array
  for (let y = 0, at = 0; y < height; y++) {
    const to = y * (1 + rowBytes) + 1
    if (!isWide) rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), to)
    else {
      for (let i = 0; i < rowBytes; i += 2, at++) {
        rows[to + i] = data[at] >> 8
        rows[to + i + 1] = data[at]
      }
    }
  }
  return rows
}

/** A chunk: the length of the content, the name, the content, and the checksum of name and content. */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(latinBytes(name), 4)
  bytes.set(content, 8)
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)))
  return bytes
}

function latinBytes(text: string): Uint8Array {
  return Uint8Array.from(text, letter => letter.charCodeAt(0))
}
