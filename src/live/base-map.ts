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

/** What a map was baked from, where that is known. */
export interface KnownGrounds {
  readonly grounds: Grounds
  readonly traveller: Pick<Traveller, 'name' | 'costs' | 'size'>
  /** The map, without edits, of another traveller of the file who pays these costs and is else the same; null for none. */
  readonly variant: (costs: Readonly<Record<string, number>>) => BaseMap | null
}

/** What a view asks of the map below it, and of the columns that become its own. */
export interface BaseMap extends ChangingMap {
  readonly width: number
  readonly height: number
  readonly costMax: number
  readonly grounds: KnownGrounds | null
  readBlocks(blocks: readonly number[], out: Uint16Array): void
  settle(): Promise<void>
  /** In blocks of `layered` entries stay where they are, since only what lies over the ground has changed, and little. */
  edit(edits: EditsOfBlock, tellsIslands: boolean, layered: ReadonlySet<number>, onStage?: OnStage): Work<Change>
  /** What was committed since the atlas was made. */
  journal(): Uint8Array
  costAt(x: number, y: number): number
  islandOf(x: number, y: number): number
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean
  listen(listener: (edits: ReadonlyMap<number, number>) => void): void
  /** A map of its own that is as this one is now. */
  copy(): BaseMap
  /** A map of the same size whose cells are all free and cost this. */
  openGround(cost: number): Promise<BaseMap>
}
