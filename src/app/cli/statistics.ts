/**
 * Mean and percentiles of a column of measurements. A percentile is one of the values measured (nearest rank), never a
 * number between two of them.
 */
export type Statistics = NonNullable<ReturnType<typeof statisticsOf>>

/** The statistics of `values`; null where there are none. */
export function statisticsOf(values: ArrayLike<number>) {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  let sum = 0
  for (const value of sorted) sum += value
  return {
    mean: sum / sorted.length,
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
    max: sorted[sorted.length - 1],
  }
}

/** The lowest value that at least `percent` of all values do not exceed (nearest rank). */
function percentile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}
