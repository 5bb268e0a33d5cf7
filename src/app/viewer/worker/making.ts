/**
 * What makes atlases in the page: the readers of map files, the bake, and maps that change. A file of its own, which the worker loads when
 * something is drawn or dropped for the first time: who only looks never loads it.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { MAGIC } from '../../../atlas/layout.ts'
import { bakeWith } from '../../../bake.ts'
import { IsthmusError } from '../../../base/errors.ts'
import { readMap } from '../../../format/read-map.ts'
import { Commits } from '../../../live/commits.ts'
import { JournalLog } from '../../../live/journal.ts'
import { LiveMap } from '../../../live/live-map.ts'
import { LiveVersion } from '../../../live/live-version.ts'
import { Store } from '../../../live/store.ts'
import { byBlock } from '../../../live/touched-blocks.ts'
import type { Grid } from '../../../map/grid.ts'
import type { Directions } from '../../../map/movement.ts'

/** A map that is drawn on. */
export function livingMap(columns: AtlasColumns): LiveMap {
  const makeOpen = () => Promise.reject(new Error('A page has no views.'))
  const now = new LiveVersion(new Store(columns), {
    grounds: null,
    turner: null,
    extras: {},
    standingEdits: (store, { valueOfCell }) => byBlock(store, valueOfCell),
    readCells: null,
    makeOpen,
    openOfCost: new Map(),
  })
  const commits = new Commits(new JournalLog(null))
  commits.join(now)
  return new LiveMap(now, commits)
}

/** The worker itself is the thread. */
const noThreads = () => Promise.reject(new IsthmusError('WORKER_FAILED', 'A page bakes on one thread.'))

export function bakeGrid(grid: Grid, directions: Directions): Promise<Uint8Array> {
  return bakeWith(noThreads, grid, { directions })
}

/** The bytes of an atlas, as they are; those of a map, baked. */
export async function atlasOfFile(bytes: Uint8Array): Promise<Uint8Array> {
  return MAGIC.every((byte, i) => bytes[i] === byte) ? bytes : bakeGrid(readMap(bytes), 8)
}
