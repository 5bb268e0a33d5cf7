/**
 * The cover over the page while the map loads; it says so when the map cannot be loaded.
 */
import { bytesText } from '../../cli/words.ts'
import { element, setShown, setText } from './elements.ts'

const progress = () => element('cover-progress', HTMLProgressElement)

export function showLoading(doneBytes: number, totalBytes: number): void {
  progress().value = Math.min(1, doneBytes / totalBytes)
  setText('cover-text', `${bytesText(doneBytes)} of ${bytesText(totalBytes)}`)
}

/** For a dropped file, whose time is not known. */
export function showOpening(name: string): void {
  setText('cover-title', `Opening ${name}`)
  setText('cover-text', '')
  progress().removeAttribute('value')
  setShown('cover-progress', true)
  setShown('cover', true)
}

export function showFailure(headline: string, message: string): void {
  setText('cover-title', headline)
  setText('cover-text', message)
  setShown('cover-progress', false)
  setShown('cover', true)
}

export function liftCover(): void {
  setShown('cover', false)
}

/** A sentence about what this browser lacks; empty if it lacks nothing. */
export function missingFeature(): string {
  const needs: readonly (readonly [name: string, isThere: boolean])[] = [
    ['workers', typeof Worker === 'function'],
    ['drawing in workers (OffscreenCanvas)', typeof OffscreenCanvas === 'function'],
    ['ResizeObserver', typeof ResizeObserver === 'function'],
    ['Array.prototype.toSorted', typeof Array.prototype.toSorted === 'function'],
    ['a little-endian processor', new Uint8Array(Uint16Array.of(1).buffer)[0] === 1],
  ]
  const missing = needs.filter(([, isThere]) => !isThere).map(([name]) => name)
  return missing.length === 0 ? '' : `This browser lacks ${missing.join(' and ')}. Take one of 2023 or later.`
}

const SHOWN_MS = 9000
let timer = 0

/** Shows a sentence over the map that disappears by itself. */
export function notify(text: string): void {
  setText('notice', text)
  setShown('notice', true)
  window.clearTimeout(timer)
  timer = window.setTimeout(() => setShown('notice', false), SHOWN_MS)
}
