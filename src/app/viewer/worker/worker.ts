/**
 * The worker of the page: it opens maps and keeps the drawing on them; the room of a map answers questions about it.
 */
import { exact } from '../../../find/extra-exact.ts'
import { hubs } from '../../../find/extra-hubs.ts'
import { type Atlas, openAtlas } from '../../../query.ts'
import {
  type Ask,
  type BroughtFile,
  type DrawAsk,
  messageOf,
  type Reply,
  type SavedForm,
  type StepAsk,
  type WorldFacts,
} from '../protocol.ts'
import type { DrawnMap } from './drawn-map.ts'
import { type Room, roomOf } from './room.ts'

const port = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>
let room: Room | null = null
/** The map that is open, once something is drawn on it. */
let drawn: Promise<DrawnMap> | null = null
/** The bytes that the map was opened from. */
let fileBytes: Uint8Array = new Uint8Array()

port.onmessage = ({ data }: MessageEvent<Ask>) => {
  if (data.kind === 'files') openFiles(data.files).catch(refuse)
  else if (data.kind === 'draw' || data.kind === 'step') draw(data).catch(fail)
  else if (data.kind === 'save') save(data.form).catch(refuse)
  else answer(data)
}

function answer(ask: Ask): void {
  try {
    if (ask.kind === 'open') show(ask.bytes, ask.title)
    else room?.hear(ask)
  } catch (error) {
    fail(error)
  }
}

async function openFiles(files: readonly BroughtFile[]): Promise<void> {
  const { atlasOfFiles } = await import('./making.ts')
  const { title, bytes, note } = await atlasOfFiles(files)
  show(bytes, title)
  if (note !== '') tell({ kind: 'notice', message: note })
}

async function save(form: SavedForm): Promise<void> {
  const { mapFileOf } = await import('./making.ts')
  const map = await drawn
  if (map?.isBehind) commit(map)
  const bytes = map?.save() ?? fileBytes
  const file =
    form === 'atlas' ? { ending: 'atlas', bytes: bytes.slice() } : mapFileOf(openAtlas(bytes, { extras: exact }), form)
  tell({ kind: 'saved', ...file }, [file.bytes.buffer])
}

function show(bytes: Uint8Array, title: string): void {
  const atlas = openAtlas(bytes, { extras: { ...exact, ...hubs } })
  drawn = null
  fileBytes = bytes
  tell({ kind: 'opened', facts: move(atlas, title) })
}

/** Another map, or another version of it, takes the room. */
function move(atlas: Atlas, title: string): WorldFacts {
  room?.close()
  room = roomOf(atlas, title, tell)
  return room.facts()
}

async function draw(ask: DrawAsk | StepAsk): Promise<void> {
  drawn ??= import('./making.ts').then(({ DrawnMap }) => new DrawnMap(fileBytes))
  const map = await drawn
  map.take(ask)
  // Strokes that wait already are part of the same version.
  setTimeout(async () => {
    if (map.isBehind && map === (await drawn)) commit(map)
  })
}

function commit(map: DrawnMap): void {
  const change = map.commit()
  tell({ kind: 'drawn', change, facts: move(map.snapshot(), room!.title) })
}

function fail(error: unknown): void {
  tell({ kind: 'failed', message: messageOf(error) })
}

/** Tells of a file that is no map; the page stays as it is. */
function refuse(error: unknown): void {
  tell({ kind: 'notice', message: messageOf(error) })
}

function tell(reply: Reply, transfer: Transferable[] = []): void {
  port.postMessage(reply, transfer)
}
