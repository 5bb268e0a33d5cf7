/**
 * Files that a person brings, dropped on the page or chosen.
 */
import { showOpening } from './loading-cover.ts'

const LOSS = 'Open the other file, and lose what you drew?'

/** `isUnsaved` tells whether opening another file would lose what was drawn. */
export function takeFiles(
  open: (name: string, bytes: Uint8Array<ArrayBuffer>) => void,
  isUnsaved: () => boolean,
): void {
  // The browser asks in words of its own before the page is left.
  window.addEventListener('beforeunload', event => {
    if (isUnsaved()) event.preventDefault()
  })
  const take = async (file: File | undefined) => {
    if (file === undefined || (isUnsaved() && !window.confirm(LOSS))) return
    showOpening(file.name)
    open(file.name, new Uint8Array(await file.arrayBuffer()))
  }
  const chosen = document.querySelector<HTMLInputElement>('#file')
  document.querySelector('#file-open')?.addEventListener('click', () => chosen?.click())
  chosen?.addEventListener('change', () => {
    take(chosen.files?.[0])
    chosen.value = ''
  })
  window.addEventListener('dragover', event => event.preventDefault())
  window.addEventListener('drop', event => {
    event.preventDefault()
    take(event.dataTransfer?.files[0])
  })
}
