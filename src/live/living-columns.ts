/**
 * The columns of a version as searches read them. Tables that are in doubt are made when a search comes to them; a column may be
 * replaced by a longer one then, or by a commit to another version: holders of the columns of a version get it as well. Once
 * the version itself is edited its columns are those of the next one, and what was found on them cannot be gone on with.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Level, Region } from '../base/ids.ts'
import type { Repair } from './repair.ts'
import type { Store } from './store.ts'
import { columnsNow, refresh } from './store-columns.ts'

export function livingColumns(store: Store, repairer: () => Repair): AtlasColumns {
  const columns = columnsNow(store)
  let { epoch } = store.versions
  const ready = () => {
    if (store.shown !== columns) throw changed()
    store.turn()
    if (epoch !== store.versions.epoch) refresh(store, columns)
    epoch = store.versions.epoch
  }
  const settle = (make: (repair: Repair) => void) => {
    store.beginCommit()
    make(repairer())
    refresh(store, columns)
  }
  const settleTable = (level: Level, region: Region) => {
    if (store.levels[level].tableOfRegion[region] < 0) settle(repair => repair.settle(level, region))
  }
  const settleAll = () => {
    if (store.levels.some(level => level.doubtful > 0)) settle(repair => repair.settleAll())
  }
  store.shown = columns
  return Object.assign(columns, { isVersion: true, ready, settleTable, settleAll })
}

function changed(): IsthmusError {
  return new IsthmusError(
    'MAP_CHANGED',
    'The map has changed since this was found: ask for cells of a route before the next commit, or find it again.',
  )
}
