/**
 * The ends of a trip as fields: each shows its cell or the place there, and takes what is typed, as MAP:X,Y, MAP:PLACE or the
 * name of a place. So keys alone do what clicks do.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import { division, element, setText } from '../page/elements.ts'

export type End = 'start' | 'goal'
const ENDS: readonly End[] = ['start', 'goal']
const PLACES_LISTED_MAX = 2000

export class EndFields {
  private readonly world: World
  private readonly fields = {
    start: element('start-cell', HTMLInputElement),
    goal: element('goal-cell', HTMLInputElement),
  }

  constructor(world: World, onEnd: (end: End, cell: MapCell) => void) {
    this.world = world
    const options = world.places.slice(0, PLACES_LISTED_MAX).map(({ map, name }) => {
      const option = document.createElement('option')
      option.value = `${map}:${name}`
      return option
    })
    division('places').replaceChildren(...options)
    for (const end of ENDS) {
      const field = this.fields[end]
      field.addEventListener('change', () => {
        const cell = cellOfText(world, field.value)
        const first = world.maps[0]
        field.setAttribute('aria-invalid', String(cell === null))
        if (cell !== null) onEnd(end, cell)
        setText(
          division('end-problem'),
          cell === null ? `The ${end} is no cell of a map: type MAP:X,Y such as ${first}:0,0, or a place.` : '',
        )
      })
    }
  }

  show(end: End, cell: MapCell | null): void {
    const field = this.fields[end]
    if (document.activeElement === field && field.getAttribute('aria-invalid') === 'true') return
    field.value = cell === null ? '' : textOf(this.world, cell)
  }
}

export function cellOfText(world: World, text: string): MapCell | null {
  const typed = text.trim()
  const places = world.places.filter(({ map, name }) => name === typed || `${map}:${name}` === typed)
  if (places.length > 0) {
    const { map, x, y } = places[0]
    return { map, x, y }
  }
  const match = /^(.*):\s*(\d{1,5})\s*[, ]\s*(\d{1,5})$/s.exec(typed)
  if (match === null || !world.maps.includes(match[1])) return null
  const [map, x, y] = [match[1], Number(match[2]), Number(match[3])]
  const { width, height } = world.map(map)
  return x < width && y < height ? { map, x, y } : null
}

function textOf(world: World, { map, x, y }: MapCell): string {
  const place = world.places.find(one => one.map === map && one.x === x && one.y === y)
  return place === undefined ? `${map}:${x},${y}` : `${map}:${place.name}`
}
