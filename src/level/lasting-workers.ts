/**
 * Threads that serve several bakes in turn: to start them and compile their code takes longer than a small bake. When a bake
 * ends its workers, these only free its jobs; `end` really ends them.
 */
import type { TableWorkers } from './table-filler.ts'

export class LastingWorkers {
  /** Returns the workers for a bake; only the first call's count matters. */
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
