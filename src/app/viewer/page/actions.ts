/**
 * What a person can do, once: buttons and keys both come here, and the list of keys is written from it.
 */

import { LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell } from '../protocol.ts'
import type { Box, Insets } from './camera.ts'
import { insetsForEnds, insetsForMap, isInSight } from './cards.ts'
import { button, division, element, setText } from './elements.ts'
import { playSearch } from './layers-panel.ts'
import type { Session } from './session.ts'
import { KEY_OF_LAYER } from './shown-layers.ts'
import type { Stage } from './stage.ts'
import { toggleTheme } from './theme.ts'

const ZOOM_STEP = 1.5
const PAN_PIXELS = 120
/** Around what is flown to, so that no end lies under a card's edge. */
const MARGIN_PIXELS = 28
const FIT_MARGIN_PIXELS = 16
const COPIED_MS = 1600

export class Actions {
  private readonly session: Session
  private readonly stage: Stage

  constructor(session: Session, stage: Stage) {
    this.session = session
    this.stage = stage
  }

  randomPair(fliesThere = true): void {
    this.session.askForPair(() => {
      if (fliesThere) this.showEnds()
    })
  }

  fit(): void {
    this.stage.flyTo(this.stage.camera.wholeMap(), this.onScreen(insetsForMap(FIT_MARGIN_PIXELS)))
    this.stage.frameBy(() => this.showAll())
  }

  /** The whole map, at once. */
  showAll(): void {
    const { camera } = this.stage
    this.look(camera.wholeMap(), insetsForMap(FIT_MARGIN_PIXELS))
    this.stage.frameBy(() => this.showAll())
  }

  private look(box: Box, insets: Insets): void {
    const { camera } = this.stage
    this.stage.land()
    const { x, y, scale } = camera.viewOf(box, this.onScreen(insets))
    camera.lookAt(x, y, scale)
  }

  /** Flies to an end, close enough to see its cell; where there is none, nothing happens. */
  showEnd(cell: Cell | null): void {
    if (cell === null) return
    const cells = 24
    const box = { left: cell.x - cells, top: cell.y - cells, right: cell.x + cells, bottom: cell.y + cells }
    this.stage.land()
    this.stage.flyTo(box, this.onScreen(insetsForEnds(MARGIN_PIXELS)))
  }

  zoom(steps: number): void {
    const { camera } = this.stage
    this.stage.land()
    camera.zoomAt(camera.width / 2, camera.height / 2, ZOOM_STEP ** steps)
    this.stage.invalidate()
  }

  pan(stepsX: number, stepsY: number): void {
    const { camera } = this.stage
    this.stage.land()
    camera.panBy(stepsX * PAN_PIXELS * camera.density, stepsY * PAN_PIXELS * camera.density)
    this.stage.invalidate()
  }

  level(steps: number): void {
    const levelCount = Math.max(1, this.session.facts.levels.length - 1)
    this.session.setLevel(Math.min(levelCount - 1, Math.max(0, this.stage.level + steps)))
  }

  layer(key: string): void {
    const layer: Layer | undefined = LAYERS.find(name => KEY_OF_LAYER[name] === key.toLowerCase())
    if (layer !== undefined) this.session.toggle(layer)
  }

  replay(): void {
    if (!this.session.layers.has('search')) this.session.toggle('search')
    playSearch(this.session)
  }

  theme(): void {
    toggleTheme()
    this.stage.invalidate()
  }

  help(): void {
    const help = element('help', HTMLDialogElement)
    if (!help.open) help.showModal()
  }

  copyLink(): void {
    const label = division('copy-label')
    const tell = (text: string) => {
      setText(label, text)
      setText(division('announcer'), text)
      window.setTimeout(() => setText(label, 'Copy link'), COPIED_MS)
    }
    // Without a secure origin there is no clipboard; the address bar has the link in any case.
    const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject()
    copying.then(
      () => tell('Link copied'),
      () => tell('See the address'),
    )
  }

  /** Flies to where both ends can be seen, unless they can be seen already. */
  showEnds(): void {
    const { camera } = this.stage
    const ends = [this.session.start, this.session.goal].filter(end => end !== null)
    const isSeen = ({ x, y }: Cell) =>
      isInSight(camera.screenX(x + 0.5) / camera.density, camera.screenY(y + 0.5) / camera.density)
    if (ends.length === 0 || ends.every(isSeen)) return
    const box = boxOf(ends)
    this.stage.flyTo(box, this.onScreen(insetsForEnds(MARGIN_PIXELS)))
    const again = () => {
      this.look(box, insetsForEnds(MARGIN_PIXELS))
      this.stage.frameBy(again)
    }
    this.stage.frameBy(again)
  }

  /** A sheet that unfolds leaves the ends in view. */
  fold(): void {
    const isUnfolded = division('panel').classList.toggle('unfolded')
    button('fold').setAttribute('aria-expanded', String(isUnfolded))
    this.showEnds()
  }

  /** To the active end's field, to type a cell. */
  field(): void {
    const input = element(`${this.session.active}-cell`, HTMLInputElement)
    input.focus()
    input.select()
  }

  private onScreen({ left, top, right, bottom }: Insets): Insets {
    const { density } = this.stage.camera
    return { left: left * density, top: top * density, right: right * density, bottom: bottom * density }
  }
}

function boxOf(cells: readonly Cell[]): Box {
  const xs = cells.map(({ x }) => x)
  const ys = cells.map(({ y }) => y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs) + 1, bottom: Math.max(...ys) + 1 }
}
