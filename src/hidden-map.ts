/**
 * Bakes a map that is open everywhere, for views that begin as unknown. It is loaded with the first such view, since it
 * brings the bake along.
 */
import type { AtlasColumns } from './atlas/columns.ts'
import { LANDMARKS_MAX } from './atlas/landmark-costs.ts'
import { bakeColumns } from './bake.ts'
import { allocateCosts, COST_MAX_OF_BYTE, type Grid } from './map/grid.ts'
import type { Terrain } from './map/terrain.ts'
import { reachBefore } from './map/traveller.ts'

/** Bakes an open map for a traveller of this size: all cells where it can stand cost the same. */
export async function openGround(
  { width, height, directions }: Pick<Terrain, 'width' | 'height' | 'directions'>,
  cost: number,
  size: number,
): Promise<AtlasColumns> {
  const open = { width, height, cost: allocateCosts(width, height, cost > COST_MAX_OF_BYTE ? 2 : 1).fill(cost) }
  closeEdges(open, size)
  const columns = await bakeColumns(open, directions)
  // No landmarks: on such ground the straight-line distance is as good a bound. All entries share one row of costs.
  const landmarks = { ...columns.landmarks, count: 0, shift: 0, costToLandmark: new Uint16Array(LANDMARKS_MAX) }
  return { ...columns, landmarks }
}

/** A unit cannot stand where its footprint would reach beyond the map. */
function closeEdges({ width, height, cost }: Grid, size: number): void {
  const before = reachBefore(size)
  const [right, bottom] = [width - size + before, height - size + before]
  for (let y = 0; y < height; y++) {
    const isClosed = y < before || y > bottom
    if (isClosed) cost.fill(0, y * width, (y + 1) * width)
    cost.fill(0, y * width, y * width + Math.min(width, before))
    cost.fill(0, y * width + Math.max(0, right + 1), (y + 1) * width)
  }
}
