/**
 * Commands in one table: buttons and keys both run them, and the list of keys is written from it.
 */
import { button, division, element, make, setAttribute } from './elements.ts'
import type { MapView } from './map-view.ts'
import { toggleTheme } from './theme.ts'

export interface Command {
  /** The id of its button. */
  readonly button?: string
  /** Names of `KeyboardEvent.key`, letters in lower case; with Ctrl, "Ctrl " and "Shift " come before the name. */
  readonly keys?: readonly string[]
  /** Its row in the list of keys. */
  readonly help?: readonly [name: string, about: string]
  run(key: string): void
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The commands of every page with a map. */
function viewCommands(view: MapView): readonly Command[] {
  const fold = () => {
    const isUnfolded = division('panel').classList.toggle('unfolded')
    setAttribute('fold', 'aria-expanded', String(isUnfolded))
    view.reframe()
  }
  const theme = () => {
    toggleTheme()
    view.invalidate()
  }
  const help = element('help', HTMLDialogElement)
  return [
    { keys: Object.keys(ARROWS), help: ['Arrows', 'move the map'], run: key => view.pan(...ARROWS[key]) },
    { button: 'zoom-in', keys: ['+', '='], help: ['+ -', 'zoom'], run: () => view.zoom(1) },
    { button: 'zoom-out', keys: ['-', '_'], run: () => view.zoom(-1) },
    { button: 'zoom-fit', keys: ['0'], help: ['0', 'the whole map'], run: () => view.showMap(true) },
    { button: 'theme', keys: ['d'], help: ['D', 'light or dark'], run: theme },
    { button: 'help-open', keys: ['?'], help: ['?', 'this list'], run: () => help.open || help.showModal() },
    { button: 'fold', run: fold },
  ]
}

/** Connects the commands of a page, and those of all pages. `clicks` are rows of the list for mouse and fingers. */
export function connectCommands(
  view: MapView,
  own: readonly Command[],
  clicks: readonly (readonly [name: string, about: string])[],
): void {
  const { signal } = view
  const commands = [...own, ...viewCommands(view)]
  for (const { button: id, run } of commands) {
    if (id !== undefined) button(id).addEventListener('click', () => run(''), { signal })
  }
  const rows = [...clicks, ...commands.flatMap(({ help }) => (help === undefined ? [] : [help]))]
  division('help-keys').replaceChildren(
    ...rows.flatMap(([name, about]) => [make('dt', {}, name), make('dd', {}, about)]),
  )
  const hear = (event: KeyboardEvent) => {
    if (event.altKey || isTakenBy(event.target, event.key)) return
    const name = nameOf(event)
    const command = commands.find(({ keys }) => keys?.includes(name))
    if (command === undefined) return
    event.preventDefault()
    command.run(name)
  }
  window.addEventListener('keydown', hear, { signal })
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const letter = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `Ctrl ${shiftKey ? 'Shift ' : ''}${letter}` : letter
}

/**
 * Whether the focused element takes a key. Buttons take Space and Enter, sliders take arrows, text fields and dialogs
 * take all.
 */
function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return key.startsWith('Arrow')
    return target.type !== 'checkbox' || key === ' '
  }
  return target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')
}
