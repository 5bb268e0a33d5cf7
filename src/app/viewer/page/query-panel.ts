/**
 * The panel's first part: the two ends, and what was found between them, or why nothing was.
 */
import { counted, countText, digits, percentText } from '../../cli/words.ts'
import type { Cell, QueryAnswer } from '../protocol.ts'
import { button, division, setShown, setStyle, setText } from './elements.ts'
import type { Session } from './session.ts'

const element = {
  hint: division('hint'),
  found: division('found'),
  cost: division('cost'),
  cellCount: division('cell-count'),
  time: division('time'),
  routeBar: division('route-bar'),
  cellsBar: division('cells-bar'),
  routeTime: division('route-time'),
  cellsTime: division('cells-time'),
  searchFacts: division('search-facts'),
  excess: button('excess'),
  excessLabel: division('excess-label'),
  excessText: division('excess-text'),
  optimumKey: division('optimum-key'),
  refused: division('refused'),
  refusal: division('refusal'),
  refusalTime: division('refusal-time'),
  takeNearest: button('take-nearest'),
  nearestLabel: division('nearest-label'),
}

export function updateQueryPanel(session: Session): void {
  const { answer } = session
  const hint = hintOf(session)
  setText(element.hint, hint)
  setShown(element.hint, hint !== '')
  const isFound = answer?.status === 'found'
  setShown(element.found, isFound)
  setShown(element.refused, answer !== null && !isFound)
  if (answer === null) return
  const { routeUs, cellsUs } = session.timing ?? answer
  if (!isFound) {
    showRefusal(answer, routeUs + cellsUs)
    return
  }
  setText(element.cost, costText(answer.cost))
  setText(element.cellCount, countText(answer.cellCount))
  setText(element.time, timeText(routeUs + cellsUs))
  setStyle(element.routeBar, 'flex-grow', String(Math.round(routeUs * 100)))
  setStyle(element.cellsBar, 'flex-grow', String(Math.round(cellsUs * 100)))
  setText(element.routeTime, timeText(routeUs))
  setText(element.cellsTime, timeText(cellsUs))
  setText(element.searchFacts, searchText(answer))
  showExcess(session, answer.cost)
}

function hintOf({ facts, start, goal, active }: Session): string {
  if (facts.islandCount === 0) return 'This map has no free cell: all of it is wall, and no path leads anywhere.'
  return start === null || goal === null ? `Click the map to set the ${active}, or type its cell above.` : ''
}

function showRefusal({ message, start, goal, nearest }: QueryAnswer, us: number): void {
  setText(element.refusal, message)
  setText(element.refusalTime, `Refused in ${timeText(us)}.`)
  setShown(element.takeNearest, nearest !== null)
  if (nearest === null) return
  const moved = nearest.goal.x === goal.x && nearest.goal.y === goal.y ? 'start' : 'goal'
  const both = moved === 'goal' && (nearest.start.x !== start.x || nearest.start.y !== start.y)
  const what = both ? 'Move both ends to the closest cells' : `Move the ${moved} to ${cellText(nearest[moved])}`
  setText(element.nearestLabel, what)
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
  setText(element.excessLabel, isRunning ? 'Stop comparing' : 'Compare with the exact optimum')
  setShown(element.excess, exact === null || isRunning)
  setShown(element.excessText, exact !== null)
  setShown(element.optimumKey, exact?.isDone === true && exact.bends !== null)
  if (exact === null) return
  const excess = percentText(100 * Math.max(0, cost / exact.lowerBound - 1))
  const effort = `${counted(exact.expansionCount, 'expansion')} in ${timeText(1000 * exact.elapsedMs)}`
  if (exact.isDone) {
    const isOptimal = cost <= exact.lowerBound * (1 + 1e-9)
    const verdict = isOptimal ? 'This path is optimal.' : `${excess} over the optimum of ${costText(exact.lowerBound)}.`
    setText(element.excessText, `${verdict} Proving it took ${effort}.`)
  } else if (exact.isGivenUp) {
    setText(
      element.excessText,
      `At most ${excess} over the optimum. The exact search ended for want of memory: ${effort}.`,
    )
  } else {
    const bound = exact.lowerBound > 0 ? `At most ${excess} over the optimum so far` : 'Searching'
    setText(element.excessText, `${bound}: ${effort}.`)
  }
}

function cellText({ x, y }: Cell): string {
  return `${x}, ${y}`
}

/** A cost of seven digits comes from expensive ground: a tenth of a cell length tells nothing there, and has no room. */
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
