/**
 * Opens files on a page: the one that it is served with, and those that a person drops on it or chooses.
 */
import { type BroughtFile, messageOf } from '../protocol.ts'
import { fetchBytes, fetchWorld } from '../worker/fetch.ts'
import {
  coverIsAlive,
  liftCover,
  missingFeature,
  notify,
  showFailure,
  showLoading,
  showOpening,
} from './loading-cover.ts'
import { applyTheme } from './theme.ts'

const LOSS = 'Open the other file, and lose what you drew?'

/** `isUnsaved` tells whether opening another file would lose what was drawn. */
export function takeFiles(open: (files: readonly BroughtFile[]) => void, isUnsaved: () => boolean): void {
  // The browser itself asks before the page is left.
  window.addEventListener('beforeunload', event => {
    if (isUnsaved()) event.preventDefault()
  })
  const take = async (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || (isUnsaved() && !window.confirm(LOSS))) return
    showOpening(files[0].name)
    try {
      open(await Promise.all(files.map(async file => ({ name: file.name, bytes: await bytesOf(file) }))))
    } catch {
      liftCover()
      notify(`${files[0].name} cannot be read here: drop files, not a folder.`)
    }
  }
  const chosen = document.querySelector<HTMLInputElement>('#file')
  document.querySelector('#file-open')?.addEventListener('click', () => chosen?.click())
  chosen?.addEventListener('change', () => {
    take(chosen.files)
    chosen.value = ''
  })
  window.addEventListener('dragover', event => event.preventDefault())
  window.addEventListener('drop', event => {
    event.preventDefault()
    take(event.dataTransfer?.files)
  })
}

/** The first step of every page; returns whether this browser can show it. */
export function startPage(redraw: () => void): boolean {
  applyTheme(redraw)
  coverIsAlive()
  const missing = missingFeature()
  if (missing !== '') showFailure('This browser cannot show the page', missing)
  return missing === ''
}

/** Starts a page that opens its file itself. Files that `take` refuses leave the page as it is. */
export async function startHere(
  redraw: () => void,
  show: (title: string, bytes: Uint8Array) => void,
  take: (files: readonly BroughtFile[]) => void | Promise<void>,
): Promise<void> {
  if (!startPage(redraw)) return
  try {
    const { title, atlas, sizeBytes } = await fetchWorld()
    show(title, await fetchBytes(atlas, sizeBytes, doneBytes => showLoading(doneBytes, sizeBytes)))
    liftCover()
  } catch (error) {
    showFailure('The page cannot show its file', messageOf(error))
    return
  }
  const open = async (files: readonly BroughtFile[]) => {
    try {
      await take(files)
    } catch (error) {
      notify(messageOf(error))
    }
    liftCover()
  }
  takeFiles(open, () => false)
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer())
}
