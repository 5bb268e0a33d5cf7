/**
 * Opens files on a page: the one that it is served with, and those that a person drops on it or chooses.
 */
import { type BroughtFile, messageOf } from '../protocol.ts'
import { division, setShown, setText } from './elements.ts'
import { liftCover, missingFeature, notify, showFailure, showLoading, showOpening } from './loading-cover.ts'
import { applyTheme } from './theme.ts'

const LOSS = 'Open the other file, and lose what you drew?'

/** `isUnsaved` tells whether opening another file would lose what was drawn. */
function takeFiles(open: (files: readonly BroughtFile[]) => void, isUnsaved: () => boolean): void {
  // The browser itself asks before the page is left.
  window.addEventListener('beforeunload', event => {
    if (isUnsaved()) event.preventDefault()
  })
  const take = async (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length === 0 || (isUnsaved() && !window.confirm(LOSS))) return
    showOpening(files[0].name)
    try {
      const read = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
      open(await Promise.all(files.map(read)))
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

/** Starts a page and shows the file that it is served with. Files that `take` refuses leave the page as it is. */
export async function startPage(
  redraw: () => void,
  show: (title: string, bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
  take: (files: readonly BroughtFile[]) => void | Promise<void>,
  isUnsaved: () => boolean = () => false,
): Promise<void> {
  applyTheme(redraw)
  division('cover').classList.add('alive')
  const missing = missingFeature()
  if (missing !== '') {
    showFailure('This browser cannot show the page', missing)
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
  takeFiles(open, isUnsaved)
  try {
    const { title, atlas, sizeBytes } = (await (await get('world.json')).json()) as WorldFile
    await show(title, await fetchBytes(atlas, sizeBytes, doneBytes => showLoading(doneBytes, sizeBytes)))
    liftCover()
  } catch (error) {
    showFailure('The file cannot be shown', messageOf(error))
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

/**
 * Fetches a file into one buffer that grows. A host that compresses files sends no true length, so the progress bar uses the
 * size in world.json.
 */
async function fetchBytes(
  name: string,
  sizeBytes: number,
  onProgress: (doneBytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await get(name)
  const reader = response.body!.getReader()
  let bytes = new Uint8Array(sizeBytes)
  let count = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, count)
    if (count + value.length > bytes.length) bytes = grown(bytes, count + value.length)
    bytes.set(value, count)
    count += value.length
    onProgress(count)
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length))
  larger.set(bytes)
  return larger
}

async function get(name: string): Promise<Response> {
  const response = await fetch(new URL(name, self.location.href)).catch(() => null)
  if (response?.ok === true) return response
  const what = response === null ? 'the server does not answer' : `the server says ${response.status}`
  throw new Error(`${name} cannot be loaded: ${what}. Start isthmus view again, then reload.`)
}
