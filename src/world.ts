/**
 * Worlds: many maps joined by portals, baked into one file and asked for trips across them.
 */
import { type BakeOptions, bake } from './index.ts'
import { bakeWorldWith, type WorldProgress, type WorldSource } from './world/bake.ts'
import { readWorldFile } from './world/read.ts'
import { type OpenWorldOptions, World } from './world/world.ts'

export { drawIslandsOnTiled, drawPathOnTiled } from './format/tiled/write.ts'
export type {
  MapCell,
  PortalHours,
  ReadWorldOptions,
  ResolveFile,
  WorldDescription,
  WorldPlace,
  WorldPortal,
} from './format/world/description.ts'
export { type ReadGroundsOptions, readGrounds } from './format/world/grounds.ts'
export { readWorld } from './format/world/read.ts'
export type { TripStatus } from './world/answer.ts'
export type { WorldProgress, WorldSource } from './world/bake.ts'
export type { Obstacle, TripExplanation } from './world/explain.ts'
export type { TripOptions, WorldFinder } from './world/finder.ts'
export type { LivingMap } from './world/follow.ts'
export type { TripEnd } from './world/places.ts'
export type { Portal } from './world/portal.ts'
export type { LegJson, Trip, TripLeg } from './world/trip.ts'
export type { OpenWorldOptions, World, WorldFinderOptions } from './world/world.ts'

export interface BakeWorldOptions extends Pick<BakeOptions, 'directions' | 'workers' | 'signal'> {
  /** Called before each map. */
  readonly onProgress?: (progress: WorldProgress) => void
}

/** Bakes maps and the portals between them into the bytes of a world. */
export function bakeWorld(source: WorldSource, options: BakeWorldOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { onProgress, ...baking } = options
  return bakeWorldWith(grid => bake(grid, baking), source, onProgress, baking.signal)
}

/** Opens the bytes of a world: views, nothing copied. They are checked once, here, and must not change afterwards. */
export function openWorld(bytes: Uint8Array, options?: OpenWorldOptions | null): World {
  return new World(readWorldFile(bytes), options)
}
