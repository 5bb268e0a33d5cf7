/**
 * Numbers for people: thousands separated, a fitting unit, and only significant digits. Mean and percentiles of a column
 * of measurements.
 */

export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 island`, `2 islands`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  if (bytes < 1e6) return `${digits(bytes / 1e3)} kB`
  if (bytes < 1e9) return `${digits(bytes / 1e6)} MB`
  return `${digits(bytes / 1e9)} GB`
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 0.9995) return `${digits(milliseconds * 1000)} us`
  if (milliseconds < 999.5) return `${digits(milliseconds)} ms`
  if (milliseconds < 99_500) return `${digits(milliseconds / 1000)} s`
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

export function percentText(percent: number): string {
  const text = Math.abs(percent) < 0.1 ? percent.toFixed(3) : percent.toFixed(2)
  return `${text === '-0.000' ? '0.000' : text} %`
}

/** Three significant digits, but always all digits left of the point. */
export function digits(value: number): string {
  if (value >= 99.95 || value === 0) return value.toFixed(0)
  return value.toFixed(value >= 9.995 ? 1 : 2)
}

/** Rows of cells as aligned columns; the first column reads from the left, numbers line up at the right. */
export function table(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, text.length)
  }
  return rows
    .map(row => indent + row.map((text, column) => align(text, widths[column], column)).join('  '))
    .map(line => `${line.trimEnd()}\n`)
    .join('')
}

function align(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}

/** A percentile is one of the values measured (nearest rank), never a number between two of them. */
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
