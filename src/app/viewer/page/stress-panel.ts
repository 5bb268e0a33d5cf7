/**
 * The panel's third part: thousands of random queries, and the spread of their times.
 */
import { statisticsOf } from '../../cli/statistics.ts'
import { countText } from '../../cli/words.ts'
import type { StressNews } from '../protocol.ts'
import { division, element, setShown, setText } from './elements.ts'
import { drawHistogram, histogramOf } from './histogram.ts'
import { timeText } from './query-panel.ts'
import { type Session, STRESS_QUERIES } from './session.ts'

const result = division('stress-result')
const histogram = element('histogram', SVGSVGElement)

let drawn: StressNews | null = null

export function updateStressPanel(session: Session): void {
  const { stress } = session
  const isRunning = stress !== null && !stress.isDone
  const again = stress === null ? 'Fire' : 'Fire again:'
  setText(
    'stress-label',
    isRunning ? `Stop at ${countText(stress.done)}` : `${again} ${countText(STRESS_QUERIES)} random queries`,
  )
  const isFirst = result.hidden
  setShown(result, stress !== null && stress.done > 0)
  if (stress === null || stress === drawn || stress.done === 0) return
  drawn = stress
  const whole = statisticsOf(stress.wholeUs)!
  const route = statisticsOf(stress.routeUs)!
  drawHistogram(histogram, histogramOf(stress.wholeUs), [
    { us: whole.p50, name: 'median' },
    { us: whole.p99, name: 'p99' },
  ])
  const rate = Math.floor(1e6 / whole.mean)
  setText(
    'stress-text',
    `Median ${timeText(whole.p50)}, p95 ${timeText(whole.p95)}, p99 ${timeText(whole.p99)}, with every cell; the route ` +
      `alone ${timeText(route.p50)}. That is ${countText(Number(rate.toPrecision(2)))} paths a second.`,
  )
  // The panel may be longer than the window: scroll to the result.
  if (isFirst) division('stress-part').scrollIntoView({ block: 'nearest' })
}
