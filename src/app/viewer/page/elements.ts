/**
 * The elements that index.html declares, by id and with their types, and the few changes that panels make to them. A
 * change that changes nothing is not made, so panels may be brought up to date as often as one likes.
 */
export function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`index.html has no ${type.name} with the id ${id}.`)
  return found
}

export const button = (id: string) => element(id, HTMLButtonElement)
export const division = (id: string) => element(id, HTMLElement)

export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

export function setShown(target: HTMLElement, isShown: boolean): void {
  if (target.hidden === isShown) target.hidden = !isShown
}

export function setPressed(target: Element, isPressed: boolean): void {
  const text = String(isPressed)
  if (target.getAttribute('aria-pressed') !== text) target.setAttribute('aria-pressed', text)
}

export function setStyle(target: HTMLElement, property: string, value: string): void {
  if (target.style.getPropertyValue(property) !== value) target.style.setProperty(property, value)
}

/** One of several buttons of which one is pressed. */
export function choiceButton(parent: HTMLElement, text: string, run: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', run)
  parent.append(made)
  return made
}
