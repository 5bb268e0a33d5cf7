/**
 * Regions -> the entries of level 0. Along a block border, cells that are open on both sides form runs. A run joins one region of
 * each side and gets entries where paths are likely to cross it. Some are on lanes, which are the same in all blocks, so that a
 * path may go straight on from block to block. Others are at the run's ends beside walls, since paths turn there. Of many entries
 * between the same two regions some stay, spread along the border. If only the first ones stayed, whole quarters of a maze would
 * have detours. So touching regions are always joined, and a region has a bounded number of entries.
 *
 * Between blocks of mixed cost, entries are not on lanes but where paths are cheap: see border-cover.ts.
 */
import { directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import type { Labels } from '../atlas/islands.ts'
import { growingInts } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { BorderCover } from './border-cover.ts'
import { Candidates, EAST, SOUTH } from './candidates.ts'
import { StretchChoice } from './stretch-choice.ts'

/**
 * Entries of an open border, a third of a side apart. With four a side, paths are hardly cheaper, while tables and searches
 * take half as much again.
 */
const LANES = [5, 16, 26] as const
/** A run's end at a wall replaces a lane nearer than this. */
const LANE_FROM_WALL_CELLS = 2
/** A run between two walls that is no wider than this gets one entry. */
const NARROW_CELLS = 6
/** Ground this many times as expensive acts like a wall: paths turn around it. */
const LIKE_WALL = 2
/**
 * In even ground of at least this cost every run has entries at its ends. Paths cross such ground where it is narrow. A few cells
 * to a lane and back cost more there than a detour over cheap ground.
 */
const EXPENSIVE_COST = 32
/** The most entries between two regions: those of one run, its lanes and its two ends. */
const ENTRIES_A_PAIR = LANES.length + 2

/** The crossings chosen on the eastern and southern borders of rows of blocks, in the order of blocks. */
export interface Crossings {
  /** Seen from side 0. */
  readonly crossing: Int32Array
  /** regionOfSide[2 * i + side]: the two regions of level 0 that crossing i joins. */
  readonly regionOfSide: Int32Array
  /** Width of the opening in cells; 0 where the ground is weighted. */
  readonly widthOfRun: Int32Array
}

/** Chooses the crossings of a map by rows of blocks, or of one border alone. */
export class CrossingSelection {
  private readonly terrain: Terrain
  private readonly candidates: Candidates
  private readonly cover: BorderCover
  /** Candidates that join the same two regions. */
  private readonly group = new Int32Array(BLOCK_SIDE_CELLS)
  /** Those of them whose openings are equally wide. */
  private readonly equal = new Int32Array(BLOCK_SIDE_CELLS)
  private readonly crossings = growingInts()
  private readonly regions = growingInts()
  private readonly widths = growingInts()

  constructor(terrain: Terrain, labels: Labels) {
    this.terrain = terrain
    this.candidates = new Candidates(terrain, labels)
    this.cover = new BorderCover(terrain, new StretchChoice(terrain, this.candidates.crossingOf))
  }

  /** The crossings on the eastern and southern borders of the rows of blocks from..to - 1, in the order of blocks. */
  *ofRows(from: number, to: number): Work<Crossings> {
    for (let blockY = from; blockY < to; blockY++) yield* this.addRow(blockY)
    return this.take()
  }

  /** The crossings on the eastern or southern border of one block, which must have a neighbour there. */
  ofBorder(blockX: number, blockY: number, direction: number): Crossings {
    this.add(blockX, blockY, direction)
    return this.take()
  }

  /** Width of the opening at a crossing seen from side 0; 0 where the ground is weighted. */
  widthOfRunAt(crossing: number): number {
    const [blockX, blockY] = [xOf(crossing) >> BLOCK_SHIFT, yOf(crossing) >> BLOCK_SHIFT]
    const direction = directionOfCrossing(crossing)
    if (!this.isEven(blockX, blockY, direction)) return 0
    const open = this.openBits(blockX, blockY, direction)
    const place = (direction === EAST ? yOf(crossing) : xOf(crossing)) & BLOCK_MASK
    const wallsAfter = ~open & (-1 << place)
    const wallsBefore = ~open & ~(-1 << place)
    return (
      (wallsAfter === 0 ? BLOCK_SIDE_CELLS : 31 - Math.clz32(wallsAfter & -wallsAfter)) - (32 - Math.clz32(wallsBefore))
    )
  }

  /** Drops what is stored of blocks: they may have changed. */
  forget(): void {
    this.cover.forget()
  }

  private *addRow(blockY: number): Work<void> {
    const { blocksWide, blocksHigh } = this.terrain
    this.cover.forgetAbove(blockY)
    for (let blockX = 0; blockX < blocksWide; blockX++) {
      for (const direction of [EAST, SOUTH]) {
        yield
        if (direction === EAST ? blockX + 1 === blocksWide : blockY + 1 === blocksHigh) continue
        if (!this.isEven(blockX, blockY, direction) && this.openBits(blockX, blockY, direction) !== 0) {
          yield* this.cover.probing(blockX, blockY, direction)
        }
        this.add(blockX, blockY, direction)
      }
    }
  }

  private take(): Crossings {
    const { crossings, regions, widths } = this
    const taken = {
      crossing: crossings.toArray(),
      regionOfSide: regions.toArray(),
      widthOfRun: widths.toArray(),
    }
    for (const column of [crossings, regions, widths]) column.length = 0
    return taken
  }

  private add(blockX: number, blockY: number, direction: number): void {
    const { candidates } = this
    const open = this.openBits(blockX, blockY, direction)
    candidates.start(blockX, blockY, direction)
    if (this.isEven(blockX, blockY, direction)) this.addLanes(open)
    else this.addCovered(open)
    for (let i = 0; i < candidates.count; i++) {
      if (candidates.isKept[i] === 0) continue
      this.crossings.push(candidates.crossingOf[i])
      this.regions.push(candidates.regionOf[i])
      this.regions.push(candidates.regionBeyondOf[i])
      this.widths.push(candidates.widthOf[i])
    }
  }

  /** Whether all free cells of the two blocks of a border cost the same. */
  private isEven(blockX: number, blockY: number, direction: number): boolean {
    const { terrain } = this
    const block = blockY * terrain.blocksWide + blockX
    const cost = terrain.costOfBlock[block]
    return cost > 0 && cost === terrain.costOfBlock[direction === EAST ? block + 1 : block + terrain.blocksWide]
  }

  private addCovered(open: number): void {
    const { candidates } = this
    for (let rest = open; rest !== 0; rest &= rest - 1) candidates.add(31 - Math.clz32(rest & -rest), 0)
    if (candidates.count > 0) this.cover.mark(candidates)
  }

  private addLanes(open: number): void {
    for (let rest = open; rest !== 0; ) {
      const run = rest & ~(rest + (rest & -rest))
      rest &= ~run
      this.addRun(31 - Math.clz32(run & -run), 31 - Math.clz32(run))
    }
    this.keepWidest()
  }

  /** The cells along the border, from north to south or west to east, that are open on both sides. */
  private openBits(blockX: number, blockY: number, direction: number): number {
    const { rowBits, blocksWide } = this.terrain
    const base = (blockY * blocksWide + blockX) << BLOCK_SHIFT
    if (direction === SOUTH) return rowBits[base + 31] & rowBits[base + (blocksWide << BLOCK_SHIFT)]
    let open = 0
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      open |= ((rowBits[base + row] >>> 31) & rowBits[base + BLOCK_SIDE_CELLS + row]) << row
    }
    return open
  }

  private addRun(from: number, to: number): void {
    const { candidates } = this
    const width = to - from + 1
    const startsAtEntry = this.hasEntryAtEnd(from - 1)
    const endsAtEntry = this.hasEntryAtEnd(to + 1)
    const before = candidates.count
    if (startsAtEntry && endsAtEntry && width <= NARROW_CELLS) candidates.add((from + to) >> 1, width)
    else {
      if (startsAtEntry) candidates.add(from, width)
      for (const lane of LANES) {
        if (lane < from + (startsAtEntry ? LANE_FROM_WALL_CELLS : 0)) continue
        if (lane <= to - (endsAtEntry ? LANE_FROM_WALL_CELLS : 0)) candidates.add(lane, width)
      }
      if (endsAtEntry) candidates.add(to, width)
    }
    if (candidates.count === before) candidates.add((from + to) >> 1, width)
  }

  /**
   * Whether a run has an entry at its end: at a wall or ground like a wall, or in expensive ground. It has none at the map's
   * edge.
   */
  private hasEntryAtEnd(at: number): boolean {
    const { terrain } = this
    const { blockX, blockY, direction } = this.candidates
    const x = (blockX << BLOCK_SHIFT) + (direction === EAST ? BLOCK_SIDE_CELLS - 1 : at)
    const y = (blockY << BLOCK_SHIFT) + (direction === EAST ? at : BLOCK_SIDE_CELLS - 1)
    if (x < 0 || y < 0 || x >= terrain.width || y >= terrain.height) return false
    const cost = terrain.costOfBlock[blockY * terrain.blocksWide + blockX]
    if (cost >= EXPENSIVE_COST) return true
    const isOpen = (x: number, y: number) => terrain.isFree(x, y) && terrain.costOfFree(x, y) < LIKE_WALL * cost
    return !(isOpen(x, y) && (direction === EAST ? isOpen(x + 1, y) : isOpen(x, y + 1)))
  }

  /**
   * Of more than ENTRIES_A_PAIR candidates that join the same two regions it keeps as many: those of wider openings, and of
   * equally wide ones some that are evenly spread along the border.
   */
  private keepWidest(): void {
    const { candidates, group, equal } = this
    const { widthOf, isKept } = candidates
    for (let first = 0; first < candidates.count; first++) {
      const count = candidates.alike(first, group)
      let width = 0
      for (let i = 0; i < count; i++) width = Math.max(width, widthOf[group[i]])
      for (let room = Math.min(count, ENTRIES_A_PAIR); room > 0; width--) {
        let equalCount = 0
        for (let i = 0; i < count; i++) if (widthOf[group[i]] === width) equal[equalCount++] = group[i]
        const kept = Math.min(equalCount, room)
        for (let k = 0; k < kept; k++) isKept[equal[Math.floor(((k + 0.5) * equalCount) / kept)]] = 1
        room -= kept
      }
    }
  }
}
