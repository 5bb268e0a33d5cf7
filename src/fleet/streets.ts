/**
 * The costs of steps for units that get new goals for ever. Narrow aisles are one-way streets: a step against the street
 * costs more, and parallel streets lead in turns one way and the other. A step also costs more into a cell where units
 * often wait, so units leave crowded streets.
 */
import { OPPOSITE } from '../map/movement.ts'
import type { Steps } from './legal-steps.ts'

/** What a step against a street costs beyond its 1. */
const AGAINST = 7
/** How often the counts of waits are halved. A cell where some unit always waits counts 64 to 128 of them. */
const HALVING_TICKS = 64
/** How many waits at a cell add 1 to a step into it. */
const WAITS_SHIFT = 4
const EAST = 0
const SOUTH = 1

export class Streets {
  private readonly steps: Steps
  /** By cell, as bits: the directions that lead against a street. */
  private readonly againstOfCell: Uint8Array
  private readonly waitsOfCell: Uint8Array
  private ticks = 0

  constructor(steps: Steps) {
    const { cellCount, width, height } = steps
    this.steps = steps
    this.againstOfCell = new Uint8Array(cellCount)
    this.waitsOfCell = new Uint8Array(cellCount)
    this.lay(EAST, height, width, width)
    this.lay(SOUTH, width, height, 1)
  }

  /** The cost of a legal step from `cell` to `next`. */
  costOf(cell: number, direction: number, next: number): number {
    return 1 + ((this.againstOfCell[cell] >> direction) & 1) * AGAINST + (this.waitsOfCell[next] >> WAITS_SHIFT)
  }

  /** Counts the units that wait in a tick. */
  count(before: Int32Array, after: Int32Array): void {
    const { waitsOfCell } = this
    for (let unit = 0; unit < after.length; unit++) if (before[unit] === after[unit]) waitsOfCell[after[unit]]++
    if (++this.ticks % HALVING_TICKS === 0) for (let c = 0; c < waitsOfCell.length; c++) waitsOfCell[c] >>= 1
  }

  /**
   * Lays the streets of one axis, line by line. A street is a row of free cells, from wall to wall, with narrow ones. It
   * leads against most of its closest parallels in the lines before.
   */
  private lay(forward: number, lineCount: number, lineLength: number, lineDelta: number): void {
    const { steps } = this
    const delta = steps.deltaOfDirection[forward]
    const wayBefore = new Int8Array(lineLength)
    for (let line = 0; line < lineCount; line++) {
      for (let start = 0, end = 0; start < lineLength; start = end) {
        let votes = 0
        for (let goesOn = true; goesOn; end++) {
          const cell = line * lineDelta + end * delta
          if (this.isNarrow(cell, forward)) votes -= wayBefore[end]
          goesOn = ((steps.legalOf(cell) >> forward) & 1) !== 0
        }
        const way = votes < 0 ? -1 : 1
        const [along, against] = way > 0 ? [forward, forward ^ OPPOSITE] : [forward ^ OPPOSITE, forward]
        for (let at = start; at < end; at++) {
          const cell = line * lineDelta + at * delta
          if (!this.isNarrow(cell, forward)) continue
          wayBefore[at] = way
          this.againstOfCell[cell] |= 1 << against
          // The step from the next cell of the street back into this one.
          if ((steps.legalOf(cell) >> along) & 1) this.againstOfCell[cell + way * delta] |= 1 << against
        }
      }
    }
  }

  /** Whether the only steps from a cell are along this axis. */
  private isNarrow(cell: number, forward: number): boolean {
    const along = (1 << forward) | (1 << (forward ^ OPPOSITE))
    const legal = this.steps.legalOf(cell)
    return legal !== 0 && (legal & ~along) === 0
  }
}
