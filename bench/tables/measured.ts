/** What tables are made of: the reports of worlds, by name and size, and what several tables ask of them. */
import { type Statistics, statisticsOf } from '../../src/app/cli/words.ts'
import type { Timing } from '../measure/timing.ts'
import type { WorldReport } from '../measure/world-report.ts'
import type { WorldSource } from '../world.ts'

export interface Measured {
  readonly name: string
  readonly source: WorldSource
  readonly report: WorldReport
}

/** As p50, p95, p99: null where there are no values. */
export function percentiles(values: ArrayLike<number>): [p50: number | null, p95: number | null, p99: number | null] {
  const statistics = statisticsOf(values)
  return [statistics?.p50 ?? null, statistics?.p95 ?? null, statistics?.p99 ?? null]
}

export function statistic(values: ArrayLike<number>, name: keyof Statistics): number | null {
  return statisticsOf(values)?.[name] ?? null
}

export function sizeText({ width, height }: WorldReport): string {
  return `${width} x ${height}`
}

export function perCell(amount: number, { width, height }: WorldReport): number {
  return amount / (width * height)
}

/** How many times as long another search took: medians over the queries that it answered, which both were asked. */
export function timesOurs(usOfQuery: Float64Array, ours: Timing): number | null {
  const theirs = statistic(usOfQuery, 'p50')
  const own = statistic(ours.usOfQuery.subarray(0, usOfQuery.length), 'p50')
  return theirs === null || own === null ? null : theirs / own
}
