/**
 * The panel's second part: layers to switch, which are the map's legend as well; the level; the replay of the search.
 */

import { counted, countText } from '../../cli/words.ts'
import { LAYERS, type Layer } from '../../draw/layers.ts'
import { button, choiceButton, division, element, setPressed, setShown, setText } from './elements.ts'
import type { Session } from './session.ts'
import { isTooFine, KEY_OF_LAYER, LEVEL_LAYERS } from './shown-layers.ts'
import type { Stage } from './stage.ts'

const NAME_OF: Record<Layer, string> = {
  terrain: 'Terrain',
  islands: 'Islands',
  regions: 'Regions',
  entries: 'Entries',
  graph: 'Graph',
  search: 'Search',
  route: 'Route',
  path: 'Path',
  smooth: 'Smooth',
  widths: 'Widths',
  'dead-ends': 'Dead ends',
  chokes: 'Chokes',
}

const ABOUT: Record<Layer, string> = {
  terrain: 'Walls are dark; ground darkens from the least to the highest cost of the map',
  islands: 'The largest island is plain, the others are tinted: between two colours there is no path',
  regions: 'Connected ground within one block of the level',
  entries: 'Where a path may pass from region to region; the larger, the higher its rank',
  graph: 'What a search of this level chooses from: point at an entry to see the ways that it offers',
  search: 'Which entries the last search settled, from light to dark',
  route: 'The path as the search found it, from entry to entry',
  path: 'The path itself, cell by cell',
  smooth: 'The path as a curve at any angle, proven to touch no wall',
  widths: 'How large a unit can stand there: the narrower, the darker',
  'dead-ends': 'Areas that have no other way in than one cell',
  chokes: 'Cells whose closing parts an island, where what they part is as large as the dot or larger',
}

const REPLAY_MS = 3000
const BLOCK_SIDE_CELLS = 32

const rows = new Map<Layer, HTMLButtonElement>()
let levelButtons: HTMLButtonElement[] = []
const legend = division('legend')
const levelChoice = division('level-choice')
const levelFacts = division('level-facts')
const replay = division('replay')
const steps = element('steps', HTMLInputElement)
const stepsText = division('steps-text')

export function buildLayersPanel(session: Session, signal: AbortSignal): void {
  division('layers').replaceChildren()
  for (const layer of LAYERS) {
    const row = document.createElement('button')
    row.type = 'button'
    row.className = 'layer'
    row.id = `layer-${layer}`
    row.title = ABOUT[layer]
    const swatch = child(row, 'i', `swatch ${layer}`)
    swatch.setAttribute('aria-hidden', 'true')
    child(row, 'span', 'name').textContent = NAME_OF[layer]
    child(row, 'kbd', '').textContent = KEY_OF_LAYER[layer].toUpperCase()
    row.addEventListener('click', () => session.toggle(layer))
    division('layers').append(row)
    rows.set(layer, row)
  }
  buildLevels(session)
  steps.addEventListener('input', () => session.setStepsShown(Number(steps.value)), { signal })
  button('play').addEventListener('click', () => playSearch(session), { signal })
}

/** The highest level is left out: its regions are the islands, and nothing borders on them. */
function buildLevels(session: Session): void {
  const levelCount = Math.max(1, session.facts.levels.length - 1)
  division('levels').replaceChildren()
  levelButtons = [null, ...Array.from({ length: levelCount }, (_, i) => i)].map(level =>
    choiceButton(division('levels'), level === null ? 'Auto' : String(level), () => session.setLevel(level)),
  )
}

export function updateLayersPanel(session: Session, stage: Stage): void {
  for (const [layer, row] of rows) setPressed(row, session.layers.has(layer))
  const { isUniform, costs } = session.facts
  setShown(legend, !isUniform && session.layers.has('terrain'))
  setText(division('legend-least'), countText(costs.min))
  setText(division('legend-most'), countText(costs.max))
  setShown(division('widths-legend'), session.layers.has('widths'))
  setShown(
    levelChoice,
    LEVEL_LAYERS.some(layer => session.layers.has(layer)),
  )
  for (const [i, choice] of levelButtons.entries()) setPressed(choice, session.level === (i === 0 ? null : i - 1))
  setText(levelFacts, levelText(session, stage))
  const count = (session.answer?.footprint.length ?? 0) >> 1
  setShown(replay, session.layers.has('search') && count > 0)
  if (steps.max !== String(count)) steps.max = String(count)
  if (steps.value !== String(session.stepsShown)) steps.value = String(session.stepsShown)
  setText(stepsText, `${countText(session.stepsShown)} of ${countText(count)}`)
}

function levelText(session: Session, stage: Stage): string {
  const { level, cellPixels } = stage
  const { regions, entries } = session.facts.levels[level]
  const hidden = (['entries', 'graph'] as const).filter(
    layer => session.layers.has(layer) && isTooFine(layer, level, cellPixels),
  )
  const side = countText(BLOCK_SIDE_CELLS * 2 ** level)
  const facts = `Level ${level}: ${counted(regions, 'region')} in blocks of ${side} cells, ${counted(entries, 'entry', 'entries')}.`
  if (hidden.length > 0) return `${facts} Zoom in to see its ${hidden.join(' and ')}.`
  return session.layers.has('graph') ? `${facts} Point at an entry to see its ways.` : facts
}

let replayNumber = 0

/** Shows the steps of the search one after the other, or stops doing so. */
export function playSearch(session: Session): void {
  const { answer } = session
  const count = (answer?.footprint.length ?? 0) >> 1
  const isRunning = session.stepsShown < count
  const own = ++replayNumber
  if (count === 0 || (isRunning && session.stepsShown > 0)) {
    session.setStepsShown(count)
    return
  }
  const startMs = performance.now()
  const step = () => {
    if (own !== replayNumber || session.answer !== answer) return
    const share = Math.min(1, (performance.now() - startMs) / REPLAY_MS)
    session.setStepsShown(Math.ceil(share * count))
    if (share < 1) requestAnimationFrame(step)
  }
  step()
}

function child(parent: HTMLElement, tag: string, className: string): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  parent.append(made)
  return made
}
