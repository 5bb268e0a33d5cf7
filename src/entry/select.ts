/**
 * Regions -> the entries of level 0. Along a block border, cells that are open on both sides form runs; a run joins one
 * region of each side and gets entries where paths are likely to cross it: on the lanes, which are the same in all blocks,
 * so that a path may go straight on from block to block; and at its ends beside walls, around which paths turn. A border
 * that is torn into many runs keeps the widest ones, but always one for each pair of regions that touch: so regions that
 * touch are joined, and a region has a bounded number of entries.
 */

import { packCrossing, reversed, xOf, yOf } from '../atlas/crossing.ts'
import type { Labels } from '../atlas/labels.ts'
import { regionOfCell } from '../atlas/labels.ts'
import { GrowingInts } from '../base/growing.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/**
 * Where paths cross open borders, a third of a side apart: with four to a side, paths are hardly cheaper, while tables and
 * searches take half as much again.
 */
const LANES = [5, 16, 26] as const
/** A lane nearer than this to an end at a wall is served by that. */
const LANE_FROM_WALL_CELLS = 2
/** A run between two walls that is no wider than this gets one entry. */
const NARROW_CELLS = 6
/** As many as one run has at most: its lanes and its two ends. */
const ENTRIES_A_PAIR = LANES.length + 2
/** Each is at a place of its own. */
const CANDIDATES_MAX = BLOCK_SIDE_CELLS
const EAST = 0
const SOUTH = 1

/** The crossings chosen on the eastern and southern borders of a row of blocks, in the order of blocks. */
export interface Crossings {
  /** Seen from side 0. */
  readonly crossing: Int32Array
  /** regionOfSide[2 * i + side]: the two regions of level 0 that crossing i joins. */
  readonly regionOfSide: Int32Array
  /** How many cells wide the opening is. */
  readonly widthOfRun: Int32Array
}

export function selectCrossings(terrain: Terrain, labels: Labels, blockRow: number): Crossings {
  const selection = new Selection(terrain, labels)
  for (let blockX = 0; blockX < terrain.blocksWide; blockX++) {
    if (blockX + 1 < terrain.blocksWide) selection.walkBorder(blockX, blockRow, EAST)
    if (blockRow + 1 < terrain.blocksHigh) selection.walkBorder(blockX, blockRow, SOUTH)
  }
  return selection.toCrossings()
}

class Selection {
  private readonly terrain: Terrain
  private readonly labels: Labels
  private readonly crossings = new GrowingInts()
  private readonly regions = new GrowingInts()
  private readonly widths = new GrowingInts()
  /** The candidates of the border at hand. */
  private candidateCount = 0
  private readonly crossingOf = new Int32Array(CANDIDATES_MAX)
  private readonly regionOf = new Int32Array(CANDIDATES_MAX)
  private readonly regionBeyondOf = new Int32Array(CANDIDATES_MAX)
  private readonly widthOf = new Int32Array(CANDIDATES_MAX)

  constructor(terrain: Terrain, labels: Labels) {
    this.terrain = terrain
    this.labels = labels
  }

  toCrossings(): Crossings {
    return {
      crossing: this.crossings.toArray(),
      regionOfSide: this.regions.toArray(),
      widthOfRun: this.widths.toArray(),
    }
  }

  walkBorder(blockX: number, blockY: number, direction: number): void {
    let open = this.openBits(blockX, blockY, direction)
    this.candidateCount = 0
    while (open !== 0) {
      const run = open & ~(open + (open & -open))
      open &= ~run
      const from = 31 - Math.clz32(run & -run)
      const to = 31 - Math.clz32(run)
      this.addRun(blockX, blockY, direction, from, to)
    }
    for (let i = 0; i < this.candidateCount; i++) {
      if (!this.isKept(i)) continue
      this.crossings.push(this.crossingOf[i])
      this.regions.push(this.regionOf[i])
      this.regions.push(this.regionBeyondOf[i])
      this.widths.push(this.widthOf[i])
    }
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

  private addRun(blockX: number, blockY: number, direction: number, from: number, to: number): void {
    const add = (at: number) => this.addCandidate(blockX, blockY, direction, at, to - from + 1)
    const startsAtWall = this.isWallAt(blockX, blockY, direction, from - 1)
    const endsAtWall = this.isWallAt(blockX, blockY, direction, to + 1)
    const before = this.candidateCount
    if (startsAtWall && endsAtWall && to - from < NARROW_CELLS) add((from + to) >> 1)
    else {
      if (startsAtWall) add(from)
      for (const lane of LANES) {
        if (lane < from + (startsAtWall ? LANE_FROM_WALL_CELLS : 0)) continue
        if (lane <= to - (endsAtWall ? LANE_FROM_WALL_CELLS : 0)) add(lane)
      }
      if (endsAtWall) add(to)
    }
    if (this.candidateCount === before) add((from + to) >> 1)
  }

  /** Whether a run ends at a wall there, maybe beyond the border's end; at the map's edge there is none to turn around. */
  private isWallAt(blockX: number, blockY: number, direction: number, at: number): boolean {
    const { terrain } = this
    const x = (blockX << BLOCK_SHIFT) + (direction === EAST ? BLOCK_SIDE_CELLS - 1 : at)
    const y = (blockY << BLOCK_SHIFT) + (direction === EAST ? at : BLOCK_SIDE_CELLS - 1)
    if (x < 0 || y < 0 || x >= terrain.width || y >= terrain.height) return false
    return !(terrain.isFree(x, y) && (direction === EAST ? terrain.isFree(x + 1, y) : terrain.isFree(x, y + 1)))
  }

  private addCandidate(blockX: number, blockY: number, direction: number, at: number, width: number): void {
    const x = direction === EAST ? (blockX << BLOCK_SHIFT) + 31 : (blockX << BLOCK_SHIFT) + at
    const y = direction === EAST ? (blockY << BLOCK_SHIFT) + at : (blockY << BLOCK_SHIFT) + 31
    const crossing = packCrossing(x, y, direction)
    const beyond = reversed(crossing)
    const block = blockY * this.terrain.blocksWide + blockX
    const blockBeyond = direction === EAST ? block + 1 : block + this.terrain.blocksWide
    const i = this.candidateCount++
    this.crossingOf[i] = crossing
    this.regionOf[i] = regionOfCell(this.labels, block, x, y)
    this.regionBeyondOf[i] = regionOfCell(this.labels, blockBeyond, xOf(beyond), yOf(beyond))
    this.widthOf[i] = width
  }

  /** A candidate stays when fewer than ENTRIES_A_PAIR of its pair of regions come before it: wider ones, then earlier. */
  private isKept(i: number): boolean {
    const { regionOf, regionBeyondOf, widthOf } = this
    let before = 0
    for (let other = 0; other < this.candidateCount; other++) {
      if (regionOf[other] !== regionOf[i] || regionBeyondOf[other] !== regionBeyondOf[i]) continue
      if (widthOf[other] > widthOf[i] || (widthOf[other] === widthOf[i] && other < i)) before++
    }
    return before < ENTRIES_A_PAIR
  }
}
