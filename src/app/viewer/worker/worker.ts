/**
 * The worker of the page: it opens maps and keeps the drawing on them; the room of a map answers questions about it.
 */
import { exact } from '../../../find/extra-exact.ts'
import { hubs } from '../../../hub-routes.ts'
import { type Atlas, openAtlas } from '../../../query.ts'
import { answerCalls, tellNews } from '../calls.ts'
import type { BroughtFile, SavedForm, Stroke, WorldFacts } from '../protocol.ts'
import type { DrawnMap, DrawnNews } from './making.ts'
import { type Room, type RoomNews, roomOf } from './room.ts'

let room: Room | null = null
/** The map that is open, once something is drawn on it. */
let drawn: Promise<DrawnMap> | null = null
/** The bytes that the map was opened from. */
let fileBytes: Uint8Array = new Uint8Array()

const calls = {
  /** An atlas of files that were dropped or chosen: a map, an atlas, or the map of an editor with the files that it names. */
  make: async (files: readonly BroughtFile[]) => (await import('./making.ts')).atlasOfFiles(files),
  open(title: string, bytes: Uint8Array): WorldFacts {
    const atlas = openAtlas(bytes, { extras: { ...exact, ...hubs } })
    drawn = null
    fileBytes = bytes
    return move(atlas, title)
  },
  draw: (stroke: Stroke) => change(map => map.draw(stroke)),
  step: (step: 'undo' | 'redo', stroke: number) => change(map => map.step(step, stroke)),
  /** The present map as a file. */
  async save(form: SavedForm) {
    const { mapFileOf } = await import('./making.ts')
    const map = await drawn
    if (map?.isBehind) commit(map)
    const bytes = map?.save() ?? fileBytes
    return form === 'atlas'
      ? { ending: 'atlas', bytes: bytes.slice() }
      : mapFileOf(openAtlas(bytes, { extras: exact }), form)
  },
}

/** What the page calls. */
export type MapCalls = typeof calls & Room['calls']
/** What the worker tells by itself. */
export type MapNews = RoomNews | { readonly kind: 'drawn'; readonly change: DrawnNews; readonly facts: WorldFacts }

answerCalls(() => ({ ...calls, ...room?.calls }))

/** Another map, or another version of it, takes the room. */
function move(atlas: Atlas, title: string): WorldFacts {
  room?.close()
  room = roomOf(atlas, title, tellNews<MapNews>)
  return room.facts()
}

async function change(draw: (map: DrawnMap) => void): Promise<void> {
  drawn ??= import('./making.ts').then(({ DrawnMap }) => new DrawnMap(fileBytes))
  const map = await drawn
  draw(map)
  // Strokes that wait already are part of the same version.
  setTimeout(async () => {
    if (map.isBehind && map === (await drawn)) commit(map)
  })
}

function commit(map: DrawnMap): void {
  const news = map.commit()
  tellNews<MapNews>({ kind: 'drawn', change: news, facts: move(map.snapshot(), room!.title) })
}
