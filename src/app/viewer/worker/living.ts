/**
 * The live map that a page draws on.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { exact } from '../../../find/extra-exact.ts'
import { Commits } from '../../../live/commits.ts'
import { JournalLog } from '../../../live/journal.ts'
import { LiveMap } from '../../../live/live-map.ts'
import { LiveVersion } from '../../../live/live-version.ts'
import { Store } from '../../../live/store.ts'
import { byBlock } from '../../../live/touched-blocks.ts'

export function livingMap(columns: AtlasColumns): LiveMap {
  const makeOpen = () => Promise.reject(new Error('A page has no views.'))
  const now = new LiveVersion(new Store(columns), {
    grounds: null,
    turner: null,
    extras: exact,
    standingEdits: (store, { valueOfCell }) => byBlock(store, valueOfCell),
    readCells: null,
    makeOpen,
    openOfCost: new Map(),
  })
  const commits = new Commits(new JournalLog(null))
  commits.join(now)
  return new LiveMap(now, commits)
}
