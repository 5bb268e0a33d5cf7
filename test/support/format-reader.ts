/**
 * A reader of atlas files written from FORMAT.md alone: it shares no code with src, so what it understands is what the
 * page says. It is as slow as it is plain.
 */
import type { Directions } from '../../src/map/movement.ts'
import type { CellMap } from '../../src/proof/oracle.ts'
import type { ColumnOnPage, FieldOnPage } from './format-page.ts'
import { columnsOnPage, factsOnPage, fieldsOnPage, formulaValue } from './format-page.ts'
import { plainLanding } from './plain-landing.ts'

const ALIGNMENT = 64
const HEADER = 64
const ROW = 48
const BYTES_OF: Record<string, number> = { int32: 4, uint16: 2, uint8: 1 }
const TYPES = [
  ['uint8', 1],
  ['uint16', 2],
  ['int32', 4],
  ['float64', 8],
] as const
/** East, south, west, north, south-east, south-west, north-west, north-east. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
]

export interface ReadColumn {
  readonly name: string
  readonly level: number
  readonly type: string
  readonly offset: number
  readonly length: number
}

/** A pair's way: cells at level 0, entries above; nothing where the atlas leaves it to be searched. */
export interface ReadWay {
  readonly cells?: readonly number[]
  readonly entries?: readonly number[]
  /** How many bytes of runs the cells came from; none for a line. */
  readonly runCount?: number
}

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

export interface ReadSlot {
  readonly entry: number
  readonly rank: number
  readonly x: number
  readonly y: number
  readonly side: number
}

export class FormatReader {
  readonly header: Record<string, number> = {}
  readonly levels: Record<string, number>[] = []
  readonly columns: ReadColumn[] = []
  readonly sizeBytes: number
  private readonly data: DataView

  constructor(file: Uint8Array) {
    this.data = new DataView(file.buffer, file.byteOffset, file.length)
    for (const field of fieldsOnPage) if (!field.isOfRow) this.header[field.name] = this.field(field, 0)
    let end = 0
    for (let row = 0; row < this.header.sections; row++) {
      const fields: Record<string, number> = {}
      for (const field of fieldsOnPage) if (field.isOfRow) fields[field.name] = this.field(field, HEADER + ROW * row)
      const [name] = new TextDecoder().decode(file.slice(HEADER + ROW * row, HEADER + ROW * row + 28)).split('\0')
      const [type, bytes] = TYPES[fields.type]
      const [offset, length] = [64 * fields.offset, fields.length]
      this.columns.push({ name, level: fields.level, type, offset, length })
      end = Math.max(end, offset + aligned(length * bytes))
    }
    this.sizeBytes = end
    factsOnPage.forEach((name, i) => {
      this.header[name] = this.at('facts', i)
    })
    const lengthOf = (name: string, level: number) => this.column(name, level).length
    for (let level = 0; level < lengthOf('facts', -1) - factsOnPage.length; level++) {
      this.levels.push({
        regions: lengthOf('parentOfRegion', level),
        entries: lengthOf('regionOfSide', level) / 2,
        pairs: this.at('facts', factsOnPage.length + level),
        tableWords: lengthOf('tables', level),
      })
    }
  }

  /** The columns that the page lists, with the lengths that follow from counts. */
  expected(): { name: string; level: number; types: string; length: number }[] {
    const all: { name: string; level: number; types: string; length: number }[] = []
    const place = ({ name, type, length }: ColumnOnPage, level: number) =>
      all.push({ name, level, types: type, length: formulaValue(length, this.countsOf(level)) })
    for (const group of columnsOnPage) {
      for (const column of group) if (!column.isOfLevel) place(column, -1)
      for (let level = 0; level < this.levels.length; level++) {
        for (const column of group) if (column.isOfLevel) place(column, level)
      }
    }
    return all
  }

  /** The element `i` of a column. */
  at(name: string, i: number, level = -1): number {
    const column = this.column(name, level)
    if (!(i >= 0 && i < column.length)) throw new Error(`${name} of level ${level} has no element ${i}`)
    const place = column.offset + i * BYTES_OF[column.type]
    if (column.type === 'int32') return this.data.getInt32(place, true)
    return column.type === 'uint16' ? this.data.getUint16(place, true) : this.data.getUint8(place)
  }

  /** 0 for a wall. */
  costOf(x: number, y: number): number {
    const block = this.blockOf(x, y)
    if (((this.at('rowBits', 32 * block + (y % 32)) >>> (x % 32)) & 1) === 0) return 0
    const cost = this.at('costOfBlock', block)
    return cost > 0 ? cost : this.at('costOfCell', 1024 * (-1 - cost) + 32 * (y % 32) + (x % 32))
  }

  /** The region of level 0 of a free cell. */
  regionOf(x: number, y: number): number {
    const block = this.blockOf(x, y)
    const first = this.at('firstPlaneOfBlock', block)
    const planes = Math.ceil(Math.log2(this.at('regionsOfBlock', 2 * block + 1, 0)))
    let label = 0
    for (let plane = first; plane < first + planes; plane++) {
      const bit = (this.at('planeBits', 32 * plane + (y % 32)) >>> (x % 32)) & 1
      label += bit * 2 ** (plane - first)
    }
    return this.at('regionsOfBlock', 2 * block, 0) + label
  }

  slotCountOf(level: number, region: number): number {
    return this.at('rowOfRegion', 2 * region + 1, level)
  }

  /** Slot `k` of a region: its entry and rank, its cell, and the side of the entry that the region is on. */
  slot(level: number, region: number, k: number): ReadSlot {
    const slot = this.at('rowOfRegion', 2 * region, level) + k
    const crossing = this.at('slots', 2 * slot + 1, level) >>> 0
    const direction = crossing >>> 30
    return {
      entry: this.at('slots', 2 * slot, level) % 2 ** 27,
      rank: 15 - Math.floor(this.at('slots', 2 * slot, level) / 2 ** 27),
      x: crossing % 32768,
      y: Math.floor(crossing / 32768) % 32768,
      side: direction < 2 ? 0 : 1,
    }
  }

  /** Where paths land on a slot's side of its crossing, and what lies between that and the crossing's middle, in cell lengths. */
  landing(slot: ReadSlot): { x: number; y: number; half: number } {
    return plainLanding(this.map, this.crossing(slot))
  }

  /** A slot's cell and the one beyond its border. */
  crossing(slot: ReadSlot): { x: number; y: number; xBeyond: number; yBeyond: number } {
    const region = this.at('regionOfSide', 2 * slot.entry + 1 - slot.side, 0)
    const slots = Array.from({ length: this.slotCountOf(0, region) }, (_, k) => this.slot(0, region, k))
    const beyond = slots.find(({ entry }) => entry === slot.entry)!
    return { x: slot.x, y: slot.y, xBeyond: beyond.x, yBeyond: beyond.y }
  }

  private get map(): CellMap {
    const { width, height, directions } = this.header
    const costAt = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : this.costOf(x, y))
    return { width, height, directions: directions as Directions, costAt }
  }

  /** The cost of a pair in units, and the step that it is rounded up to. */
  pairUnits(level: number, region: number, a: number, b: number): { units: number; step: number } {
    const table = this.at('tableOfRegion', region, level)
    const step = 2 ** (this.at('tables', table, level) % 256)
    return { units: this.at('tables', table + 1 + (b * (b - 1)) / 2 + a, level) * step, step }
  }

  /** The way between the slots a < b of a region. */
  way(level: number, region: number, a: number, b: number): ReadWay {
    const table = this.at('tableOfRegion', region, level)
    const kind = Math.floor(this.at('tables', table, level) / 256)
    const k = this.slotCountOf(level, region)
    const pairCount = (k * (k - 1)) / 2
    if (kind === 1) return {}
    const bytes = kind === 0 ? [] : this.wayBytes(level, 2 * (table + 1 + pairCount), pairCount, (b * (b - 1)) / 2 + a)
    if (level > 0) return { entries: this.entriesOf(level, region, a, bytes === 'late' ? [] : bytes) }
    const from = this.landing(this.slot(0, region, a))
    const to = this.landing(this.slot(0, region, b))
    if (bytes === 'late') return { cells: this.line(from, to, false) }
    if (bytes.length === 0) return { cells: this.line(from, to, true) }
    const cells = [from.x, from.y]
    for (const byte of bytes) walk(cells, byte >>> 5, (byte & 31) + 1)
    return { cells, runCount: bytes.length }
  }

  private field(field: FieldOnPage, base: number): number {
    return field.bytes === 4 ? this.data.getInt32(base + field.offset, true) : Number.NaN
  }

  private column(name: string, level: number): ReadColumn {
    return this.columns.find(other => other.name === name && other.level === level)!
  }

  private countsOf(level: number): Record<string, number> {
    const blocksWide = Math.ceil(this.header.width / 32)
    const blocksHigh = Math.ceil(this.header.height / 32)
    const side = 2 ** Math.max(level, 0)
    return {
      ...this.header,
      ...(this.levels[level] ?? {}),
      blocks: blocksWide * blocksHigh,
      levels: this.levels.length,
      planes: this.column('planeBits', -1).length / 32,
      costBlocks: this.column('costOfCell', -1).length / 1024,
      levelBlocks: Math.ceil(blocksWide / side) * Math.ceil(blocksHigh / side),
      regions0: this.levels[0].regions,
      entries0: this.levels[0].entries,
    }
  }

  private blockOf(x: number, y: number): number {
    return Math.floor(y / 32) * Math.ceil(this.header.width / 32) + Math.floor(x / 32)
  }

  /** The bytes of a way; `lengthsAt` is where the length bytes of its region begin, in bytes of the tables. */
  private wayBytes(level: number, lengthsAt: number, pairCount: number, pair: number): number[] | 'late' {
    const byteAt = (i: number) => (this.at('tables', i >> 1, level) >>> (i % 2 === 0 ? 0 : 8)) & 255
    let at = lengthsAt + pairCount
    for (let other = 0; ; other++) {
      let length = byteAt(lengthsAt + other)
      if (length === 255 && other === pair) return 'late'
      if (length === 255) continue
      if (length === 254) {
        length = byteAt(at) + 256 * byteAt(at + 1)
        at += 2
      }
      if (other === pair) return Array.from({ length }, (_, i) => byteAt(at + i))
      at += length
    }
  }

  /** All entries of a way above level 0, its ends included. */
  private entriesOf(level: number, region: number, a: number, bytes: number[]): number[] {
    const from = this.slot(level, region, a)
    const entries = [from.entry]
    let lower = this.at('regionOfSide', 2 * from.entry + from.side, level - 1)
    for (let i = 0; i < bytes.length; i++) {
      let slot = bytes[i] % 128
      for (let factor = 128; bytes[i] >= 128; factor *= 128) slot += (bytes[++i] % 128) * factor
      const passed = this.slot(level - 1, lower, slot)
      entries.push(passed.entry)
      lower = this.at('regionOfSide', 2 * passed.entry + 1 - passed.side, level - 1)
    }
    return entries
  }

  private line(from: { x: number; y: number }, to: { x: number; y: number }, isEarly: boolean): number[] {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const diagonal = this.header.directions === 8 ? Math.min(Math.abs(dx), Math.abs(dy)) : 0
    const along = (x: number, y: number) => STEPS.findIndex(([sx, sy]) => sx === Math.sign(x) && sy === Math.sign(y))
    const runs = [
      [along(dx, dy), diagonal],
      [along(dx, 0), Math.abs(dx) - diagonal],
      [along(0, dy), Math.abs(dy) - diagonal],
    ]
    if (!isEarly) runs.reverse()
    const cells = [from.x, from.y]
    for (const [direction, steps] of runs) walk(cells, direction, steps)
    return cells
  }
}

function walk(cells: number[], direction: number, steps: number): void {
  for (let step = 0; step < steps; step++) {
    const [x, y] = cells.slice(-2)
    cells.push(x + STEPS[direction][0], y + STEPS[direction][1])
  }
}
