/**
 * What queries read of a version: an object of columns as an opened atlas has it, kept up with columns and arenas that are
 * replaced by longer ones.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import type { Landmarks } from '../atlas/landmark-costs.ts'
import { Terrain } from '../map/terrain.ts'
import { guardedWaysOf } from '../route/guards.ts'
import type { Arena } from './arena.ts'
import type { LiveLevel, Writable } from './live-level.ts'

/** A version, as far as it is read here. */
interface Columned {
  readonly terrain: Writable<Terrain>
  readonly levels: readonly LiveLevel[]
  readonly planes: Arena<Int32Array>
  readonly costs: Arena<Uint16Array>
  readonly firstPlaneOfBlock: Int32Array
  readonly islandCount: number
  readonly entriesInUse: number
  readonly landmarks: Pick<Landmarks, 'count' | 'shift' | 'guards' | 'isMended'>
  readonly costToLandmark: Uint16Array
  /** What queries are given. */
  readonly shown: AtlasColumns | null
}

/** The columns of now. */
export function columnsNow(store: Columned): AtlasColumns {
  const { levels, islandCount, landmarks } = store
  store.terrain.costOfCell = store.costs.data
  return {
    terrain: copyOf(store.terrain),
    labels: {
      regionsOfBlock: levels[0].regionsOfBlock,
      firstPlaneOfBlock: store.firstPlaneOfBlock,
      planeBits: store.planes.data,
    },
    islandCount,
    islandOfRegion: new Int32Array(0),
    landmarks: { ...landmarks, costToLandmark: store.costToLandmark, guardedWays: guardedWaysOf },
    levels: levels.map(columnsOf),
    entriesInUse: store.entriesInUse,
  }
}

/** What queries read of a level, as an opened atlas has it. */
function columnsOf(level: LiveLevel): AtlasLevel {
  const { regionCount, entryCount, pairCount, regionsOfBlock, parentOfRegion, rowOfRegion, slots } = level
  const { regionOfSide, tableOfRegion, tables, tableBytes } = level
  const columns = {
    regionsOfBlock,
    parentOfRegion,
    rowOfRegion,
    slots,
    regionOfSide,
    tableOfRegion,
    tables,
    tableBytes,
  }
  return { regionCount, entryCount, pairCount, ...columns }
}

/** Gives columns that were replaced by longer ones to those that somebody holds. */
export function refresh(store: Columned, columns: AtlasColumns): void {
  const { landmarks, levels } = columnsNow(store)
  Object.assign(columns.landmarks, landmarks)
  columns.levels.forEach((level, l) => {
    const { regionCount, entryCount, parentOfRegion, rowOfRegion, regionOfSide, tableOfRegion } = levels[l]
    const { slots, tables, tableBytes } = levels[l]
    Object.assign(level, { regionCount, entryCount, parentOfRegion, rowOfRegion, regionOfSide, tableOfRegion })
    Object.assign(level, { slots, tables, tableBytes })
  })
}

/** Records lie in longer arrays now: what queries were given holds the shorter ones no more. */
export function renew({ shown, levels, planes, costs }: Columned): void {
  if (shown === null) return
  Object.assign(shown.terrain, { costOfCell: costs.data })
  Object.assign(shown.labels, { planeBits: planes.data })
  shown.levels.forEach((level, l) => {
    const { slots, tables, tableBytes } = levels[l]
    Object.assign(level, { slots, tables, tableBytes })
  })
}

/** The same terrain as another object: a holder of the one does not see what the other's fields become. */
export function copyOf(terrain: Terrain): Writable<Terrain> {
  return Object.assign(Object.create(Terrain.prototype) as Writable<Terrain>, terrain)
}
