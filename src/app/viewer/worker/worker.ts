/**
 * The worker of the page: opens maps and has them drawn on; all that is asked of an open map is answered in its room.
 */
import { exact } from '../../../find/extra-exact.ts'
import { type Atlas, IsthmusError, openAtlas } from '../../../query.ts'
import type { Ask, Reply } from '../protocol.ts'
import { Easel } from './easel.ts'
import { fetchBytes, fetchWorld } from './fetch.ts'
import { Room } from './room.ts'

const port = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>
let room: Room | null = null
let easel: Easel | null = null

port.onmessage = ({ data }: MessageEvent<Ask>) => {
  if (data.kind === 'open') openSite().catch(fail)
  else if (data.kind === 'file') openFile(data.name, data.bytes).catch(refuse)
  else if (data.kind === 'draw') easel?.draw(data).catch(fail)
  else answer(data)
}

function answer(ask: Ask): void {
  try {
    room?.hear(ask)
  } catch (error) {
    fail(error)
  }
}

async function openSite(): Promise<void> {
  const file = await fetchWorld()
  let toldBytes = 0
  const bytes = await fetchBytes(file.atlas, file.sizeBytes, doneBytes => {
    if (doneBytes - toldBytes < file.sizeBytes / 100) return
    toldBytes = doneBytes
    tell({ kind: 'loading', doneBytes, totalBytes: file.sizeBytes })
  })
  show(openAtlas(bytes, exact), file.title)
}

async function openFile(name: string, bytes: Uint8Array): Promise<void> {
  const { atlasOfFile } = await import('./making.ts')
  show(openAtlas(await atlasOfFile(bytes), exact), name)
}

function show(atlas: Atlas, title: string): void {
  const move = (version: Atlas) => {
    room?.close()
    room = new Room(version, title, tell)
    return room.facts()
  }
  easel?.close()
  easel = new Easel(atlas, ({ atlas: drawn, ...change }) => tell({ kind: 'drawn', change, facts: move(drawn) }))
  tell({ kind: 'opened', facts: move(atlas) })
}

function fail(error: unknown): void {
  if (error instanceof IsthmusError) tell({ kind: 'failed', code: error.code, message: error.message })
  else tell({ kind: 'failed', code: 'NO_ANSWER', message: messageOf(error) })
}

/** A file that is no map leaves the page as it is. */
function refuse(error: unknown): void {
  tell({ kind: 'refused', message: messageOf(error) })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function tell(reply: Reply, transfer: Transferable[] = []): void {
  port.postMessage(reply, transfer)
}
