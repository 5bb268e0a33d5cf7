/**
 * Worlds: many maps joined by portals, baked into one file and asked for trips across them.
 */
import { type AllOf, optionsOf } from './base/given.ts'
import { WATCH } from './base/kinds.ts'
import { type BakeOptions, bake } from './index.ts'
import { bakeWorldWith, type WorldProgress, type WorldSource } from './world/bake-world.ts'
import { type OpenWorldOptions, World } from './world/open-world.ts'
import { readWorldFile } from './world/world-file.ts'

export { drawIslandsOnTiled, drawPathOnTiled } from './format/tiled/draw-on-tiled.ts'
export type {
  MapCell,
  PortalHours,
  ReadWorldOptions,
  ResolveFile,
  WorldDescription,
  WorldPlace,
  WorldPortal,
} from './format/world/description.ts'
export { type ReadGroundsOptions, readGrounds, readWorld } from './format/world/read-world.ts'
export type { WorldProgress, WorldSource } from './world/bake-world.ts'
export type { LivingMap } from './world/net.ts'
export type { OpenWorldOptions, World, WorldFinderOptions } from './world/open-world.ts'
export type { TripEnd } from './world/plan.ts'
export type { Portal } from './world/portal.ts'
export type { LegJson, Obstacle, Trip, TripExplanation, TripLeg, TripStatus } from './world/trip.ts'
export type { TripOptions, WorldFinder } from './world/world-finder.ts'

export interface BakeWorldOptions extends Pick<BakeOptions, 'directions' | 'workers' | 'signal'> {
  /** Called before each map. */
  readonly onProgress?: (progress: WorldProgress) => void
}

const BAKE_OPTIONS = {
  ...{ directions: true, workers: true, ...WATCH },
} as const satisfies AllOf<BakeWorldOptions>

/** Bakes maps and the portals between them into the bytes of a world. */
export async function bakeWorld(
  source: WorldSource,
  options?: BakeWorldOptions | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const given = optionsOf(options, BAKE_OPTIONS)
  const { onProgress: _, ...baking } = given
  return bakeWorldWith(grid => bake(grid, baking), source, given)
}

/** Opens the bytes of a world: views, nothing copied. They are checked once, here, and must not change afterwards. */
export function openWorld(bytes: Uint8Array, options?: OpenWorldOptions | null): World {
  return new World(readWorldFile(bytes), options)
}
