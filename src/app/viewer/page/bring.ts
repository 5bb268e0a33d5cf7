/**
 * Opens files on a page: the one that it is served with, and those that a person drops on it or chooses.
 */
import { messageOf } from '../calls.ts'
import type { Brought, BroughtFile } from '../protocol.ts'
import { division, setShown, setText } from './elements.ts'
import { liftCover, missingFeature, notify, showFailure, showLoading, showOpening } from './loading-cover.ts'
import type { MapView } from './map-view.ts'
import { applyTheme } from './theme.ts'

const LOSS = 'Open the other file, and lose what you drew?'

/** A map, a world or a crowd on its page. */
export interface Shown {
  readonly view: MapView
  /** Whether opening another file would lose what was drawn. */
  readonly isUnsaved?: boolean
}

interface Opener {
  /** Opens an atlas or a world. What it returns shows it, until the signal ends because another takes its place. */
  open(title: string, bytes: Uint8Array): Opened | Promise<Opened>
  /** Makes an atlas or a world of files that were dropped or chosen. */
  make(files: readonly BroughtFile[]): Promise<Brought>
}
type Opened = (signal: AbortSignal) => Shown

/** Starts a page and shows the file that it is served with. Files that cannot be opened leave the page as it is. */
export async function startPage({ open, make }: Opener): Promise<void> {
  let shown: Shown | null = null
  let tenure = new AbortController()
  const show = async (title: string, bytes: Uint8Array) => {
    const opened = await open(title, bytes)
    tenure.abort()
    tenure = new AbortController()
    // An address belongs to the file that it was written for.
    if (shown !== null) history.replaceState(null, '', location.pathname)
    shown = opened(tenure.signal)
  }
  applyTheme(() => shown?.view.invalidate())
  division('cover').classList.add('alive')
  const missing = missingFeature()
  if (missing !== '') {
    showFailure('This browser cannot show the page', missing)
    return
  }
  window.addEventListener('unhandledrejection', ({ reason }) =>
    showFailure('Something went wrong in this page', messageOf(reason)),
  )
  const take = async (files: readonly File[]) => {
    try {
      const { title, bytes, note } = await make(await Promise.all(files.map(read)))
      await show(title, bytes)
      if (note !== '') notify(note)
    } catch (error) {
      notify(messageOf(error))
    }
    liftCover()
  }
  takeFiles(take, () => shown?.isUnsaved === true)
  try {
    const { title, atlas, sizeBytes } = (await (await get('world.json')).json()) as WorldFile
    await show(title, await fetchBytes(atlas, doneBytes => showLoading(doneBytes, sizeBytes)))
    liftCover()
  } catch (error) {
    showFailure('The file cannot be shown', messageOf(error))
  }
}

function takeFiles(take: (files: readonly File[]) => void, isUnsaved: () => boolean): void {
  // The browser itself asks before the page is left.
  window.addEventListener('beforeunload', event => {
    if (isUnsaved()) event.preventDefault()
  })
  const consider = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || (isUnsaved() && !window.confirm(LOSS))) return
    showOpening(files[0].name)
    take(files)
  }
  const chosen = document.querySelector<HTMLInputElement>('#file')
  document.querySelector('#file-open')?.addEventListener('click', () => chosen?.click())
  chosen?.addEventListener('change', () => {
    consider(chosen.files)
    chosen.value = ''
  })
  window.addEventListener('dragover', event => event.preventDefault())
  window.addEventListener('drop', event => {
    event.preventDefault()
    consider(event.dataTransfer?.files)
  })
}

async function read(file: File): Promise<BroughtFile> {
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
  } catch {
    throw new Error(`${file.name} cannot be read here: drop files, not a folder.`)
  }
}

/** Shows panel and corner, with the title of the map and some facts. */
export function showHead(title: string, facts: readonly string[]): void {
  const named = `${title} - isthmus`
  if (document.title !== named) document.title = named
  setText('world-title', title)
  setText('world-facts', facts.join(' \u00b7 '))
  setShown('panel', true)
  setShown('corner', true)
}

interface WorldFile {
  readonly title: string
  readonly atlas: string
  readonly sizeBytes: number
}

/** A host that compresses files sends no true length, so progress is in bytes, not in a share of them. */
async function fetchBytes(name: string, onProgress: (doneBytes: number) => void): Promise<Uint8Array> {
  const { body } = await get(name)
  let doneBytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      doneBytes += chunk.length
      onProgress(doneBytes)
      controller.enqueue(chunk)
    },
  })
  return new Uint8Array(await new Response(body!.pipeThrough(counter)).arrayBuffer())
}

async function get(name: string): Promise<Response> {
  const response = await fetch(new URL(name, self.location.href)).catch(() => null)
  if (response?.ok === true) return response
  const what = response === null ? 'the server does not answer' : `the server says ${response.status}`
  throw new Error(`${name} cannot be loaded: ${what}. Start isthmus view again, then reload.`)
}
