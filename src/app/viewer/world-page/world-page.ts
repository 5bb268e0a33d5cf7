/**
 * The page of a world: its maps side by side, portals as arcs, and the trip between two cells that are clicked. The world
 * is opened and searched in the page itself: a trip takes less than a frame.
 */

import { World } from '../../../world/open-world.ts'
import { readWorldFile } from '../../../world/read-world-file.ts'
import { planOf } from '../../draw/world-plan.ts'
import { button, division, setShown, setText } from '../page/elements.ts'
import { applyTheme, toggleTheme } from '../page/theme.ts'
import { fetchBytes, fetchWorld } from '../worker/fetch.ts'
import { WorldStage } from './world-stage.ts'

async function start(): Promise<void> {
  let stage: WorldStage | null = null
  applyTheme(() => stage?.invalidate())
  const about = await fetchWorld()
  const bytes = await fetchBytes(about.atlas, about.sizeBytes, doneBytes => {
    setText(division('cover-text'), `The world is loading: ${Math.round((100 * doneBytes) / about.sizeBytes)} %.`)
  })
  const world = new World(readWorldFile(bytes))
  setText(division('world-title'), `${about.title}: ${world.maps.length} maps, ${world.portals.length} portals`)
  setShown(division('panel'), true)
  setShown(division('cover'), false)
  const shown = new WorldStage(world, planOf(world))
  stage = shown
  button('theme').addEventListener('click', () => {
    toggleTheme()
    shown.invalidate()
  })
}

start().catch(error => {
  setText(
    division('cover-text'),
    `The world cannot be shown. ${error instanceof Error ? error.message : String(error)}`,
  )
})
