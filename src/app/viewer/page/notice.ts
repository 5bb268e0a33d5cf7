/**
 * A sentence over the map that disappears by itself.
 */
import { division, setShown, setText } from './elements.ts'

const notice = division('notice')
const SHOWN_MS = 9000
let timer = 0

export function notify(text: string): void {
  setText(notice, text)
  setShown(notice, true)
  window.clearTimeout(timer)
  timer = window.setTimeout(() => setShown(notice, false), SHOWN_MS)
}
