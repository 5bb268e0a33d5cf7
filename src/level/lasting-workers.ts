/**
 * Threads that do one bake after the other: to start them and compile their code takes longer than a small bake. Each
 * bake ends the workers it was given; these only let go of its jobs then, and end with the last bake.
 */
import type { TableWorkers } from './table-filler.ts'

export class LastingWorkers {
  /** The workers of a bake; their number stays the same. */
  readonly start: (count: number) => Promise<TableWorkers>
  private started: TableWorkers | undefined

  constructor(startWorkers: (count: number) => Promise<TableWorkers>) {
    this.start = async count => {
      this.started ??= await startWorkers(count)
      return lasting(this.started)
    }
  }

  async end(): Promise<void> {
    await this.started?.end()
  }
}

function lasting(workers: TableWorkers): TableWorkers {
  return {
    stretchesAtOnce: workers.stretchesAtOnce,
    landmarksAtOnce: workers.landmarksAtOnce,
    beginBorders: job => workers.beginBorders(job),
    cross: (rowsFrom, rowsTo) => workers.cross(rowsFrom, rowsTo),
    begin: job => workers.begin(job),
    fill: (from, to) => workers.fill(from, to),
    choose: (task, note) => workers.choose(task, note),
    beginLandmarks: job => workers.beginLandmarks(job),
    measure: landmark => workers.measure(landmark),
    release: () => workers.release(),
    end: async () => workers.release(),
  }
}
