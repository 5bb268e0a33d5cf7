/**
 * Chooses the crossings of a map in stretches of rows of blocks. A stretch depends on the map alone, so threads choose several
 * at once; only the row of blocks below a stretch is probed twice.
 */
import type { Labels } from '../atlas/islands.ts'
import { growingInts } from '../base/growing.ts'
import type { Pace } from '../base/pace.ts'
import type { Work } from '../base/work.ts'
import type { Terrain } from '../map/terrain.ts'
import { CrossingSelection, type Crossings } from './select.ts'

export interface BorderJob {
  readonly stage: 'border'
  readonly terrain: Terrain
  readonly labels: Labels
}

/** Threads that choose crossings. */
interface BorderWorkers {
  readonly stretchesAtOnce: number
  begin(job: BorderJob): void
  do(part: 'cross', from: number, to: number): Promise<Crossings>
}

/** With several workers: long enough that the row probed twice matters little, short enough that no worker waits for the last. */
const ROWS_A_STRETCH_MAX = 16
const STRETCHES_A_WORKER = 4

const COLUMNS = ['crossing', 'regionOfSide', 'widthOfRun'] as const

/** Chooses stretches on the thread that calls it. */
export class CrossingFiller {
  private readonly selection: CrossingSelection

  constructor({ terrain, labels }: BorderJob) {
    this.selection = new CrossingSelection(terrain, labels)
  }

  *cross(from: number, to: number): Work<Crossings> {
    const rows = new JoinedCrossings()
    for (let blockY = from; blockY < to; blockY++) rows.append(yield* this.selection.ofRow(blockY))
    return rows.take()
  }
}

/** Lets the workers choose the crossings of all borders and joins them in the order of blocks. */
export async function chooseCrossings(job: BorderJob, workers: BorderWorkers, pace: Pace): Promise<Crossings> {
  const { blocksHigh } = job.terrain
  const shared = Math.ceil(blocksHigh / (STRETCHES_A_WORKER * workers.stretchesAtOnce))
  const step = workers.stretchesAtOnce === 1 ? 1 : Math.min(ROWS_A_STRETCH_MAX, shared)
  const found: Crossings[] = new Array(Math.ceil(blocksHigh / step))
  workers.begin(job)
  let next = 0
  let done = 0
  const work = async () => {
    while (next < blocksHigh) {
      const from = next
      next = Math.min(blocksHigh, from + step)
      const to = next
      found[from / step] = await pace.orAborted(workers.do('cross', from, to))
      done += to - from
      if (pace.isDue) await pace.step('border', done, blocksHigh)
    }
  }
  await Promise.all(Array.from({ length: workers.stretchesAtOnce }, work))
  const all = new JoinedCrossings()
  for (const crossings of found) all.append(crossings)
  return all.take()
}

class JoinedCrossings {
  private readonly columns = COLUMNS.map(() => growingInts())

  append(crossings: Crossings): void {
    COLUMNS.forEach((name, i) => {
      this.columns[i].append(crossings[name])
    })
  }

  take(): Crossings {
    const [crossing, regionOfSide, widthOfRun] = this.columns.map(column => column.toArray())
    return { crossing, regionOfSide, widthOfRun }
  }
}
