/**
 * Draws the names of maps, places and portals over the maps of a world, where there is room.
 */
import type { World } from '../../../world/open-world.ts'
import { cssOf, type Scheme } from '../../draw/palette.ts'
import { onPlan, type WorldPicturePlan } from '../../draw/world-marks.ts'
import type { Camera } from '../page/camera.ts'

/** Names lie in slots of this size, in pixels of the page; one that would overlap another is left out. */
const SLOT_PIXELS = { width: 12, height: 18 }
const FONT = 'px system-ui, sans-serif'

export function drawNames(
  context: CanvasRenderingContext2D,
  camera: Camera,
  world: World,
  plan: WorldPicturePlan,
  { smooth, casing }: Scheme,
): void {
  const { density } = camera
  const taken = new Set<string>()
  const draw = (name: string, left: number, middle: number) => {
    const right = left + context.measureText(name).width
    if (right < 0 || middle < 0 || left > camera.width || middle > camera.height) return
    const row = Math.round(middle / (SLOT_PIXELS.height * density))
    const [first, last] = [left, right].map(x => Math.floor(x / (SLOT_PIXELS.width * density)))
    const slots = Array.from({ length: last - first + 1 }, (_, i) => `${row},${first + i}`)
    if (slots.some(slot => taken.has(slot))) return
    for (const slot of slots) taken.add(slot)
    context.strokeText(name, left, middle)
    context.fillText(name, left, middle)
  }
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3 * density
  context.strokeStyle = cssOf(casing)
  context.fillStyle = cssOf(smooth)
  context.font = `600 ${13 * density}${FONT}`
  for (const { name, x, y } of plan.maps) draw(name, camera.screenX(x), camera.screenY(y) - 9 * density)
  context.font = `${12 * density}${FONT}`
  const named = [...world.places, ...world.portals.map(({ id, from }) => ({ name: id, ...from }))]
  for (const { name, ...cell } of named) {
    const { x, y } = onPlan(plan, cell)
    draw(name, camera.screenX(x + 0.5) + 9 * density, camera.screenY(y + 0.5))
  }
}
