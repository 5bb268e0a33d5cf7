/**
 * The page of a world: its maps side by side, portals as arcs, and the trip between two cells that are clicked. The world
 * is opened and searched in the page itself: a trip takes less than a frame.
 */
import { World } from '../../../world/open-world.ts'
import { readWorldFile } from '../../../world/read-world-file.ts'
import { isWorld } from '../../../world/world-layout.ts'
import { bytesText, counted } from '../../cli/words.ts'
import { takeFiles } from '../page/bring.ts'
import { setShown, setText } from '../page/elements.ts'
import { coverIsAlive, liftCover, showFailure, showLoading } from '../page/loading-cover.ts'
import { notify } from '../page/notice.ts'
import { applyTheme } from '../page/theme.ts'
import { fetchBytes, fetchWorld } from '../worker/fetch.ts'
import { WorldStage } from './world-stage.ts'

let stage: WorldStage | null = null
let tenure = new AbortController()

async function start(): Promise<void> {
  applyTheme(() => stage?.view.invalidate())
  coverIsAlive()
  const about = await fetchWorld()
  const bytes = await fetchBytes(about.atlas, about.sizeBytes, doneBytes => showLoading(doneBytes, about.sizeBytes))
  show(about.title, bytes)
  takeFiles(take, () => false)
}

function show(title: string, bytes: Uint8Array): void {
  const world = new World(readWorldFile(bytes))
  tenure.abort()
  tenure = new AbortController()
  // An address tells of the world that it was written for.
  if (stage !== null) history.replaceState(null, '', location.pathname)
  const parts = [counted(world.maps.length, 'map'), counted(world.portals.length, 'portal'), bytesText(bytes.length)]
  document.title = `${title} - isthmus`
  setText('world-title', title)
  setText('world-facts', parts.join(' \u00b7 '))
  setShown('panel', true)
  setShown('corner', true)
  liftCover()
  stage = new WorldStage(world, tenure.signal)
}

/** A file that is no baked world leaves the page as it is. */
function take(name: string, bytes: Uint8Array): void {
  try {
    if (isWorld(bytes)) show(name, bytes)
    else notify('This page shows baked worlds; isthmus view FILE shows what else there is: maps, atlases, Tiled, LDtk.')
  } catch (error) {
    notify(messageOf(error))
  }
  liftCover()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

start().catch(error => showFailure('The world cannot be shown', messageOf(error)))
