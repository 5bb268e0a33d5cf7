/**
 * Where a path lands beside a crossing, in the words of the file's page, and what it costs from there to the crossing's middle.
 */
import type { CellMap } from '../../src/proof/oracle.ts'
import type { Slot } from './columns.ts'

type Crossing = Pick<Slot, 'x' | 'y' | 'xBeyond' | 'yBeyond'>

/** The landing on the side that the crossing is seen from; half of the step is in cell lengths. */
export function plainLanding(map: CellMap, crossing: Crossing): { x: number; y: number; half: number } {
  const { x, y, xBeyond, yBeyond } = crossing
  const [own, beyond] = [map.costAt(x, y), map.costAt(xBeyond, yBeyond)]
  const askew = besideDear(map, crossing)
  if (askew !== null) return { ...askew, half: (99 * map.costAt(askew.x, askew.y) + 29 * beyond) / 140 }
  return { x, y, half: own / 2 }
}

/** The cheaper one of the cells beside the crossing's own along the border, where its own is dear enough to be passed. */
function besideDear(map: CellMap, { x, y, xBeyond, yBeyond }: Crossing): { x: number; y: number } | null {
  const [n, f] = [map.costAt(x, y), map.costAt(xBeyond, yBeyond)]
  const isAlongX = x === xBeyond
  const beside = [-1, 1].map(by => ({ x: isAlongX ? x + by : x, y: isAlongX ? y : y + by }))
  const landings = beside.filter(cell => {
    const b = map.costAt(cell.x, cell.y)
    const isOpen = b > 0 && map.costAt(cell.x + xBeyond - x, cell.y + yBeyond - y) > 0
    const isInBlock = cell.x >> 5 === x >> 5 && cell.y >> 5 === y >> 5
    return map.directions === 8 && isOpen && isInBlock && 99 * b + 70 * f < 70 * n
  })
  landings.sort((a, b) => map.costAt(a.x, a.y) - map.costAt(b.x, b.y))
  return landings[0] ?? null
}
