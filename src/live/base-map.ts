/**
 * What a view asks of the map below it and of the columns that become its own; and what is known of the grounds that both were
 * baked from.
 */
import type { Work } from '../base/work.ts'
import type { Grounds } from '../map/grounds.ts'
import type { Traveller } from '../map/traveller.ts'
import type { Change } from './area.ts'
import type { ChangingMap } from './live-finder.ts'
import type { OnStage } from './repair.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

/** What a map is made of, where that is known. */
export interface KnownGrounds {
  /** Those of now, where edits are of grounds; else those of the bake. */
  readonly grounds: Grounds
  readonly traveller: Pick<Traveller, 'name' | 'costs' | 'size'>
  /** The map of another traveller of the file who pays these costs and is else the same; null for none. */
  readonly variant: (costs: Readonly<Record<string, number>>) => BaseMap | null
}

export interface BaseMap extends ChangingMap {
  readonly width: number
  readonly height: number
  readonly costMax: number
  readonly grounds: KnownGrounds | null
  /** What standing in blocks costs, block after block; cells beyond the map are walls. */
  readBlocks(blocks: readonly number[], out: Uint16Array): void
  /** The same of single cells, whatever size the traveller has. */
  readCells(blocks: readonly number[], out: Uint16Array): void
  settle(): Promise<void>
  /** In blocks of `layered` entries stay where they are, since only what lies over the ground has changed, and little. */
  edit(edits: EditsOfBlock, tellsIslands: boolean, layered: ReadonlySet<number>, onStage?: OnStage): Work<Change>
  costAt(x: number, y: number): number
  islandOf(x: number, y: number): number
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean
  /** A map of its own that is as this one is now. */
  copy(): BaseMap
  /** A map of the same size whose cells are all free and cost this. */
  openGround(cost: number): Promise<BaseMap>
}
