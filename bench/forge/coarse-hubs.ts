/** Small atlases whose hubs are known to entries of level 1, as a bake has them only on maps too large for a test. */
import { writeAtlas } from '../../src/atlas/columns.ts'
import { Pace } from '../../src/base/pace.ts'
import { measureHubs } from '../../src/hub/measure.ts'
import { openAtlas } from '../../src/index.ts'

/** The same atlas with hubs; as it is where no entry is of level 1. */
export async function withCoarseHubs(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { columns } = openAtlas(plain)
  if (columns.levels.length === 1) return plain
  const hubs = await measureHubs(columns.levels, 1, Infinity, new Pace({}), Promise.resolve(), false)
  return hubs === undefined ? plain : writeAtlas({ ...columns, hubs })
}
