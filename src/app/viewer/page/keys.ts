/**
 * The keyboard: one table of keys, what they do and how the help names them.
 */
import type { Actions } from './actions.ts'
import { cycleBrush } from './draw-panel.ts'
import { division } from './elements.ts'
import { cycleQuality } from './quality-choice.ts'
import type { Session } from './session.ts'
import { KEY_OF_LAYER } from './shown-layers.ts'

interface Key {
  /** As `KeyboardEvent.key` has them. */
  readonly keys: readonly string[]
  readonly name: string
  readonly about: string
  readonly run: (key: string) => void
}

const CLICKS: readonly (readonly [string, string])[] = [
  ['Click', 'set the end whose field is active'],
  ['Shift click', 'set the other end; on a touch screen, hold'],
  ['Drag an end', 'the path follows'],
  ['Wheel, pinch', 'zoom'],
  ['Drop a file', 'open it: a map or an atlas'],
]

function tableOf(actions: Actions, session: Session): readonly Key[] {
  const arrows: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  return [
    { keys: ['r'], name: 'R', about: 'a random long pair', run: () => actions.randomPair() },
    {
      keys: ['f'],
      name: 'F',
      about: 'to the field of the active end; Enter sets its cell',
      run: () => actions.field(),
    },
    { keys: ['s'], name: 'S', about: 'swap start and goal', run: () => session.swap() },
    {
      keys: ['n', 'Enter'],
      name: 'N',
      about: 'no path: move to the closest cell that has one',
      run: () => session.takeNearest(),
    },
    { keys: ['e'], name: 'E', about: 'compare with the exact optimum', run: () => session.toggleExact() },
    { keys: ['b'], name: 'B', about: 'brush: wall, ground, cost, none', run: () => cycleBrush(session) },
    {
      keys: [],
      name: 'Ctrl Z',
      about: 'take back what was drawn; with Shift, or Ctrl Y, draw it again',
      run: () => {},
    },
    { keys: ['q'], name: 'Q', about: 'quality: fast, default, exact', run: () => cycleQuality(session) },
    { keys: ['t'], name: 'T', about: 'stress: thousands of queries', run: () => session.toggleStress() },
    {
      keys: Object.values(KEY_OF_LAYER),
      name: '1 .. 9, W X K',
      about: 'layers',
      run: key => actions.layer(key),
    },
    { keys: ['[', ']'], name: '[ ]', about: 'a level down or up', run: key => actions.level(key === '[' ? -1 : 1) },
    { keys: [' '], name: 'Space', about: 'replay the search', run: () => actions.replay() },
    { keys: Object.keys(arrows), name: 'Arrows', about: 'move the map', run: key => actions.pan(...arrows[key]) },
    {
      keys: ['+', '=', '-', '_'],
      name: '+ -',
      about: 'zoom',
      run: key => actions.zoom(key === '+' || key === '=' ? 1 : -1),
    },
    { keys: ['0'], name: '0', about: 'the whole map', run: () => actions.fit() },
    { keys: ['c'], name: 'C', about: 'copy a link to what you see', run: () => actions.copyLink() },
    { keys: ['d'], name: 'D', about: 'light or dark', run: () => actions.theme() },
    { keys: ['?'], name: '?', about: 'this list', run: () => actions.help() },
  ]
}

export function listenToKeys(actions: Actions, session: Session, signal: AbortSignal): void {
  const table = tableOf(actions, session)
  writeHelp(table)
  const hear = (event: KeyboardEvent) => {
    if (event.altKey || isTakenBy(event.target, event.key)) return
    if (event.ctrlKey || event.metaKey) {
      const step = stepOf(event)
      if (step === null) return
      event.preventDefault()
      session.step(step)
      return
    }
    const key = table.find(({ keys }) => keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key))
    if (key === undefined) return
    event.preventDefault()
    key.run(event.key)
  }
  window.addEventListener('keydown', hear, { signal })
}

function stepOf({ key, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' ? 'redo' : null
}

/**
 * Space and Enter press the button that has the focus, arrows move the slider that has it; a field of text and a
 * dialog have all keys.
 */
function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  if (target instanceof HTMLInputElement) return target.type !== 'range' || key.startsWith('Arrow')
  return target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')
}

function writeHelp(table: readonly Key[]): void {
  division('help-keys').replaceChildren()
  for (const [name, about] of [...CLICKS, ...table.map(key => [key.name, key.about] as const)]) {
    const term = document.createElement('dt')
    const meaning = document.createElement('dd')
    term.textContent = name
    meaning.textContent = about
    division('help-keys').append(term, meaning)
  }
}
