/**
 * The panel's third part: thousands of random queries, and the spread of their times.
 */
import { countText, statisticsOf } from '../../cli/words.ts'
import type { StressNews } from '../worker/long-work.ts'
import { division, element, setShown, setText } from './elements.ts'
import type { MapView } from './map-view.ts'
import { timeText } from './query-panel.ts'
import { type Session, STRESS_QUERIES } from './session.ts'

export function connectStressPanel(session: Session, view: MapView): void {
  let drawn: StressNews | null | undefined
  view.onFrame(() => {
    updateButton(session)
    if (session.stress !== drawn) showResult(session.stress)
    drawn = session.stress
  })
}

function updateButton({ stress }: Session): void {
  const isRunning = stress !== null && !stress.isDone
  const again = stress === null ? 'Fire' : 'Fire again:'
  setText(
    'stress-label',
    isRunning ? `Stop at ${countText(stress.done)}` : `${again} ${countText(STRESS_QUERIES)} random queries`,
  )
}

function showResult(stress: StressNews | null): void {
  const result = division('stress-result')
  const isFirst = result.hidden
  setShown(result, stress !== null && stress.done > 0)
  if (stress === null || stress.done === 0) return
  const whole = statisticsOf(stress.wholeUs)!
  const route = statisticsOf(stress.routeUs)!
  drawHistogram(element('histogram', SVGSVGElement), histogramOf(stress.wholeUs), [
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

const BINS_A_DECADE = 12
const NAMES_MIN_APART_PIXELS = 34

/**
 * Bins grow by a constant factor, so microseconds and milliseconds show equally well. `fromUs` is the left edge of the
 * first one.
 */
export function histogramOf(values: Float32Array) {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  for (const us of values) {
    if (us > 0 && us < least) least = us
    if (us > most) most = us
  }
  if (most === 0) return { fromUs: 1, countOfBin: new Uint32Array(1) }
  const first = binOf(least)
  const countOfBin = new Uint32Array(binOf(most) - first + 1)
  for (const us of values) countOfBin[binOf(Math.max(us, least)) - first]++
  return { fromUs: 10 ** (first / BINS_A_DECADE), countOfBin }
}

function binOf(us: number): number {
  return Math.floor(Math.log10(us) * BINS_A_DECADE)
}

export interface Mark {
  readonly us: number
  readonly name: string
}

/** Draws bars over an axis of decades, with marks for single values. */
function drawHistogram(
  svg: SVGSVGElement,
  { fromUs, countOfBin }: ReturnType<typeof histogramOf>,
  marks: readonly Mark[],
): void {
  const { width, height } = svg.viewBox.baseVal
  const [top, bottom] = [16, height - 16]
  const highest = Math.max(...countOfBin)
  const binWidth = width / countOfBin.length
  const xOf = (us: number) => (Math.log10(us / fromUs) * BINS_A_DECADE * width) / countOfBin.length
  svg.replaceChildren()
  countOfBin.forEach((count, bin) => {
    if (count === 0) return
    // A single query of thousands still shows.
    const barHeight = Math.max(1, ((bottom - top) * count) / highest)
    const [x, y] = [bin * binWidth + 0.5, bottom - barHeight]
    add(svg, 'rect', { class: 'bar', x, y, width: Math.max(1, binWidth - 1), height: barHeight, rx: 1.5 })
  })
  add(svg, 'line', { class: 'axis', x1: 0, x2: width, y1: bottom + 0.5, y2: bottom + 0.5 })
  for (let decade = Math.ceil(Math.log10(fromUs)); xOf(10 ** decade) < width; decade++) {
    const x = xOf(10 ** decade)
    add(svg, 'line', { class: 'axis', x1: x, x2: x, y1: bottom, y2: bottom + 4 })
    const anchor = x < 16 ? 'start' : x > width - 16 ? 'end' : 'middle'
    add(svg, 'text', { x, y: height - 2, 'text-anchor': anchor }).textContent = decadeText(decade)
  }
  let lastX = Number.NEGATIVE_INFINITY
  for (const { us, name } of marks) {
    const x = Math.min(width - 1, xOf(us))
    add(svg, 'line', { class: 'mark', x1: x, x2: x, y1: 13, y2: bottom })
    if (x - lastX < NAMES_MIN_APART_PIXELS) continue
    lastX = x
    const anchor = x < 16 ? 'start' : x > width - 16 ? 'end' : 'middle'
    add(svg, 'text', { class: 'mark-name', x, y: 10, 'text-anchor': anchor }).textContent = name
  }
}

function add(svg: SVGSVGElement, tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  svg.append(made)
  return made
}

function decadeText(decade: number): string {
  const us = 10 ** decade
  if (us < 1) return `${Math.round(us * 1000)} ns`
  return us < 1000 ? `${us} \u00b5s` : us < 1e6 ? `${us / 1000} ms` : `${us / 1e6} s`
}
