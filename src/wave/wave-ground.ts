/**
 * The memory that waves over one map share: the ground of each block that any wave entered, and sheets. A wave takes sheets as it
 * spreads, and gives them back. Even ground has 16 bits a cell. Winding ground is even too, but has 32 bits: ways in mazes differ
 * by more than 16 bits hold. Mixed ground has 32 bits. Wide ground has floats: its costs are so high that a way inside one block
 * may exceed 32 bits.
 */
import { countBits } from '../base/bits.ts'
import { refuseSize } from '../base/given.ts'
import { WAVE_KERNEL } from '../kernel/bytes/wave-kernel-bytes.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { WALL } from '../kernel/units.ts'
import * as wave from '../kernel/wave-layout.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  BLOCK_SIDE_CELLS,
  type ByGround,
  copyOf,
  type Terrain,
} from '../map/terrain.ts'
import { changedBlocks, withThoseBeside } from './changed-blocks.ts'

/** A block with more than this of its 1984 steps from a free cell to a wall is settled by cells, not rows. */
const BREAKS_MAX = 900
const PAGE_BYTES = 1 << 16
const MEMORY_BYTES_MAX = 2 ** 32 - PAGE_BYTES

const bind = () => kernelOn(WAVE_KERNEL, PAGE_BYTES)
type Program = NonNullable<ReturnType<typeof bind>>

/** The sizes of the kinds of ground, in their order. */
const WIDTHS = [
  { sheetBytes: wave.EVEN_SHEET_BYTES, groundBytes: wave.EVEN_GROUND_BYTES, toldMax: wave.EVEN_TOLD_MAX },
  { sheetBytes: wave.MIXED_SHEET_BYTES, groundBytes: wave.EVEN_GROUND_BYTES, toldMax: wave.MIXED_TOLD_MAX },
  { sheetBytes: wave.MIXED_SHEET_BYTES, groundBytes: wave.MIXED_GROUND_BYTES, toldMax: wave.MIXED_TOLD_MAX },
  { sheetBytes: wave.WIDE_SHEET_BYTES, groundBytes: wave.WIDE_GROUND_BYTES, toldMax: Infinity },
] as const

const RESERVED_BYTES_MAX = 2 ** 28
/** The changes of this many versions are kept. */
const VERSIONS_KEPT = 16

export class WaveGround {
  terrain: Terrain
  /** EVEN, WINDING, MIXED or WIDE. */
  readonly kind: number
  /** Units of the movement rule in one unit of a sheet. */
  readonly unitScale: number
  /** The most that a value passed to a sheet may lie over its base. */
  readonly toldMax: number
  readonly run: Program['run']
  /** Views of the memory, made anew as it grows. */
  bytes: Uint8Array
  words: Int32Array
  shorts: Uint16Array
  floats: Float64Array
  private readonly program: Program
  private end = (wave.WAVE_END_AT + 7) & ~7
  private readonly free: number[] = []
  private readonly groundOfBlock: Int32Array
  /** For each of the last versions: blocks whose frame differs from the version before. */
  private readonly changes: ReadonlySet<number>[] = []
  /** Versions of the map so far. */
  version = 0

  /** Null where the engine has no WebAssembly. */
  static over(terrain: Terrain): WaveGround | null {
    const program = bind()
    return program && new WaveGround(terrain, program)
  }

  private constructor(terrain: Terrain, program: Program) {
    const { run, memory } = program
    const kind = kindOf(terrain)
    this.terrain = terrain
    this.program = program
    this.kind = kind
    this.unitScale = isEven(kind) ? 2 * terrain.costMin : 1
    this.toldMax = WIDTHS[kind].toldMax
    this.run = run
    this.groundOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh)
    run.prepare(kind, (1 << terrain.directions) - 1)
    this.bytes = new Uint8Array(memory)
    this.words = new Int32Array(memory)
    this.shorts = new Uint16Array(memory)
    this.floats = new Float64Array(memory)
  }

  /**
   * Copies the next version of the map. False where waves must begin again, on other ground. Waves hold the version
   * before until they are repaired.
   */
  update(now: Terrain): boolean {
    const { ground, costMin, costOfCell } = this.terrain
    if (now.ground !== ground || now.costOfCell.constructor !== costOfCell.constructor) return false
    if (isEven(this.kind) && now.costMin !== costMin) return false
    const blocks = changedBlocks(this.terrain, now)
    // Ground keeps its kind where it can: whether it winds, or is wide without need, only changes how fast waves are.
    if (this.kind === wave.MIXED && costMaxOf(now, blocks) > wave.MIXED_COST_MAX) return false
    this.take(now, blocks)
    const changed = withThoseBeside(now, blocks)
    for (const block of changed) {
      const ground = this.groundOfBlock[block] >>> 0
      if (ground !== 0) this.layOut(block, ground)
    }
    this.changes.push(changed)
    if (this.changes.length > VERSIONS_KEPT) this.changes.shift()
    this.version++
    return true
  }

  private take(now: Terrain, blocks: readonly number[]): void {
    const { rowBits, costOfBlock, costOfCell } = this.terrain
    if (costOfCell.length !== now.costOfCell.length) {
      this.terrain = copyOf(now)
      return
    }
    for (const block of blocks) {
      const cost = now.costOfBlock[block]
      const row = block << BLOCK_SHIFT
      costOfBlock[block] = cost
      rowBits.set(now.rowBits.subarray(row, row + BLOCK_SIDE_CELLS), row)
      if (cost >= 0) continue
      const cell = ~cost << BLOCK_CELLS_SHIFT
      costOfCell.set(now.costOfCell.subarray(cell, cell + BLOCK_CELLS), cell)
    }
  }

  /** Blocks that have changed since a version; null for versions too old. */
  changedSince(version: number): Set<number> | null {
    const count = this.version - version
    if (count > this.changes.length) return null
    const blocks = new Set<number>()
    for (const changed of this.changes.slice(this.changes.length - count))
      for (const block of changed) blocks.add(block)
    return blocks
  }

  /** Reserves a sheet with no cell reached. Returns its address. */
  takeSheet(): number {
    const { sheetBytes } = WIDTHS[this.kind]
    const sheet = this.free.pop() ?? this.reserve(sheetBytes)
    if (this.kind === wave.EVEN) this.shorts.fill(wave.EVEN_FAR, sheet >>> 1, (sheet + sheetBytes) >>> 1)
    else if (this.kind === wave.WIDE) this.floats.fill(Infinity, sheet >>> 3, (sheet + sheetBytes) >>> 3)
    else this.words.fill(wave.MIXED_FAR, sheet >>> 2, (sheet + sheetBytes) >>> 2)
    return sheet
  }

  /** Makes the memory of one wave over the whole map, as far as it takes no more than RESERVED_BYTES_MAX. */
  reserveAll(): void {
    const sheets: number[] = []
    const { costOfBlock } = this.terrain
    for (let block = 0; block < costOfBlock.length && this.end < RESERVED_BYTES_MAX; block++) {
      if (costOfBlock[block] === 0) continue
      this.groundOf(block)
      sheets.push(this.takeSheet())
    }
    this.giveBack(sheets)
  }

  giveBack(sheets: readonly number[]): void {
    for (const sheet of sheets) this.free.push(sheet)
  }

  /** The address of the ground of a block, which is laid out at its first use. */
  groundOf(block: number): number {
    let ground = this.groundOfBlock[block] >>> 0
    if (ground === 0) {
      ground = this.reserve(WIDTHS[this.kind].groundBytes)
      this.groundOfBlock[block] = ground
      this.layOut(block, ground)
    }
    return ground
  }

  private layOut(block: number, ground: number): void {
    this.layBits(block, ground)
    if (!isEven(this.kind)) this.layCosts(block, ground)
  }

  private reserve(bytes: number): number {
    const address = this.end
    const end = address + ((bytes + 7) & ~7)
    if (end > this.bytes.length) this.growTo(end)
    this.end = end
    return address
  }

  private growTo(bytes: number): void {
    // Grows by a quarter at least, but never beyond the address space.
    const wished = Math.min(MEMORY_BYTES_MAX, Math.max(bytes, Math.floor(1.25 * this.bytes.length)))
    try {
      if (bytes > MEMORY_BYTES_MAX) throw new RangeError()
      const memory = this.program.grow(wished - this.bytes.length)
      this.bytes = new Uint8Array(memory)
      this.words = new Int32Array(memory)
      this.shorts = new Uint16Array(memory)
      this.floats = new Float64Array(memory)
    } catch {
      const mebibytes = Math.ceil(bytes / 2 ** 20)
      refuseSize(
        `Fields of this map take ${mebibytes} MiB and more, which is more than there is: release fields, or ask for fewer cells.`,
      )
    }
  }

  private layBits(block: number, ground: number): void {
    const { words } = this
    const { blocksWide, blocksHigh, rowBits } = this.terrain
    const blockX = block % blocksWide
    const blockY = (block - blockX) / blocksWide
    let at = ground >>> 2
    for (let frameRow = 0; frameRow < wave.FRAME_CELLS; frameRow++, at += wave.BITS_BYTES >> 2) {
      const y = (blockY << BLOCK_SHIFT) + frameRow - 1
      const rowBlockY = y >> BLOCK_SHIFT
      if (rowBlockY < 0 || rowBlockY >= blocksHigh) {
        words[at] = words[at + 1] = 0
        continue
      }
      const word = ((rowBlockY * blocksWide + blockX) << BLOCK_SHIFT) | (y & BLOCK_MASK)
      const own = rowBits[word]
      const west = blockX > 0 ? rowBits[word - BLOCK_SIDE_CELLS] >>> BLOCK_MASK : 0
      const east = blockX < blocksWide - 1 ? rowBits[word + BLOCK_SIDE_CELLS] & 1 : 0
      words[at] = (own << 8) | (west << 7)
      words[at + 1] = (own >>> 24) | (east << 8)
    }
    this.layGates(ground)
    words[(ground + wave.IS_FRAGMENTED_AT) >>> 2] = this.kind === wave.EVEN && isFragmented(this.terrain, block) ? 1 : 0
  }

  /** A bit for each place on a side of the frame where the cells on both sides of the block's edge are free. */
  private layGates(ground: number): void {
    const { words } = this
    const at = ground >>> 2
    const gates = (ground + wave.GATES_AT) >>> 2
    const last = at + 2 * (wave.FRAME_CELLS - 1)
    for (let half = 0; half < 2; half++) {
      words[gates + 2 + half] = words[last - 2 + half] & words[last + half]
      words[gates + 6 + half] = words[at + half] & words[at + 2 + half]
    }
    words[gates] = words[gates + 1] = words[gates + 4] = words[gates + 5] = 0
    for (let row = 0; row < wave.FRAME_CELLS; row++) {
      const place = row + wave.FIRST_BIT
      // Columns 32 and 33 are bits 7 and 8 of the upper half, columns 0 and 1 those of the lower.
      const east = words[at + 2 * row + 1]
      const west = words[at + 2 * row]
      words[gates + (place >> 5)] |= ((east >>> 7) & (east >>> 8) & 1) << (place & 31)
      words[gates + 4 + (place >> 5)] |= ((west >>> 7) & (west >>> 8) & 1) << (place & 31)
    }
  }

  private layCosts(block: number, ground: number): void {
    const { blocksWide, blocksHigh } = this.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    const [costs, wall] = this.kind === wave.WIDE ? [this.floats, Infinity] : [this.words, WALL]
    let at = (ground + wave.COSTS_AT) / costs.BYTES_PER_ELEMENT
    for (let row = -1; row <= BLOCK_SIDE_CELLS; row++, at += wave.FRAME_CELLS) {
      const y = top + row
      if (y < 0 || y >> BLOCK_SHIFT >= blocksHigh) costs.fill(wall, at, at + wave.FRAME_CELLS)
      else this.layRow(block + (row >> BLOCK_SHIFT) * blocksWide, y, left, costs, wall, at)
    }
  }

  /** Writes the costs of a block's row, and of the cells before and behind it. */
  private layRow(
    block: number,
    y: number,
    left: number,
    costs: Int32Array | Float64Array,
    wall: number,
    at: number,
  ): void {
    const { terrain } = this
    const { costOfCell } = terrain
    const row = y & BLOCK_MASK
    const bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]
    const one = terrain.costOfBlock[block]
    const cells = (~one << BLOCK_CELLS_SHIFT) | (row << BLOCK_SHIFT)
    costs[at] = terrain.costAt(left - 1, y) || wall
    for (let column = 0; column < BLOCK_SIDE_CELLS; column++) {
      const isWall = ((bits >>> column) & 1) === 0
      costs[at + column + 1] = isWall ? wall : one < 0 ? costOfCell[cells | column] : one
    }
    costs[at + BLOCK_SIDE_CELLS + 1] = terrain.costAt(left + BLOCK_SIDE_CELLS, y) || wall
  }
}

const KIND: ByGround<(terrain: Terrain) => number> = {
  even: terrain => (isWinding(terrain) ? wave.WINDING : wave.EVEN),
  mixed: terrain => (costMaxOf(terrain) > wave.MIXED_COST_MAX ? wave.WIDE : wave.MIXED),
}

function kindOf(terrain: Terrain): number {
  return terrain.ground.of(KIND)(terrain)
}

function isEven(kind: number): boolean {
  return kind === wave.EVEN || kind === wave.WINDING
}

/** Whether most blocks are fragmented. */
function isWinding(terrain: Terrain): boolean {
  let fragmented = 0
  let free = 0
  for (let block = 0; block < terrain.costOfBlock.length; block++) {
    if (terrain.costOfBlock[block] === 0) continue
    free++
    if (isFragmented(terrain, block)) fragmented++
  }
  return 2 * fragmented > free
}

function isFragmented({ rowBits }: Terrain, block: number): boolean {
  let breaks = 0
  let above = rowBits[block << BLOCK_SHIFT]
  for (let row = block << BLOCK_SHIFT; row < (block + 1) << BLOCK_SHIFT; row++) {
    const own = rowBits[row]
    breaks += countBits((own ^ (own << 1)) & ~1) + countBits(own ^ above)
    above = own
  }
  return breaks > BREAKS_MAX
}

/** The highest cost in some blocks. */
function costMaxOf({ costOfBlock, costOfCell }: Terrain, blocks: Iterable<number> = costOfBlock.keys()): number {
  let max = costOfCell instanceof Uint8Array ? 255 : 0
  for (const block of blocks) {
    const cost = costOfBlock[block]
    if (cost > max) max = cost
    if (cost >= 0 || costOfCell instanceof Uint8Array) continue
    const end = (~cost + 1) << BLOCK_CELLS_SHIFT
    for (let cell = ~cost << BLOCK_CELLS_SHIFT; cell < end; cell++) if (costOfCell[cell] > max) max = costOfCell[cell]
  }
  return max
}
