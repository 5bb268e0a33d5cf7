/**
 * The page of a world: its maps side by side, portals as arcs, and the trip between two cells that are clicked. The world
 * is opened and searched in the page itself: a trip takes less than a frame.
 */
import { World } from '../../../world/open-world.ts'
import { readWorldFile } from '../../../world/read-world-file.ts'
import { bytesText, counted } from '../../cli/words.ts'
import { showHead, startPage } from '../page/bring.ts'
import { notify } from '../page/loading-cover.ts'
import type { BroughtFile } from '../protocol.ts'
import { WorldStage } from './world-stage.ts'

let stage: WorldStage | null = null
let tenure = new AbortController()

function show(title: string, bytes: Uint8Array): void {
  const world = new World(readWorldFile(bytes))
  tenure.abort()
  tenure = new AbortController()
  // An address tells of the world that it was written for.
  if (stage !== null) history.replaceState(null, '', location.pathname)
  const parts = [counted(world.maps.length, 'map'), counted(world.portals.length, 'portal'), bytesText(bytes.length)]
  showHead(title, parts)
  stage = new WorldStage(world, tenure.signal)
}

async function take(files: readonly BroughtFile[]): Promise<void> {
  const { worldOfFiles } = await import('../worker/making.ts')
  const { title, bytes, note } = await worldOfFiles(files)
  show(title, bytes)
  if (note !== '') notify(note)
}

startPage(() => stage?.view.invalidate(), show, take)
