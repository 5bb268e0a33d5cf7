/**
 * The panel's second part: layers to switch, which are the map's legend as well; the level; the replay of the search.
 */
import { counted, countText } from '../../cli/words.ts'
import { LAYERS, type Layer } from '../../draw/layers.ts'
import { button, division, field, make, makeChoice, setPressed, setShown, setText } from './elements.ts'
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

const steps = field('steps')
let pressLevel: (level: number | null) => void

export function buildLayersPanel(session: Session, signal: AbortSignal): void {
  const rows = LAYERS.map(layer => {
    const row = make(
      'button',
      { type: 'button', class: 'layer', id: `layer-${layer}`, title: ABOUT[layer] },
      make('i', { class: `swatch ${layer}`, 'aria-hidden': 'true' }),
      make('span', { class: 'name' }, NAME_OF[layer]),
      make('kbd', {}, KEY_OF_LAYER[layer].toUpperCase()),
    )
    row.addEventListener('click', () => session.toggle(layer))
    return row
  })
  division('layers').replaceChildren(...rows)
  // The highest level is left out: its regions are the islands, and nothing borders on them.
  const levels = Array.from({ length: Math.max(1, session.facts.levels.length - 1) }, (_, level) => level)
  const choices = [{ value: null, text: 'Auto' }, ...levels.map(value => ({ value, text: String(value) }))]
  pressLevel = makeChoice<number | null>('levels', choices, level => session.setLevel(level))
  steps.addEventListener('input', () => session.setStepsShown(Number(steps.value)), { signal })
  button('play').addEventListener('click', () => playSearch(session), { signal })
}

export function updateLayersPanel(session: Session, stage: Stage): void {
  for (const layer of LAYERS) setPressed(`layer-${layer}`, session.layers.has(layer))
  const { isUniform, costs } = session.facts
  setShown('legend', !isUniform && session.layers.has('terrain'))
  setText('legend-least', countText(costs.min))
  setText('legend-most', countText(costs.max))
  setShown('widths-legend', session.layers.has('widths'))
  setShown(
    'level-choice',
    LEVEL_LAYERS.some(layer => session.layers.has(layer)),
  )
  pressLevel(session.level)
  setText('level-facts', levelText(session, stage))
  const count = (session.answer?.footprint.length ?? 0) >> 1
  setShown('replay', session.layers.has('search') && count > 0)
  if (steps.max !== String(count)) steps.max = String(count)
  if (steps.value !== String(session.stepsShown)) steps.value = String(session.stepsShown)
  setText('steps-text', `${countText(session.stepsShown)} of ${countText(count)}`)
}

function levelText(session: Session, stage: Stage): string {
  const { level, view } = stage
  const { regions, entries } = session.facts.levels[level]
  const hidden = (['entries', 'graph'] as const).filter(
    layer => session.layers.has(layer) && isTooFine(layer, level, view.cellPixels),
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
