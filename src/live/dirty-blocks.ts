/**
 * Blocks of a view whose costs must be made again. If the ground itself has changed, their entries are chosen again
 * too, as in a bake. Raises come and go and mostly leave entries where they are. But great danger needs entries at
 * its edges, for the ways around it and through its gaps. Once it is gone, the ground needs its own entries again.
 * Influences never move entries: they fade a little each second, and choosing entries takes ten times as long as the
 * rest.
 */

/** How far the cost over a block may change, in cost units, before its entries are chosen again. */
const MILD_UNITS = 8

export class DirtyBlocks {
  /** The view's factor for danger. */
  private readonly fear: number
  private dirty = new Set<number>()
  /** Dirty blocks whose entries must be chosen again. */
  private regrounded = new Set<number>()
  /** Units added to each other block since its entries were chosen, minus units taken away. */
  private readonly unitsOfBlock = new Map<number, number>()
  /** The blocks of the current or last commit. `dirty` has those that changed since. */
  private making: readonly number[] = []

  constructor(fear: number) {
    this.fear = fear
  }

  get isEmpty(): boolean {
    return this.dirty.size === 0
  }

  /** Notes that the ground of a block has changed. */
  readonly mark = (block: number): void => {
    this.dirty.add(block)
    this.regrounded.add(block)
    this.unitsOfBlock.delete(block)
  }

  /** Notes that the cost over a block changes by `units`. Units that are taken back leave entries as they are. */
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

  /** Takes all dirty blocks for a commit. Those in `layered` keep their entries. */
  take(): { readonly blocks: readonly number[]; readonly layered: ReadonlySet<number> } {
    const blocks = [...this.dirty]
    const layered = new Set(blocks.filter(block => !this.regrounded.has(block)))
    this.clear()
    this.making = blocks
    return { blocks, layered }
  }

  /** The blocks of an abandoned commit, and those that became dirty since. Clears `dirty`. */
  takeBack(): readonly number[] {
    const blocks = [...this.making, ...this.dirty]
    this.dirty.clear()
    return blocks
  }
}
