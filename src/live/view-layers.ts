/**
 * Layers add to the cost of ground: raises, in whole units per cell, and influences. Several views may share one set of
 * layers and weigh it differently. Each is called back with the blocks that change.
 */
import { BLOCK_CELLS } from '../map/terrain.ts'
import { forEachCell, type Place } from './area.ts'
import { type Blocks, CellPages } from './cell-pages.ts'
import { checkDecay, type Heat, type Influence } from './influence.ts'

/** Called with a changed block and the units that raises add there; 0 for influences. */
type Listener = (block: number, units: number) => void

export class Layers {
  private readonly blocks: Blocks
  /** The sum of each cell's raises, without limit. Sums are exact: taking a raise back restores what was before. */
  private readonly raised = new CellPages(cells => new Float64Array(cells))
  private readonly heats = new Set<Heat>()
  private readonly listeners = new Set<WeakRef<Listener>>()
  private readonly sums = new Float64Array(BLOCK_CELLS)

  constructor(blocks: Blocks) {
    this.blocks = blocks
  }

  /** Calls back with each block that changes. The listener is held weakly: the caller keeps it alive. */
  listen(listener: Listener): void {
    this.listeners.add(new WeakRef(listener))
  }

  /** A raise may come in parts. Only the first part in a block, as `told` notes, reports its units. */
  raise(place: Place, by: number, told: Set<number>): void {
    const { blocks, raised } = this
    const changed = new Set<number>()
    forEachCell(place, blocks.width, blocks.height, cell => {
      const block = blocks.blockOf(cell)
      const at = blocks.placeOf(cell)
      raised.set(block, at, raised.get(block, at) + by)
      changed.add(block)
    })
    for (const block of changed) {
      this.mark(block, told.has(block) ? 0 : by)
      told.add(block)
    }
  }

  add(heat: Heat): void {
    this.heats.add(heat)
    heat.forEachBlock(this.mark)
  }

  remove(heat: Heat): void {
    if (this.heats.delete(heat)) heat.forEachBlock(this.mark)
  }

  update(heat: Heat, values: Float32Array): void {
    heat.update(values, this.mark)
  }

  decay(heat: Heat, factor: number, blocksMax: number): void {
    heat.decay(factor, blocksMax, this.mark)
  }

  decayAll(factor: number, blocksMax: number): void {
    for (const heat of this.heats) this.decay(heat, factor, blocksMax)
  }

  /** Whether anything lies over a block. */
  has(block: number): boolean {
    if (this.raised.has(block)) return true
    for (const heat of this.heats) if (heat.has(block)) return true
    return false
  }

  /** The units over each cell of a block, valid until the next call; null if there are none. */
  over(block: number): Float64Array | null {
    if (!this.has(block)) return null
    const { sums } = this
    const page = this.raised.page(block)
    if (page === null) sums.fill(0)
    else sums.set(page)
    for (const heat of this.heats) heat.addTo(block, sums)
    return sums
  }

  forEachBlock(visit: (block: number) => void): void {
    for (let block = 0; block < this.blocks.count; block++) if (this.has(block)) visit(block)
  }

  private readonly mark = (block: number, units = 0): void => {
    for (const reference of this.listeners) {
      const listener = reference.deref()
      if (listener === undefined) this.listeners.delete(reference)
      else listener(block, units)
    }
  }
}

/** Lays an influence over a map. Its changes wait for a commit, like other edits. */
export function laidOver(layers: Layers, heat: Heat, add: (edit: () => void) => unknown): Influence {
  add(() => layers.add(heat))
  return {
    update: values => add(() => layers.update(heat, values)),
    decay: (factor, options) => {
      const blocksMax = checkDecay(factor, options)
      add(() => layers.decay(heat, factor, blocksMax))
    },
    remove: () => add(() => layers.remove(heat)),
  }
}
