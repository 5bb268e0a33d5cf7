/**
 * A map as part of a world: its atlas, and its islands with stops.
 */

import { refuseSize } from '../base/given.ts'
import { addTo } from '../base/lists.ts'
import type { Atlas } from '../find/atlas.ts'
import { STOPS_MAX, StopIsland } from './island.ts'
import type { Stop } from './plan.ts'

export class WorldPart {
  readonly name: string
  readonly atlas: Atlas
  /** In the order of their first stops. */
  readonly islands: readonly StopIsland[]
  private readonly islandOfNumber = new Map<number, StopIsland>()

  /** `stops` are those of the whole world; `own` are the numbers of this map's stops. */
  constructor(name: string, atlas: Atlas, stops: readonly Stop[], own: readonly number[]) {
    this.name = name
    this.atlas = atlas
    const stopsOfIsland = new Map<number, number[]>()
    for (const stop of own) {
      const island = atlas.islandOf(stops[stop].x, stops[stop].y)
      if (island >= 0) addTo(stopsOfIsland, island, stop)
    }
    for (const [island, members] of stopsOfIsland) {
      if (members.length > STOPS_MAX) {
        const what = `Map ${JSON.stringify(name)} has ${members.length} portal cells on one island`
        refuseSize(`${what}; ${STOPS_MAX} is the end. Cut the map into several.`)
      }
      this.islandOfNumber.set(island, new StopIsland(members))
    }
    this.islands = [...this.islandOfNumber.values()]
  }

  /** The island of a cell, with its stops; null if it has none. */
  islandAt(x: number, y: number): StopIsland | null {
    const island = this.atlas.islandOf(x, y)
    return island < 0 ? null : (this.islandOfNumber.get(island) ?? null)
  }
}
