/**
 * Blocks of a view whose costs are to be made again. Where the ground is another one its entries are chosen again, as a bake
 * chooses them. What lies over it comes and goes, and mostly leaves them where they are; but danger that is hardly to be crossed
 * has ways around it and through its gaps, which need entries of their own, and so has the ground once that danger is gone.
 * Not so influences: they fade a little each second, and to choose entries then takes ten times as long as all else.
 */

/** How much the cost over a block may change, in cost units, before its entries are chosen again. */
const MILD_UNITS = 8

export class DirtyBlocks {
  /** How much a unit of what lies over them counts. */
  private readonly fear: number
  private dirty = new Set<number>()
  /** Those of them whose entries are to be chosen again. */
  private regrounded = new Set<number>()
  /** Of other blocks how many units came, less those that went, since their entries were chosen. */
  private readonly unitsOfBlock = new Map<number, number>()
  /** Blocks that are being made, or were made last; in `dirty` are those that have changed since. */
  private making: readonly number[] = []

  constructor(fear: number) {
    this.fear = fear
  }

  get isEmpty(): boolean {
    return this.dirty.size === 0
  }

  /** The ground of a block is another one. */
  readonly mark = (block: number): void => {
    this.dirty.add(block)
    this.regrounded.add(block)
    this.unitsOfBlock.delete(block)
  }

  /** The cost over a block changes by units: what is taken back needs no other entries than before. */
  readonly markLayered = (block: number, units: number): void => {
    const now = units * this.fear
    const all = (this.unitsOfBlock.get(block) ?? 0) + now
    this.dirty.add(block)
    if (Math.max(Math.abs(now), Math.abs(all)) > MILD_UNITS) this.mark(block)
    else if (all !== 0) this.unitsOfBlock.set(block, all)
    else this.unitsOfBlock.delete(block)
  }

  clear(): void {
    this.dirty.clear()
    this.regrounded.clear()
  }

  /** All of them, to be made; entries stay in those of `layered`. */
  take(): { readonly blocks: readonly number[]; readonly layered: ReadonlySet<number> } {
    const blocks = [...this.dirty]
    const layered = new Set(blocks.filter(block => !this.regrounded.has(block)))
    this.clear()
    this.making = blocks
    return { blocks, layered }
  }

  /** All that a commit which was given up has not made, and those that came since; none are dirty any more. */
  takeBack(): readonly number[] {
    const blocks = [...this.making, ...this.dirty]
    this.dirty.clear()
    return blocks
  }
}
