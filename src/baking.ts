/**
 * The bake for any place: a page or its worker that makes its own grids needs this door and isthmus/query. A bake loads threads
 * when it wants them: those of Node, or those of the web in a bundle for browsers. (package.json maps the one file to the other.)
 */
import { type BakeOptions, bakeWith } from './bake.ts'
import { bakeTravellers, type TravellersBakeOptions } from './bake-travellers.ts'
import type { Grid } from './map/grid.ts'
import type { Grounds } from './map/grounds.ts'

export type { BakeOptions } from './bake.ts'
export type { TravellersBakeOptions } from './bake-travellers.ts'
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export type { BakeProgress, BakeStage } from './base/pace.ts'
export {
  gridFromCosts,
  gridFromMatrix,
  gridFromTiles,
  type NumbersMean,
  type NumbersOptions,
  type TileCosts,
  type TileId,
} from './map/from.ts'
export type { Grid } from './map/grid.ts'
export { checkGrounds, GROUNDS_MAX, type GroundNames, type Grounds, groundFromTiles } from './map/grounds.ts'
export type { TravellerOptions, Travellers } from './map/traveller.ts'

/** Bakes a grid into the bytes of an atlas; or grounds, for several travellers, into one file for all of them. */
export function bake(grid: Grid, options?: BakeOptions): Promise<Uint8Array<ArrayBuffer>>
export function bake(grounds: Grounds, options: TravellersBakeOptions): Promise<Uint8Array<ArrayBuffer>>
export function bake(
  map: Grid | Grounds,
  options?: BakeOptions | TravellersBakeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const travellers = (options as Partial<TravellersBakeOptions> | null | undefined)?.travellers
  if (travellers === undefined) return bakeWith(startWorkers, map as Grid, options)
  return bakeTravellers(startWorkers, map as Grounds, options as TravellersBakeOptions)
}

async function startWorkers(count: number) {
  const { startThreads } = await import('./threads/workers.ts')
  return startThreads(count)
}
