/**
 * Blocks of a view whose costs must be made again. Where the ground itself has changed, entries are chosen again too, as a bake
 * chooses them. Raises come and go and mostly leave entries where they are. But great danger needs entries for the ways around it
 * and through its gaps, and the ground needs its own again once that danger is gone. Influences never move entries: they fade a
 * little each second, and choosing entries would take ten times as long as all else.
 */

/** How much the cost over a block may change, in cost units, before its entries are chosen again. */
const MILD_UNITS = 8

export class DirtyBlocks {
  /** What a unit of danger counts in this view. */
  private readonly fear: number
  private dirty = new Set<number>()
  /** Dirty blocks whose entries must be chosen again. */
  private regrounded = new Set<number>()
  /** The units that were added over each other block since its entries were chosen, less those taken away. */
  private readonly unitsOfBlock = new Map<number, number>()
  /** The blocks of the commit at hand, or of the last one; `dirty` has those that changed since. */
  private making: readonly number[] = []

  constructor(fear: number) {
    this.fear = fear
  }

  get isEmpty(): boolean {
    return this.dirty.size === 0
  }

  /** The ground of a block has changed. */
  readonly mark = (block: number): void => {
    this.dirty.add(block)
    this.regrounded.add(block)
    this.unitsOfBlock.delete(block)
  }

  /** The cost over a block changes by units. What is taken back needs no other entries than before. */
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

  /** All dirty blocks, for a commit; entries stay in those of `layered`. */
  take(): { readonly blocks: readonly number[]; readonly layered: ReadonlySet<number> } {
    const blocks = [...this.dirty]
    const layered = new Set(blocks.filter(block => !this.regrounded.has(block)))
    this.clear()
    this.making = blocks
    return { blocks, layered }
  }

  /** The blocks of a commit that was given up, and those that became dirty since. None is dirty afterwards. */
  takeBack(): readonly number[] {
    const blocks = [...this.making, ...this.dirty]
    this.dirty.clear()
    return blocks
  }
}
