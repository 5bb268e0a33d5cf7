/**
 * A wave of blocks: the exact cost of every cell from the nearest source, spread as far as callers need.
 *
 * Blocks wait in order of the least value from outside that improves one of their cells. A kernel settles the first
 * block whole, then passes the costs of its outermost cells to the blocks around. A block may have another turn later.
 * A cost is final once every waiting value exceeds it. A sheet counts values over its base, the cost of the wave when
 * it entered the block. Where the two sides of a wall differ by more than a sheet can count, the block has further
 * layers.
 */
import { Heap } from '../base/heap.ts'
import * as wave from '../kernel/wave-layout.ts'
import { DX, DY, OPPOSITE } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { BlockTable } from './block-table.ts'
import { withThoseBeside } from './changed-blocks.ts'
import { hasNewsOfUse, type IsOfUse, isAnyOfUse, overBase } from './news-of-use.ts'
import type { WaveGround } from './wave-ground.ts'

/** A wave that was garbage collected gives back its sheets, as if it had been released. */
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
  /** Empty sheets, to be used again. */
  private readonly spare: number[] = []
  /** The version of the map that the wave spread over. */
  private version = 0
  /** During a repair: blocks where the cost or arrow of a cell may have changed. */
  private repaired: Set<number> | null = null
  /** 0 for blocks that the wave stays out of; null where it goes everywhere. */
  private within: Uint8Array | null = null

  constructor(ground: WaveGround) {
    this.ground = ground
    dropped.register(this, { ground, sheets: this.sheets })
  }

  /** As Wave.begin. */
  begin(sources: ArrayLike<number>, within: Uint8Array | null = null): void {
    const { terrain } = this.ground
    this.release()
    this.within = within
    this.version = this.ground.version
    for (let i = 0; i < sources.length; i += 2)
      this.start(terrain.blockOf(sources[i], sources[i + 1]), sources[i], sources[i + 1])
  }

  release(): void {
    this.ground.giveBack(this.sheets)
    this.sheets.length = 0
    this.spare.length = 0
    this.sheetOfBlock.clear()
    this.waiting.clear()
    this.settledCount = 0
  }

  get finalUnits(): number {
    return this.waiting.size === 0 ? Infinity : this.waiting.leastKey * this.ground.unitScale
  }

  /** Spreads until all cells that cost less than `units` have their final cost. */
  advance(units = Infinity, settledMax = Infinity, isOfUse: IsOfUse | null = null): void {
    const { waiting } = this
    const until = units / this.ground.unitScale
    const settledEnd = this.settledCount + settledMax
    while (waiting.size > 0 && waiting.leastKey < until && this.settledCount < settledEnd) {
      const sheet = 8 * waiting.pop()
      const { floats } = this.ground
      if (floats[(sheet + wave.LEAST_NEWS_AT) >>> 3] !== waiting.poppedKey) continue
      if (isOfUse === null || hasNewsOfUse(this.ground, sheet, isOfUse)) this.expand(sheet, waiting.poppedKey, isOfUse)
      else floats[(sheet + wave.LEAST_NEWS_AT) >>> 3] = Infinity
    }
  }

  leastWaiting(leftFrom: (block: number) => number): number {
    const { words, floats, unitScale } = this.ground
    let least = Infinity
    for (const sheet of this.sheets) {
      const units = floats[(sheet + wave.LEAST_NEWS_AT) >>> 3] * unitScale
      if (units < least) least = Math.min(least, units + leftFrom(words[(sheet + wave.BLOCK_AT) >>> 2]))
    }
    return least
  }

  /** The cost of a cell by ways found so far, in units; Infinity without a way. */
  unitsAt(x: number, y: number): number {
    const { words, floats, terrain, unitScale } = this.ground
    let least = Infinity
    for (let sheet = this.sheetOfBlock.get(terrain.blockOf(x, y)); sheet !== 0; ) {
      const over = overBase(this.ground, sheet, (y & BLOCK_MASK) + 1, (x & BLOCK_MASK) + 1)
      const units = floats[(sheet + wave.BASE_AT) >>> 3] + over
      if (units < least) least = units
      sheet = words[(sheet + wave.NEXT_AT) >>> 2] >>> 0
    }
    return least * unitScale
  }

  /** Writes where the cells of a block lead, by row and column; false where that is not known at once. */
  arrowsOf(block: number, out: Uint8Array): boolean {
    const { ground } = this
    const sheet = this.sheetOfBlock.get(block)
    if (sheet === 0) return false
    const limit = this.finalUnits / ground.unitScale - ground.floats[(sheet + wave.BASE_AT) >>> 3]
    if (ground.run.arrows(sheet, limit) === 0) return false
    out.set(ground.bytes.subarray(wave.ARROWS_AT, wave.ARROWS_AT + BLOCK_CELLS))
    return true
  }

  /** Marks the cells that cost at most `units`, one sheet at a time. */
  showWithin(units: number, show: (block: number, rows: Int32Array) => void): void {
    const { ground } = this
    const rows = ground.words.subarray(wave.ARROWS_AT >>> 2, (wave.ARROWS_AT >>> 2) + BLOCK_SIDE_CELLS)
    for (const sheet of this.sheets) {
      // Cells without a way have the cost Infinity on ground of wide costs.
      const limit = Math.min(Number.MAX_VALUE, units / ground.unitScale - ground.floats[(sheet + wave.BASE_AT) >>> 3])
      if (limit >= 0 && ground.run.within(sheet, limit)) show(ground.words[(sheet + wave.BLOCK_AT) >>> 2], rows)
    }
  }

  /**
   * After the map has changed, updates costs as far as they were final before. The sources stay the same. Returns the
   * blocks where a cell may lead elsewhere now; null where the wave must begin again.
   */
  repair(): ReadonlySet<number> | null {
    const { ground } = this
    const changed = ground.changedSince(this.version)
    if (changed === null) return null
    const final = this.finalUnits
    this.version = ground.version
    this.repaired = new Set(changed)
    const leastOfSheet = this.prune(this.repaired)
    for (const [sheet, least] of leastOfSheet) this.renew(sheet, least)
    let base = Infinity
    for (const least of leastOfSheet.values()) base = Math.min(base, least)
    for (const sheet of leastOfSheet.keys()) this.tellAround(sheet, base)
    this.advance(final)
    const blocks = withThoseBeside(ground.terrain, this.repaired)
    this.repaired = null
    return blocks
  }

  private start(block: number, x: number, y: number): void {
    const { ground } = this
    const sheet = this.sheetOfBlock.get(block) || this.enter(block, 0)
    const { words, shorts, floats } = ground
    const row = y & BLOCK_MASK
    const column = (x & BLOCK_MASK) + 1
    if (ground.kind === wave.EVEN)
      shorts[(sheet + wave.EVEN_CORNER_AT + (row + 1) * wave.EVEN_PITCH + 2 * column) >>> 1] = 0
    else if (ground.kind === wave.WIDE)
      floats[((sheet + wave.CELLS_AT) >>> 3) + (row + 1) * wave.FRAME_CELLS + column] = 0
    else words[((sheet + wave.CELLS_AT) >>> 2) + (row + 1) * wave.FRAME_CELLS + column] = 0
    words[(sheet + wave.FRESH_AT) >>> 2] |= 1 << row
    floats[(sheet + wave.LEAST_NEWS_AT) >>> 3] = 0
    this.waiting.push(0, sheet >>> 3)
  }

  private expand(sheet: number, key: number, isOfUse: IsOfUse | null): void {
    const { ground } = this
    const wanting = ground.run.expand(sheet)
    this.repaired?.add(ground.words[(sheet + wave.BLOCK_AT) >>> 2])
    this.queueNews()
    this.settledCount++
    if (wanting === 0) return
    for (let direction = 0; direction < 8; direction++) {
      if (((wanting >> direction) & 1) === 0) continue
      const wanted = this.ground.words[(wave.WANTED_AT >>> 2) + direction]
      if (isOfUse === null || isAnyOfUse(this.ground, sheet, direction, BLOCK_MASK, wanted, isOfUse))
        this.layOut(sheet, direction, key)
    }
  }

  /**
   * Forgets the cells in `blocks` whose way back to a source is broken. It goes on into the blocks beside, and adds them to
   * `blocks`. Returns the lowest cost in each sheet of these blocks and of those beside them.
   */
  private prune(blocks: Set<number>): Map<number, number> {
    const { ground } = this
    const { terrain } = ground
    const leastOfSheet = new Map<number, number>()
    const prune = (block: number) => {
      let pruned = 0
      for (const sheet of this.sheetsOf(block)) {
        pruned |= ground.run.prune(sheet)
        leastOfSheet.set(sheet, ground.floats[wave.LOWEST_AT >>> 3])
      }
      return pruned
    }
    const todo = new Set(blocks)
    const seen = new Set<number>()
    for (const block of todo) {
      todo.delete(block)
      seen.add(block)
      const pruned = prune(block)
      if (pruned !== 0) blocks.add(block)
      for (let direction = 0; direction < 8; direction++) {
        if (((pruned >> direction) & 1) !== 0) todo.add(block + DY[direction] * terrain.blocksWide + DX[direction])
      }
    }
    for (const block of withThoseBeside(terrain, blocks)) if (!seen.has(block)) prune(block)
    for (const block of blocks) this.dropEmptied(block, leastOfSheet)
    return leastOfSheet
  }

  /** Drops the sheets of a block that hold no cell. */
  private dropEmptied(block: number, leastOfSheet: Map<number, number>): void {
    const { words } = this.ground
    const sheets = this.sheetsOf(block)
    const kept = sheets.filter(sheet => leastOfSheet.get(sheet)! < Infinity)
    if (kept.length === sheets.length) return
    for (const sheet of sheets) {
      if (kept.includes(sheet)) continue
      leastOfSheet.delete(sheet)
      this.spare.push(sheet)
    }
    kept.forEach((sheet, i) => {
      words[(sheet + wave.NEXT_AT) >>> 2] = kept[i + 1] ?? 0
    })
    this.setFirst(block, kept[0] ?? 0)
  }

  /** Makes all cells of a changed block count as news. */
  private renew(sheet: number, least: number): void {
    const { words, floats } = this.ground
    if (!this.repaired!.has(words[(sheet + wave.BLOCK_AT) >>> 2])) return
    words.fill(-1, (sheet + wave.TOLD_AT) >>> 2, (sheet + wave.FRESH_AT + 4) >>> 2)
    floats[(sheet + wave.LEAST_NEWS_AT) >>> 3] = Math.min(least, floats[(sheet + wave.LEAST_NEWS_AT) >>> 3])
    this.waiting.push(floats[(sheet + wave.LEAST_NEWS_AT) >>> 3], sheet >>> 3)
  }

  private tellAround(sheet: number, base: number): void {
    for (let direction = 0; direction < 8; direction++) {
      const wanting = this.ground.run.tell(sheet, direction, -1)
      this.queueNews()
      if (wanting !== 0) this.layOut(sheet, direction, base)
    }
  }

  private sheetsOf(block: number): number[] {
    const { words } = this.ground
    const sheets: number[] = []
    for (let sheet = this.sheetOfBlock.get(block); sheet !== 0; sheet = words[(sheet + wave.NEXT_AT) >>> 2] >>> 0)
      sheets.push(sheet)
    return sheets
  }

  private queueNews(): void {
    const { words, floats } = this.ground
    const end = (wave.NEWS_SHEETS_AT >>> 2) + words[wave.NEWS_COUNT_AT >>> 2]
    for (let i = wave.NEWS_SHEETS_AT >>> 2; i < end; i++) {
      const sheet = words[i] >>> 0
      this.waiting.push(floats[(sheet + wave.LEAST_NEWS_AT) >>> 3], sheet >>> 3)
    }
  }

  /** Makes sheets of the block in a direction, until each value from outside fits one. */
  private layOut(sheet: number, direction: number, key: number): void {
    const { ground } = this
    const block =
      ground.words[(sheet + wave.BLOCK_AT) >>> 2] + DY[direction] * ground.terrain.blocksWide + DX[direction]
    if (this.within?.[block] === 0) return
    let wanting = ground.words[(wave.WANTED_AT >>> 2) + direction]
    while (wanting !== 0) {
      const lowest = ground.floats[(wave.LOWEST_AT >>> 3) + direction]
      const base = lowest - key <= ground.toldMax ? Math.min(key, lowest) : lowest
      if (ground.words[(sheet + wave.SIDES_AT + 4 * direction) >>> 2] === 0) this.enter(block, base)
      else this.addLayer(block, base)
      wanting = ground.run.tell(sheet, direction, wanting)
      this.queueNews()
    }
  }

  /** Makes the first sheet of a block. */
  private enter(block: number, base: number): number {
    const sheet = this.newSheet(block, base)
    this.setFirst(block, sheet)
    const { words } = this.ground
    for (let direction = 0; direction < 8; direction++)
      words[(sheet + wave.SIDES_AT + 4 * direction) >>> 2] = this.firstBeside(block, direction)
    return sheet
  }

  /** Sets the first sheet of a block, 0 for none, in all sheets of the blocks around. */
  private setFirst(block: number, sheet: number): void {
    const { words } = this.ground
    this.sheetOfBlock.set(block, sheet)
    for (let direction = 0; direction < 8; direction++) {
      let other = this.firstBeside(block, direction)
      for (; other !== 0; other = words[(other + wave.NEXT_AT) >>> 2] >>> 0) {
        words[(other + wave.SIDES_AT + 4 * (direction ^ OPPOSITE)) >>> 2] = sheet
      }
    }
  }

  /** The first sheet of the block in a direction; 0 where it has none, and outside the map. */
  private firstBeside(block: number, direction: number): number {
    const { blocksWide, blocksHigh } = this.ground.terrain
    const x = (block % blocksWide) + DX[direction]
    const y = Math.floor(block / blocksWide) + DY[direction]
    return x < 0 || y < 0 || x >= blocksWide || y >= blocksHigh ? 0 : this.sheetOfBlock.get(y * blocksWide + x)
  }

  private addLayer(block: number, base: number): void {
    const layer = this.newSheet(block, base)
    const { words } = this.ground
    let last = this.sheetOfBlock.get(block)
    const sides = (last + wave.SIDES_AT) >>> 2
    words.copyWithin((layer + wave.SIDES_AT) >>> 2, sides, sides + 8)
    while (words[(last + wave.NEXT_AT) >>> 2] !== 0) last = words[(last + wave.NEXT_AT) >>> 2] >>> 0
    words[(last + wave.NEXT_AT) >>> 2] = layer
  }

  private newSheet(block: number, base: number): number {
    const { ground } = this
    const groundAt = ground.groundOf(block)
    let sheet = this.spare.pop()
    if (sheet === undefined) {
      sheet = ground.takeSheet()
      this.sheets.push(sheet)
    }
    const { words, floats } = ground
    words.fill(0, sheet >>> 2, (sheet + wave.CELLS_AT) >>> 2)
    floats[(sheet + wave.BASE_AT) >>> 3] = base
    floats[(sheet + wave.LEAST_NEWS_AT) >>> 3] = Infinity
    words[(sheet + wave.GROUND_AT) >>> 2] = groundAt
    words[(sheet + wave.BLOCK_AT) >>> 2] = block
    return sheet
  }
}
