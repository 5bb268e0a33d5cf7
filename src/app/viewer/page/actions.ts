/**
 * What a person can do, once: buttons and keys both come here, and the list of keys is written from it.
 */

import { LAYERS, type Layer } from '../../draw/layers.ts'
import type { Cell, Pair } from '../protocol.ts'
import type { Box, Insets } from './camera.ts'
import { division, element, setText } from './elements.ts'
import { playSearch } from './layers-panel.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'
import { toggleTheme } from './theme.ts'

const ZOOM_STEP = 1.5
const PAN_PIXELS = 120
/** Around what is flown to, so that no end lies under a card's edge. */
const MARGIN_PIXELS = 56
const FIT_MARGIN_PIXELS = 16
const COPIED_MS = 1600
const NARROW = matchMedia('(max-width: 720px)')

export class Actions {
  private readonly session: Session
  private readonly stage: Stage

  constructor(session: Session, stage: Stage) {
    this.session = session
    this.stage = stage
  }

  randomPair(fliesThere = true): void {
    this.session.askForPair(pair => {
      if (fliesThere) this.showPair(pair)
    })
  }

  fit(): void {
    this.stage.flyTo(this.stage.camera.wholeMap(), this.insets(FIT_MARGIN_PIXELS))
  }

  /** The whole map, at once. */
  showAll(): void {
    const { camera } = this.stage
    const { x, y, scale } = camera.viewOf(camera.wholeMap(), this.insets(FIT_MARGIN_PIXELS))
    camera.lookAt(x, y, scale)
  }

  /** Flies to an end, close enough to see its cell; where there is none, nothing happens. */
  showEnd(cell: Cell | null): void {
    if (cell === null) return
    const cells = 24
    const box = { left: cell.x - cells, top: cell.y - cells, right: cell.x + cells, bottom: cell.y + cells }
    this.stage.flyTo(box, this.insets(MARGIN_PIXELS))
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

  layer(number: number): void {
    const layer: Layer | undefined = LAYERS[number - 1]
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

  private showPair({ start, goal }: Pair): void {
    const { camera } = this.stage
    const insets = this.insets(FIT_MARGIN_PIXELS)
    const isInView = ({ x, y }: Cell) => {
      const [left, top] = [camera.screenX(x), camera.screenY(y)]
      const isBeside = left > insets.left && left < camera.width - insets.right
      return isBeside && top > insets.top && top < camera.height - insets.bottom
    }
    if (isInView(start) && isInView(goal)) return
    this.stage.flyTo(boxOf(start, goal), this.insets(MARGIN_PIXELS))
  }

  /** What the cards cover of the canvas, in pixels of the screen. */
  private insets(marginPixels: number): Insets {
    const { density } = this.stage.camera
    const panel = division('panel').getBoundingClientRect()
    const margin = marginPixels * density
    if (NARROW.matches) return { left: margin, top: margin, right: margin, bottom: panel.height * density + margin }
    return { left: panel.right * density + margin, top: margin, right: margin, bottom: margin }
  }
}

function boxOf(start: Cell, goal: Cell): Box {
  return {
    left: Math.min(start.x, goal.x),
    top: Math.min(start.y, goal.y),
    right: Math.max(start.x, goal.x) + 1,
    bottom: Math.max(start.y, goal.y) + 1,
  }
}
