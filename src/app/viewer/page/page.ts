/**
 * The page of a map: its worker opens the map that it is served with, and any file that is dropped on it.
 */
import type { Ask, BroughtFile, Reply } from '../protocol.ts'
import { startPage, takeFiles } from './bring.ts'
import { liftCover, showFailure, showLoading } from './loading-cover.ts'
import { notify } from './notice.ts'
import { type ShownMap, showMap } from './opened.ts'

function start(): void {
  let shown: ShownMap | null = null
  if (!startPage(() => shown?.redraw())) return
  const worker = new Worker(new URL('worker.js', location.href), { type: 'module' })
  const post = (ask: Ask, transfer: Transferable[] = []) => worker.postMessage(ask, transfer)
  let tenure = new AbortController()
  worker.onerror = () =>
    showFailure('The map cannot be shown', 'The worker of this page came to a halt. Reload the page.')
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'loading') showLoading(data.doneBytes, data.totalBytes)
    else if (data.kind === 'notice') {
      liftCover()
      notify(data.message)
    } else if (data.kind === 'failed')
      showFailure(shown === null ? 'The map cannot be shown' : 'Something went wrong in this page', data.message)
    else if (data.kind === 'opened') {
      tenure.abort()
      tenure = new AbortController()
      // An address belongs to the map that it was written for.
      if (shown !== null) history.replaceState(null, '', location.pathname)
      shown = showMap(data.facts, post, tenure.signal)
      liftCover()
    } else shown?.hear(data)
  }
  const open = (files: readonly BroughtFile[]) =>
    post(
      { kind: 'files', files },
      files.map(({ bytes }) => bytes.buffer),
    )
  takeFiles(open, () => shown?.isUnsaved() ?? false)
  post({ kind: 'open' })
}

start()
