/**
 * The elements of the document by id, with their types, and the changes that panels make to them. A change without effect
 * is not made, so panels may be updated at every frame.
 */
export function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`The document has no ${type.name} with the id ${id}.`)
  return found
}

export const button = (id: string) => element(id, HTMLButtonElement)
export const division = (id: string) => element(id, HTMLElement)
export const field = (id: string) => element(id, HTMLInputElement)

/** An element, or the id of one. */
type Target<T extends Element = HTMLElement> = T | string

function found(target: Target): HTMLElement {
  return typeof target === 'string' ? division(target) : target
}

export function setText(target: Target, text: string): void {
  const shown = found(target)
  if (shown.textContent !== text) shown.textContent = text
}

export function setShown(target: Target, isShown: boolean): void {
  const shown = found(target)
  if (shown.hidden === isShown) shown.hidden = !isShown
}

export function setAttribute(target: Target, name: string, value: string): void {
  const shown = found(target)
  if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
}

export function setPressed(target: Target, isPressed: boolean): void {
  setAttribute(target, 'aria-pressed', String(isPressed))
}

export function setStyle(target: Target, property: string, value: string): void {
  const { style } = found(target)
  if (style.getPropertyValue(property) !== value) style.setProperty(property, value)
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

export interface Choice<T> {
  readonly value: T
  readonly text: string
  readonly title?: string
}

/** Makes a row of buttons, one of them pressed. Returns a function that presses the button of a value. */
export function makeChoice<T>(parent: string, choices: readonly Choice<T>[], choose: (value: T) => void) {
  const buttons = choices.map(({ text, title }) => make('button', { type: 'button', title: title ?? '' }, text))
  for (const [i, made] of buttons.entries()) made.addEventListener('click', () => choose(choices[i].value))
  division(parent).replaceChildren(...buttons)
  return (chosen: T) => {
    for (const [i, made] of buttons.entries()) setPressed(made, choices[i].value === chosen)
  }
}
