/**
 * What every cell costs from the nearest of some cells, exactly, as far as it is asked for: a wave of blocks.
 *
 * Blocks wait by the least value from outside that improves one of their cells. The first of them is settled whole by a kernel, and what
 * its outermost cells cost is passed to the blocks around. A block may have another turn later; once the least that waits exceeds what a
 * cell costs, that cost is final. Values are counted over the base of a sheet, which is what the wave was at when it entered the block.
 * Where the shores of a wall differ by more than a sheet can count, the block has further layers.
 */
import { Heap } from '../base/heap.ts'
import {
  ARROWS_AT,
  BASE_AT,
  BLOCK_AT,
  CELLS_AT,
  EVEN_CORNER_AT,
  EVEN_FAR,
  EVEN_PITCH,
  FRAME_CELLS,
  FRESH_AT,
  GROUND_AT,
  LEAST_NEWS_AT,
  LOWEST_AT,
  MIXED_FAR,
  NEWS_COUNT_AT,
  NEWS_SHEETS_AT,
  NEXT_AT,
  SIDES_AT,
  WANTED_AT,
} from '../kernel/wave-layout.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { BlockTable } from './block-table.ts'
import type { WaveGround } from './wave-ground.ts'

/** Directions lie by twos opposite each other. */
const OPPOSITE = Int8Array.of(2, 3, 0, 1, 6, 7, 4, 5)

/** A wave that nobody holds any more gives its sheets back as if it had been released. */
const dropped = new FinalizationRegistry<{ ground: WaveGround; sheets: number[] }>(({ ground, sheets }) => {
  ground.giveBack(sheets)
})

export class BlockWave {
  /** Blocks settled since the wave began. */
  settledCount = 0
  private readonly ground: WaveGround
  private readonly sheetOfBlock = new BlockTable()
  private readonly sheets: number[] = []
  private readonly waiting = new Heap(64)

  constructor(ground: WaveGround) {
    this.ground = ground
    dropped.register(this, { ground, sheets: this.sheets })
  }

  /** Begins anew at free cells, x, y pairs. */
  begin(sources: ArrayLike<number>): void {
    const { terrain } = this.ground
    this.release()
    for (let i = 0; i < sources.length; i += 2)
      this.start(terrain.blockOf(sources[i], sources[i + 1]), sources[i], sources[i + 1])
  }

  /** Gives its memory back. */
  release(): void {
    this.ground.giveBack(this.sheets)
    this.sheets.length = 0
    this.sheetOfBlock.clear()
    this.waiting.clear()
    this.settledCount = 0
  }

  /** In units, as all that callers see. */
  get finalUnits(): number {
    return this.waiting.size === 0 ? Infinity : this.waiting.leastKey * this.ground.unitScale
  }

  /** Spreads until all cells that cost less than this, in units, have their final cost. */
  advance(units = Infinity, settledMax = Infinity): void {
    const { waiting } = this
    const until = units / this.ground.unitScale
    const settledEnd = this.settledCount + settledMax
    while (waiting.size > 0 && waiting.leastKey < until && this.settledCount < settledEnd) {
      const sheet = 8 * waiting.pop()
      if (this.ground.floats[(sheet + LEAST_NEWS_AT) >>> 3] === waiting.poppedKey) this.expand(sheet, waiting.poppedKey)
    }
  }

  /** What a cell costs by ways found so far, in units: Infinity where none was. */
  unitsAt(x: number, y: number): number {
    const { ground } = this
    const { words, shorts, floats } = ground
    const row = (y & BLOCK_MASK) + 1
    const column = (x & BLOCK_MASK) + 1
    let least = Infinity
    for (let sheet = this.sheetOfBlock.get(ground.terrain.blockOf(x, y)); sheet !== 0; ) {
      let over: number
      if (ground.kind === 'Even') {
        over = shorts[(sheet + EVEN_CORNER_AT + row * EVEN_PITCH + 2 * column) >>> 1]
        if (over === EVEN_FAR) over = Infinity
      } else if (ground.kind === 'Mixed') {
        over = words[((sheet + CELLS_AT) >>> 2) + row * FRAME_CELLS + column]
        if (over === MIXED_FAR) over = Infinity
      } else over = floats[((sheet + CELLS_AT) >>> 3) + row * FRAME_CELLS + column]
      const units = floats[(sheet + BASE_AT) >>> 3] + over
      if (units < least) least = units
      sheet = words[(sheet + NEXT_AT) >>> 2] >>> 0
    }
    return least * ground.unitScale
  }

  /** Where the cells of a block lead that have their final cost, by row and column; false where that is not to be had at once. */
  arrowsOf(block: number, out: Uint8Array): boolean {
    const { ground } = this
    const sheet = this.sheetOfBlock.get(block)
    if (sheet === 0) return false
    const limit = this.finalUnits / ground.unitScale - ground.floats[(sheet + BASE_AT) >>> 3]
    if (ground.arrows(sheet, limit) === 0) return false
    out.set(ground.bytes.subarray(ARROWS_AT, ARROWS_AT + BLOCK_CELLS))
    return true
  }

  /** Marks the cells reached for no more than this, in units, a sheet at a time. */
  showWithin(units: number, show: (block: number, rows: Int32Array) => void): void {
    const { ground } = this
    const { rowBits } = ground.terrain
    const rows = new Int32Array(BLOCK_SIDE_CELLS)
    const { cells, pitch, firstAt, most } = cellsOf(ground)
    for (const sheet of this.sheets) {
      const limit = Math.min(most, units / ground.unitScale - ground.floats[(sheet + BASE_AT) >>> 3])
      if (limit < 0) continue
      const block = ground.words[(sheet + BLOCK_AT) >>> 2]
      let at = (sheet + firstAt) / cells.BYTES_PER_ELEMENT + pitch + 1
      for (let row = 0; row < BLOCK_SIDE_CELLS; row++, at += pitch) {
        let bits = 0
        for (let column = 0; column < BLOCK_SIDE_CELLS; column++)
          bits |= (cells[at + column] <= limit ? 1 : 0) << column
        rows[row] = bits & rowBits[(block << BLOCK_SHIFT) | row]
      }
      show(block, rows)
    }
  }

  private start(block: number, x: number, y: number): void {
    const { ground } = this
    const sheet = this.sheetOfBlock.get(block) || this.enter(block, 0)
    const { words, shorts, floats } = ground
    const row = y & BLOCK_MASK
    const column = (x & BLOCK_MASK) + 1
    if (ground.kind === 'Even') shorts[(sheet + EVEN_CORNER_AT + (row + 1) * EVEN_PITCH + 2 * column) >>> 1] = 0
    else if (ground.kind === 'Mixed') words[((sheet + CELLS_AT) >>> 2) + (row + 1) * FRAME_CELLS + column] = 0
    else floats[((sheet + CELLS_AT) >>> 3) + (row + 1) * FRAME_CELLS + column] = 0
    words[(sheet + FRESH_AT) >>> 2] |= 1 << row
    floats[(sheet + LEAST_NEWS_AT) >>> 3] = 0
    this.waiting.push(0, sheet >>> 3)
  }

  private expand(sheet: number, key: number): void {
    const { ground } = this
    const wanting = ground.expand(sheet)
    this.queueNews()
    this.settledCount++
    if (wanting === 0) return
    for (let direction = 0; direction < 8; direction++) {
      if (((wanting >> direction) & 1) !== 0) this.layOut(sheet, direction, key)
    }
  }

  private queueNews(): void {
    const { words, floats } = this.ground
    const end = (NEWS_SHEETS_AT >>> 2) + words[NEWS_COUNT_AT >>> 2]
    for (let i = NEWS_SHEETS_AT >>> 2; i < end; i++) {
      const sheet = words[i] >>> 0
      this.waiting.push(floats[(sheet + LEAST_NEWS_AT) >>> 3], sheet >>> 3)
    }
  }

  /** Lays out sheets of the block in a direction, until each value from outside has found one. */
  private layOut(sheet: number, direction: number, key: number): void {
    const { ground } = this
    const block = ground.words[(sheet + BLOCK_AT) >>> 2] + DY[direction] * ground.terrain.blocksWide + DX[direction]
    let wanting = ground.words[(WANTED_AT >>> 2) + direction]
    while (wanting !== 0) {
      const lowest = ground.floats[(LOWEST_AT >>> 3) + direction]
      if (ground.words[(sheet + SIDES_AT + 4 * direction) >>> 2] === 0) this.enter(block, key)
      else this.addLayer(block, lowest - key <= ground.toldMax ? key : lowest)
      wanting = ground.tell(sheet, direction, wanting)
      this.queueNews()
    }
  }

  /** Makes the first sheet of a block, with the values from the blocks around. */
  private enter(block: number, base: number): number {
    const { ground, sheetOfBlock } = this
    const { blocksWide, blocksHigh } = ground.terrain
    const sheet = this.newSheet(block, base)
    const { words } = ground
    const blockX = block % blocksWide
    const blockY = (block - blockX) / blocksWide
    sheetOfBlock.set(block, sheet)
    for (let direction = 0; direction < 8; direction++) {
      const x = blockX + DX[direction]
      const y = blockY + DY[direction]
      if (x < 0 || y < 0 || x >= blocksWide || y >= blocksHigh) continue
      let other = sheetOfBlock.get(y * blocksWide + x)
      words[(sheet + SIDES_AT + 4 * direction) >>> 2] = other
      for (; other !== 0; other = words[(other + NEXT_AT) >>> 2] >>> 0) {
        words[(other + SIDES_AT + 4 * OPPOSITE[direction]) >>> 2] = sheet
      }
    }
    return sheet
  }

  private addLayer(block: number, base: number): void {
    const layer = this.newSheet(block, base)
    const { words } = this.ground
    let last = this.sheetOfBlock.get(block)
    const sides = (last + SIDES_AT) >>> 2
    words.copyWithin((layer + SIDES_AT) >>> 2, sides, sides + 8)
    while (words[(last + NEXT_AT) >>> 2] !== 0) last = words[(last + NEXT_AT) >>> 2] >>> 0
    words[(last + NEXT_AT) >>> 2] = layer
  }

  private newSheet(block: number, base: number): number {
    const { ground } = this
    const groundAt = ground.groundOf(block)
    const sheet = ground.takeSheet()
    const { words, floats } = ground
    this.sheets.push(sheet)
    words.fill(0, sheet >>> 2, (sheet + CELLS_AT) >>> 2)
    floats[(sheet + BASE_AT) >>> 3] = base
    floats[(sheet + LEAST_NEWS_AT) >>> 3] = Infinity
    words[(sheet + GROUND_AT) >>> 2] = groundAt
    words[(sheet + BLOCK_AT) >>> 2] = block
    return sheet
  }
}

/** The cells of sheets, by kind of ground: how many make a row, where the first lies, and the most that a cell which was reached has. */
function cellsOf({ kind, shorts, words, floats }: WaveGround) {
  if (kind === 'Even') return { cells: shorts, pitch: EVEN_PITCH >> 1, firstAt: EVEN_CORNER_AT, most: EVEN_FAR - 1 }
  if (kind === 'Mixed') return { cells: words, pitch: FRAME_CELLS, firstAt: CELLS_AT, most: MIXED_FAR - 1 }
  return { cells: floats, pitch: FRAME_CELLS, firstAt: CELLS_AT, most: Number.MAX_VALUE }
}
