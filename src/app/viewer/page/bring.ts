/**
 * Files that a person brings, dropped on the page or chosen: the worker opens an atlas as it is and bakes a map.
 */
import type { Ask } from '../protocol.ts'
import { button, element } from './elements.ts'
import { showOpening } from './loading-cover.ts'

const LOSS = 'Open the other file, and lose what you drew?'

/** `isUnsaved` tells whether opening another file would lose what was drawn. */
export function takeFiles(post: (ask: Ask, transfer: Transferable[]) => void, isUnsaved: () => boolean): void {
  // The browser asks in words of its own before the page is left.
  window.addEventListener('beforeunload', event => {
    if (isUnsaved()) event.preventDefault()
  })
  const take = async (file: File | undefined) => {
    if (file === undefined || (isUnsaved() && !window.confirm(LOSS))) return
    showOpening(file.name)
    const bytes = new Uint8Array(await file.arrayBuffer())
    post({ kind: 'file', name: file.name, bytes }, [bytes.buffer])
  }
  const chosen = element('file', HTMLInputElement)
  button('file-open').addEventListener('click', () => chosen.click())
  chosen.addEventListener('change', () => {
    take(chosen.files?.[0])
    chosen.value = ''
  })
  window.addEventListener('dragover', event => event.preventDefault())
  window.addEventListener('drop', event => {
    event.preventDefault()
    take(event.dataTransfer?.files[0])
  })
}
