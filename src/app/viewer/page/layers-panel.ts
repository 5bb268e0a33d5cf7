/**
 * The panel's second part: the layers, which are the legend of the map too, the level, and the replay of the search.
 */
import { counted, countText } from '../../cli/words.ts'
import { isTooFine, LAYERS, LEVEL_LAYERS, ROW_OF_LAYER } from '../../draw/layers.ts'
import { button, division, field, make, makeChoice, setPressed, setShown, setText } from './elements.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

const REPLAY_MS = 3000
const BLOCK_SIDE_CELLS = 32

export function connectLayersPanel(session: Session, stage: Stage): void {
  const { view } = stage
  const { signal } = view
  const steps = field('steps')
  const rows = LAYERS.map(layer => {
    const [key, name, title] = ROW_OF_LAYER[layer]
    const row = make(
      'button',
      { type: 'button', class: 'layer', id: `layer-${layer}`, title },
      make('i', { class: `swatch ${layer}`, 'aria-hidden': 'true' }),
      make('span', { class: 'name' }, name),
      make('kbd', {}, key.toUpperCase()),
    )
    row.addEventListener('click', () => session.toggle(layer))
    return row
  })
  division('layers').replaceChildren(...rows)
  // The highest level is left out: its regions are the islands, which have no borders.
  const levels = Array.from({ length: Math.max(1, session.facts.levels.length - 1) }, (_, level) => level)
  const choices = [{ value: null, text: 'Auto' }, ...levels.map(value => ({ value, text: String(value) }))]
  const pressLevel = makeChoice<number | null>('levels', choices, level => session.set({ level }))
  steps.addEventListener('input', () => session.set({ stepsShown: Number(steps.value) }), { signal })
  button('play').addEventListener('click', () => playSearch(session), { signal })
  view.onFrame(() => {
    pressLevel(session.level)
    updateLayers(session, stage)
    const count = (session.answer?.footprint.length ?? 0) >> 1
    setShown('replay', session.layers.has('search') && count > 0)
    if (steps.max !== String(count)) steps.max = String(count)
    if (steps.value !== String(session.stepsShown)) steps.value = String(session.stepsShown)
    setText('steps-text', `${countText(session.stepsShown)} of ${countText(count)}`)
  })
}

function updateLayers(session: Session, stage: Stage): void {
  for (const layer of LAYERS) setPressed(`layer-${layer}`, session.layers.has(layer))
  const { uniform, costs } = session.facts
  setShown('legend', !uniform && session.layers.has('terrain'))
  setText('legend-least', countText(costs.min))
  setText('legend-most', countText(costs.max))
  setShown('widths-legend', session.layers.has('widths'))
  setShown(
    'level-choice',
    LEVEL_LAYERS.some(layer => session.layers.has(layer)),
  )
  setText('level-facts', levelText(session, stage))
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

/** Shows the steps of the search one after the other; stops a replay that runs. */
export function playSearch(session: Session): void {
  const { answer } = session
  const count = (answer?.footprint.length ?? 0) >> 1
  const isRunning = session.stepsShown < count
  const own = ++replayNumber
  if (count === 0 || (isRunning && session.stepsShown > 0)) {
    session.set({ stepsShown: count })
    return
  }
  const startMs = performance.now()
  const step = () => {
    if (own !== replayNumber || session.answer !== answer) return
    const share = Math.min(1, (performance.now() - startMs) / REPLAY_MS)
    session.set({ stepsShown: Math.ceil(share * count) })
    if (share < 1) requestAnimationFrame(step)
  }
  step()
}
