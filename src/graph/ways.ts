/**
 * The ways of pairs as bytes. Each pair has a length byte; most ways on open ground are one of the two plain lines
 * (map/line.ts) and take no more than that. Otherwise the length byte counts the bytes of the way among the region's way
 * bytes, which follow each other in the order of pairs:
 *
 * - at level 0 one byte per run: 3 bits of direction, 5 of steps less one;
 * - above, the entries passed between the pair's two, each as its slot in the region of the level below that the way is
 *   in (7 bits a byte, lowest first, the high bit says that more follows).
 *
 * A way leads from the slot with the lower number to the other. Decoding is only defined for bytes a bake wrote: an
 * atlas is checked as a whole when it is opened.
 */
import { GrowingBytes } from '../base/growing.ts'
import { LINE_EARLY } from '../map/line.ts'
import type { LevelGraph } from './level-graph.ts'
import { ROW_FIRST_BYTE, ROW_FIRST_PAIR, ROW_LENGTH } from './level-graph.ts'

export const WAY_LINE_EARLY = 0
export const WAY_LINE_LATE = 255
/** Not kept: in torn ground a way bends at every step, and is sooner found again than stored. */
export const WAY_SEARCHED = 253
/** The way's length stands in its first two bytes, low byte first, and counts what follows them. */
export const WAY_LONG = 254
const STEPS_MAX = 32

export class WayWriter {
  readonly lengthOfPair: Uint8Array
  private readonly bytes: GrowingBytes
  private readonly scratch = new GrowingBytes()

  constructor(lengthOfPair: Uint8Array, bytes: GrowingBytes) {
    this.lengthOfPair = lengthOfPair
    this.bytes = bytes
  }

  writeLine(pair: number, kind: number): void {
    this.lengthOfPair[pair] = kind === LINE_EARLY ? WAY_LINE_EARLY : WAY_LINE_LATE
  }

  run(direction: number, steps: number): void {
    for (let left = steps; left > 0; left -= STEPS_MAX) {
      this.scratch.push((direction << 5) | (Math.min(left, STEPS_MAX) - 1))
    }
  }

  slot(slot: number): void {
    while (slot > 127) {
      this.scratch.push((slot & 127) | 128)
      slot >>>= 7
    }
    this.scratch.push(slot)
  }

  /** Ends the way that runs or slots were given of. */
  end(pair: number): void {
    const length = this.scratch.length
    if (length < WAY_SEARCHED) this.lengthOfPair[pair] = length
    else {
      this.lengthOfPair[pair] = WAY_LONG
      this.bytes.push(length & 255)
      this.bytes.push(length >> 8)
    }
    this.bytes.appendFrom(this.scratch)
    this.scratch.length = 0
  }
}

/** Finds the way of a pair: returns where its bytes start; `wayLength` tells how many there are. */
export class WayFinder {
  length = 0

  find(graph: LevelGraph, region: number, pairInRegion: number): number {
    const { rowOfRegion, lengthOfPair, wayBytes } = graph
    const firstPair = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_PAIR]
    let at = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_BYTE]
    const pair = firstPair + pairInRegion
    for (let p = firstPair; p < pair; p++) {
      const length = lengthOfPair[p]
      if (length === WAY_LONG) at += 2 + (wayBytes[at] | (wayBytes[at + 1] << 8))
      else if (length < WAY_SEARCHED) at += length
    }
    this.length = lengthOfPair[pair]
    if (this.length === WAY_LINE_LATE || this.length === WAY_SEARCHED) this.length = 0
    if (this.length === WAY_LONG) {
      this.length = wayBytes[at] | (wayBytes[at + 1] << 8)
      at += 2
    }
    return at
  }
}
