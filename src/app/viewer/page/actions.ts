/**
 * The commands of the page of a map: its buttons and keys.
 */
import { QUALITIES } from '../../../base/answer.ts'
import { LAYERS, ROW_OF_LAYER } from '../../draw/layers.ts'
import { messageOf } from '../calls.ts'
import type { SavedForm } from '../protocol.ts'
import { download } from './draw-panel.ts'
import { BRUSHES } from './drawing.ts'
import { division, setText } from './elements.ts'
import { type Command, endCommands, viewCommands } from './keys.ts'
import { playSearch } from './layers-panel.ts'
import { notify } from './loading-cover.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

const COPIED_MS = 1600

export const CLICKS = [
  ['Click', 'set the end whose field is active'],
  ['Shift click', 'set the other end; on a touch screen, hold'],
  ['Drag an end', 'the path follows'],
  ['Wheel, pinch', 'zoom'],
  ['Drop files', 'open a map or an atlas; a map of Tiled with its tilesets'],
] as const

export function commandsOf(session: Session, stage: Stage): readonly Command[] {
  const { view } = stage
  const { drawing } = session
  const layerKeys: string[] = Object.values(ROW_OF_LAYER).map(([key]) => key)
  const replay = () => {
    if (!session.layers.has('search')) session.toggle('search')
    playSearch(session)
  }
  const level = (steps: number) => {
    const top = Math.max(1, session.facts.levels.length - 1) - 1
    session.set({ level: Math.min(top, Math.max(0, stage.level + steps)) })
  }
  const random = () => session.askForPair(() => view.showEnds(session.ends()))
  const nearest = 'no path: move to the closest cell that has one'
  const save = (form: SavedForm) =>
    drawing.save(form).then(
      ({ ending, bytes }) => download(session.facts.title, ending, bytes),
      error => notify(messageOf(error)),
    )
  const redo = ['Ctrl Shift z', 'Ctrl y']
  return [
    { button: 'random', keys: ['r'], help: ['R', 'a random long pair'], run: random },
    ...endCommands(session, end => view.showEnd(session[end])),
    { button: 'take-nearest', keys: ['n', 'Enter'], help: ['N', nearest], run: () => session.takeNearest() },
    { button: 'excess', keys: ['e'], help: ['E', 'compare with the exact optimum'], run: () => session.toggleExact() },
    {
      keys: ['b'],
      help: ['B', 'brush: wall, ground, cost, none'],
      run: () => drawing.setBrush(after(BRUSHES, drawing.brush)),
    },
    { button: 'undo', keys: ['Ctrl z'], help: ['Ctrl Z', 'take back what was drawn'], run: () => drawing.step('undo') },
    { button: 'redo', keys: redo, help: ['Ctrl Shift Z, Ctrl Y', 'draw it again'], run: () => drawing.step('redo') },
    { button: 'save-atlas', run: () => save('atlas') },
    { button: 'save-map', run: () => save('map') },
    { button: 'save-png', run: () => save('png') },
    {
      keys: ['q'],
      help: ['Q', 'quality: fast, default, exact'],
      run: () => session.setQuality(after(QUALITIES, session.quality)),
    },
    { button: 'stress', keys: ['t'], help: ['T', 'stress: thousands of queries'], run: () => session.toggleStress() },
    {
      keys: layerKeys,
      help: ['1 .. 9, W X K', 'layers'],
      run: key => session.toggle(LAYERS[layerKeys.indexOf(key)]),
    },
    { keys: ['[', ']'], help: ['[ ]', 'a level down or up'], run: key => level(key === '[' ? -1 : 1) },
    { keys: [' '], help: ['Space', 'replay the search'], run: replay },
    { button: 'copy', keys: ['c'], help: ['C', 'copy a link to what you see'], run: copyLink },
    ...viewCommands(view),
  ]
}

/** The next of a list; after the last comes the first. */
function after<T>(all: readonly T[], one: T): T {
  return all[(all.indexOf(one) + 1) % all.length]
}

function copyLink(): void {
  const tell = (text: string) => {
    setText('copy-label', text)
    setText('announcer', text)
    window.setTimeout(() => setText(division('copy-label'), 'Copy link'), COPIED_MS)
  }
  // Without a secure origin there is no clipboard; the address bar has the link in any case.
  const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject()
  copying.then(
    () => tell('Link copied'),
    () => tell('See the address'),
  )
}
