/**
 * An explanation in words: a few lines for a person, and one for each segment.
 */
import type { Point } from '../base/answer.ts'
import { refuse } from '../base/given.ts'
import type { Explanation, Refusal, Segment } from './explain.ts'

/** A bound that leaves more than this to gain says nothing about a path. */
const LITTLE_SHARE = 0.3

export function explanationText(explanation: Explanation): string {
  if (!Array.isArray(explanation?.segments)) refuse('An explanation was expected, as route.explain() gives.')
  const { segments, refusal, timeUs, settledCount, relaxedCount, cost, lowerBound } = explanation
  const lines: string[] = []
  if (refusal !== null) lines.push(...refusalLines(refusal))
  if (cost !== null && lowerBound !== null) {
    lines.push(
      `bound     no path costs less than ${lowerBound.toFixed(2)}${gainText(cost, lowerBound)}`,
      segments.length > 0
        ? `search    ${settledCount} entries settled, ${relaxedCount} edges looked at`
        : 'search    on the cells alone',
    )
  }
  if (timeUs !== null)
    lines.push(`time      ${timeUs.route.toFixed(0)} us route, ${timeUs.cells.toFixed(0)} us its cells`)
  if (segments.length > 0) lines.push('segments  level, region, from, to, cost', ...segments.map(segmentLine))
  return lines.map(line => `${line}\n`).join('')
}

function segmentLine({ level, region, from, to, entry, rank, cost }: Segment): string {
  const by = entry === null ? 'the goal' : `entry ${entry} of rank ${rank}`
  const where = `${pointText(from)} -> ${pointText(to)}`
  return `  ${level}  ${String(region).padEnd(8)}${where.padEnd(26)}${cost.toFixed(2).padStart(10)}  ${by}`
}

function refusalLines({ start, goal, gap }: Refusal): string[] {
  const how = gap.isExact ? 'closest' : 'closest of those looked at'
  return [
    `start     on island ${start.island}, ${start.cells} cells`,
    `goal      on island ${goal.island}, ${goal.cells} cells`,
    `gap       ${gap.cells.toFixed(2)} cells from ${pointText(gap.from)} to ${pointText(gap.to)}, ${how}`,
  ]
}

/** With enough digits to tell the share from 0. */
function gainText(cost: number, lowerBound: number): string {
  if (cost <= lowerBound) return ''
  const share = 1 - lowerBound / cost
  const advice = share > LITTLE_SHARE ? ", which proves little: ask for the quality 'exact'" : ''
  return `: at most ${(100 * share).toPrecision(2)} % to gain${advice}`
}

function pointText({ x, y }: Point): string {
  return `${x},${y}`
}
