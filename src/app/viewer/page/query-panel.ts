/**
 * The panel's first part: the two ends, and the path between them or why there is none.
 */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { counted, countText, digits, percentText } from '../../cli/words.ts'
import type { QueryAnswer } from '../worker/room.ts'
import { makeChoice, setShown, setStyle, setText } from './elements.ts'
import type { MapView } from './map-view.ts'
import type { Session } from './session.ts'

const ABOUT: Record<Quality, string> = {
  fast: 'Fast: the first route, hardly polished',
  default: 'Default: a path that is hardly ever longer than it must be',
  exact: 'Exact: the cells themselves are searched; slow on large maps',
}

export function connectQueryPanel(session: Session, view: MapView): void {
  const choices = QUALITIES.map(value => ({
    value,
    text: value[0].toUpperCase() + value.slice(1),
    title: ABOUT[value],
  }))
  const pressQuality = makeChoice('qualities', choices, quality => session.setQuality(quality))
  const announce = announcer()
  view.onFrame(() => {
    pressQuality(session.quality)
    announce(session)
    update(session)
  })
}

function update(session: Session): void {
  const { answer } = session
  const hint = hintOf(session)
  setText('hint', hint)
  setShown('hint', hint !== '')
  const isFound = answer?.status === 'found'
  setShown('found', isFound)
  setShown('refused', answer !== null && !isFound)
  if (answer === null) return
  const { routeUs, cellsUs } = session.timing ?? answer
  if (!isFound) {
    showRefusal(answer, routeUs + cellsUs)
    return
  }
  setText('cost', costText(answer.cost))
  setText('cell-count', countText(answer.cellCount))
  setText('time', timeText(routeUs + cellsUs))
  setStyle('route-bar', 'flex-grow', String(Math.round(routeUs * 100)))
  setStyle('cells-bar', 'flex-grow', String(Math.round(cellsUs * 100)))
  setText('route-time', timeText(routeUs))
  setText('cells-time', timeText(cellsUs))
  setText('search-facts', searchText(answer))
  showExcess(session, answer.cost)
}

/** Tells screen readers an answer, once it rests. Refusals and proofs have live regions of their own. */
function announcer(): (session: Session) => void {
  let announced: object | null = null
  return ({ answer, timing, ends }) => {
    // Times arrive last, when the answer is final.
    if (timing === null || timing === announced || ends.isDragging || answer?.status !== 'found') return
    announced = timing
    const time = timeText(timing.routeUs + timing.cellsUs)
    setText('announcer', `Cost ${costText(answer.cost)}, ${counted(answer.cellCount, 'cell')}, found in ${time}.`)
  }
}

function hintOf({ facts, ends }: Session): string {
  const { start, goal, active } = ends
  if (facts.islands === 0) return 'This map has no free cell: all of it is wall, and no path leads anywhere.'
  return start === null || goal === null ? `Click the map to set the ${active}, or type its cell above.` : ''
}

function showRefusal({ message, start, goal, nearest }: QueryAnswer, us: number): void {
  setText('refusal', message)
  setText('refusal-time', `Refused in ${timeText(us)}.`)
  setShown('take-nearest', nearest !== null)
  if (nearest === null) return
  const moved = nearest.goal.x === goal.x && nearest.goal.y === goal.y ? 'start' : 'goal'
  const both = moved === 'goal' && (nearest.start.x !== start.x || nearest.start.y !== start.y)
  const what = both
    ? 'Move both ends to the closest cells'
    : `Move the ${moved} to ${nearest[moved].x}, ${nearest[moved].y}`
  setText('nearest-label', what)
}

function searchText({ entries, settledCount, relaxedCount, estimate, smooth }: QueryAnswer): string {
  const curve =
    smooth === null
      ? ''
      : ` As a curve it has ${counted(smooth.waypointCount, 'waypoint')}, in ${timeText(smooth.elapsedUs)}.`
  if (entries.length === 0) return `The cells themselves were searched, without a route over entries.${curve}`
  const passed = countText(entries.length >> 1)
  return (
    `The search settled ${countText(settledCount)} entries over ${countText(relaxedCount)} edges. ` +
    `Its route passes ${passed} entries, at ${costText(estimate)}.${curve}`
  )
}

function showExcess({ exact, isComparing: isRunning }: Session, cost: number): void {
  setText('excess-label', isRunning ? 'Stop comparing' : 'Compare with the exact optimum')
  setShown('excess', exact === null || isRunning)
  setShown('excess-text', exact !== null)
  setShown('optimum-key', exact?.isDone === true && exact.bends !== null)
  if (exact === null) return
  const excess = percentText(100 * Math.max(0, cost / exact.lowerBound - 1))
  const effort = `${counted(exact.expansionCount, 'expansion')} in ${timeText(1000 * exact.elapsedMs)}`
  if (exact.isDone) {
    const isOptimal = cost <= exact.lowerBound * (1 + 1e-9)
    const verdict = isOptimal ? 'This path is optimal.' : `${excess} over the optimum of ${costText(exact.lowerBound)}.`
    setText('excess-text', `${verdict} Proving it took ${effort}.`)
  } else if (exact.isGivenUp) {
    setText('excess-text', `At most ${excess} over the optimum. The exact search ran out of memory: ${effort}.`)
  } else {
    const bound = exact.lowerBound > 0 ? `At most ${excess} over the optimum so far` : 'Searching'
    setText('excess-text', `${bound}: ${effort}.`)
  }
}

/** From this cost on tenths of a cell length are left out: they mean little, and have no room. */
const COST_OF_MANY_DIGITS = 1_000_000

export function costText(cost: number): string {
  const digits = cost < COST_OF_MANY_DIGITS ? 1 : 0
  return cost.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function timeText(us: number): string {
  if (us < 1) return `${digits(us * 1000)} ns`
  if (us < 999.5) return `${digits(us)} \u00b5s`
  if (us < 999_500) return `${digits(us / 1000)} ms`
  return `${digits(us / 1e6)} s`
}
