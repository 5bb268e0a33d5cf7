/**
 * Bakes a world: grids become atlases, the costs between the portals of each map are measured, and all goes into one
 * file.
 */
import { openColumns, openOwnColumns } from '../atlas/open-columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { nameOf } from '../base/given.ts'
import { checkRecord } from '../base/kinds.ts'
import { Pace } from '../base/pace.ts'
import { Atlas } from '../find/atlas.ts'
import type { WorldPlace, WorldPortal } from '../format/world/description.ts'
import type { Grid } from '../map/grid.ts'
import { EXTRAS, type StopIsland, WorldPart } from './part.ts'
import { type Origins, PORTAL, planWorld, type WorldPlan } from './plan.ts'
import { writeWorld } from './world-file.ts'

/** What a world is baked from, as `readWorld` returns it. */
export interface WorldSource {
  /** Grids, or the bytes of baked atlases. */
  readonly maps: Readonly<Record<string, Grid | Uint8Array>>
  readonly portals: readonly WorldPortal[]
  /** Named cells, such as a designer's turning points: kept and shown. */
  readonly places?: readonly WorldPlace[]
  /** Where the first cell of each map lies relative to the others, in cells. For pictures only. */
  readonly origins?: Origins
}

export interface WorldProgress {
  readonly map: string
  readonly done: number
  readonly total: number
}

export type BakeMap = (grid: Grid) => Promise<Uint8Array>

const badWorld = (sentence: string) => new IsthmusError('BAD_WORLD', `This world cannot be baked: ${sentence}`)

export async function bakeWorldWith(
  bakeMap: BakeMap,
  source: WorldSource,
  { onProgress, signal }: { onProgress?: (progress: WorldProgress) => void; signal?: AbortSignal } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const pace = new Pace(signal ? { signal } : {})
  const { maps, portals, places = [], origins } = source ?? {}
  if (typeof maps !== 'object' || maps === null)
    throw badWorld(`its maps are ${nameOf(maps)}: maps by name were expected.`)
  const names = Object.keys(maps)
  const plan = planWorld({ maps: names, portals, places, origins }, badWorld)
  const text = { maps: names, portals: portals.map(plainPortal), places, origins }
  const atlases: Uint8Array[] = []
  const islands: StopIsland[] = []
  for (const [map, name] of names.entries()) {
    onProgress?.({ map: name, done: map, total: names.length })
    const given = maps[name]
    const isBaked = given instanceof Uint8Array
    const bytes = isBaked ? given : await bakeMap(given)
    const columns = isBaked ? openColumns(bytes) : openOwnColumns(bytes)
    const part = new WorldPart(name, new Atlas(columns, bytes.length, EXTRAS), plan.stops, plan.stopsOfMap[map])
    checkStops(plan, part, map)
    for (const island of part.islands) await pace.finish(island.measuring(part.atlas, plan.stops))
    islands.push(...part.islands)
    atlases.push(bytes)
  }
  return pace.finish(writeWorld(text, islands, atlases))
}

/** A copy of a portal without unknown fields. */
function plainPortal(portal: WorldPortal): WorldPortal {
  checkRecord(portal, PORTAL, `portal ${JSON.stringify(portal.id)}`, badWorld)
  const { id, from, to, cost, oneWay, needs, open } = portal
  return { id, from, to, cost, oneWay, needs, open } as WorldPortal
}

/** Checks that portals join free cells. */
function checkStops(plan: WorldPlan, { name, atlas }: WorldPart, map: number): void {
  for (const stop of plan.stopsOfMap[map]) {
    const { x, y } = plan.stops[stop]
    if (atlas.islandOf(x, y) >= 0) continue
    const portal = plan.portals.find(({ from, to }) => from === stop || to === stop)!
    const what = atlas.terrain.isInside(x, y)
      ? 'a wall. Move it, or free what was drawn there: costs (--cost NAME=N)'
      : `outside its ${atlas.width} x ${atlas.height} cells`
    throw badWorld(
      `portal ${JSON.stringify(portal.id)} ends at ${x},${y} of ${JSON.stringify(name)}, which is ${what}.`,
    )
  }
}
