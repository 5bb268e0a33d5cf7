/**
 * Keys on the maps of a world: the arrows move the view, plus and minus zoom.
 */
import type { Camera } from '../page/camera.ts'

const KEY_STEP_PIXELS = 80
const KEY_ZOOM = 1.3

export function listenToMapKeys(canvas: HTMLCanvasElement, camera: Camera, onMoved: () => void): void {
  canvas.addEventListener('keydown', event => {
    const step = KEY_STEP_PIXELS * camera.density
    const zoom = (factor: number) => camera.zoomAt(camera.width / 2, camera.height / 2, factor)
    if (event.key === 'ArrowLeft') camera.panBy(-step, 0)
    else if (event.key === 'ArrowRight') camera.panBy(step, 0)
    else if (event.key === 'ArrowUp') camera.panBy(0, -step)
    else if (event.key === 'ArrowDown') camera.panBy(0, step)
    else if (event.key === '+' || event.key === '=') zoom(KEY_ZOOM)
    else if (event.key === '-') zoom(1 / KEY_ZOOM)
    else return
    event.preventDefault()
    onMoved()
  })
}
