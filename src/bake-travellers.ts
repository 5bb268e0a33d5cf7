/**
 * The bake for several travellers: grounds become one file. Each traveller gets a grid from the grounds and an atlas of its own.
 * The file stores data that two atlases share, to the byte, once.
 *
 * Travellers with the same walls share one **topology**: regions, islands and entries. Entries belong where paths are cheap,
 * which differs between travellers, so the bake chooses them by the mean of the travellers' costs. Landmarks are at the far
 * ends of the map, about the same for all, so all share those of the first traveller.
 */
import { TravellersWriter } from './atlas/travellers-write.ts'
import {
  BAKE_OPTIONS,
  type BakeOptions,
  bakeWith,
  type SharedTopology,
  type StartWorkers,
  type Topology,
} from './bake.ts'
import { optionsOf, refuse } from './base/given.ts'
import { Pace } from './base/pace.ts'
import type { BakeWorkers } from './level/bake-jobs.ts'
import { makingGrid } from './map/footprint.ts'
import { checkingGrounds, type Grounds } from './map/grounds.ts'
import { packing } from './map/pack.ts'
import { meanCosts, type Traveller, type Travellers, travellersOf, wallsOf } from './map/traveller.ts'

export interface TravellersBakeOptions extends BakeOptions {
  /** The travellers by name: the cost of each ground, the size and the turning of each. */
  readonly travellers: Travellers
}

export async function bakeTravellers(
  startWorkers: StartWorkers,
  grounds: Grounds,
  options: TravellersBakeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  optionsOf(options, BAKE_OPTIONS)
  const pace = new Pace(options.signal ? { signal: options.signal } : {})
  await pace.finish(checkingGrounds(grounds))
  if (options.hubs === true) refuse('Hubs are for an atlas of one kind of unit: leave hubs away, or travellers.')
  const travellers = travellersOf(options.travellers, grounds.names)
  const writer = new TravellersWriter(grounds)
  await pace.finish(writer.begin())
  const sharedOfWalls = new Map<string, SharedTopology>()
  // The same threads serve all bakes: to start them takes longer than a small bake. The end of a bake only frees its jobs.
  let crew: BakeWorkers | undefined
  const startOnce: StartWorkers = async count => {
    crew ??= await startWorkers(count)
    return Object.assign(Object.create(crew) as BakeWorkers, { end: async () => crew?.release() })
  }
  try {
    for (const traveller of travellers) {
      const walls = wallsOf(traveller)
      const alike = travellers.filter(other => wallsOf(other) === walls)
      if (alike.length > 1 && !sharedOfWalls.has(walls)) sharedOfWalls.set(walls, sharedBy(alike, grounds))
      const shared = sharedOfWalls.get(walls) ?? null
      const watched = withTraveller(options, travellers.indexOf(traveller), travellers.length)
      const grid = await pace.finish(makingGrid(grounds, traveller))
      const atlas = await bakeWith(startOnce, grid, watched, shared)
      await pace.finish(writer.addAtlas(atlas))
    }
  } finally {
    await crew?.end()
  }
  return pace.finish(writer.write(travellers))
}

/** Adds the traveller to all progress reports. */
function withTraveller(options: BakeOptions, travellerIndex: number, travellerCount: number): BakeOptions {
  const { onProgress } = options
  if (typeof onProgress !== 'function') return options
  return { ...options, onProgress: now => onProgress({ ...now, travellerIndex, travellerCount }) }
}

function sharedBy(alike: readonly Traveller[], grounds: Grounds): SharedTopology {
  const costs = meanCosts(alike)
  let made: Promise<Topology> | null = null
  const ofMean: SharedTopology['of'] = async (site, directions, make) => {
    const mean = await site.pace.finish(makingGrid(grounds, { costs, size: alike[0].size }))
    return make(await site.pace.finish(packing(mean, directions, site.allocate)), site)
  }
  return {
    of: (site, directions, make) => {
      made ??= ofMean(site, directions, make)
      return made
    },
    sources: null,
  }
}
