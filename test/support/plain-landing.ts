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
  const isOther = own === beyond && !(xBeyond > x || yBeyond > y) && besideExpensive(map, turned(crossing)) !== null
  const diagonal = isOther || isPassed(map, crossing) ? null : besideExpensive(map, crossing)
  if (diagonal !== null) return { ...diagonal, half: (99 * map.costAt(diagonal.x, diagonal.y) + 29 * beyond) / 140 }
  return { x, y, half: own / 2 }
}

function turned({ x, y, xBeyond, yBeyond }: Crossing): Crossing {
  return { x: xBeyond, y: yBeyond, xBeyond: x, yBeyond: y }
}

/** The cheaper one of the cells beside the crossing's own along the border, where its own is expensive enough to be passed. */
function besideExpensive(map: CellMap, { x, y, xBeyond, yBeyond }: Crossing): { x: number; y: number } | null {
  const [n, f] = [map.costAt(x, y), map.costAt(xBeyond, yBeyond)]
  const isAlongX = x === xBeyond
  const beside = [-1, 1].map(by => ({ x: isAlongX ? x + by : x, y: isAlongX ? y : y + by }))
  const landings = beside.filter(cell => {
    const b = map.costAt(cell.x, cell.y)
    const isOpen = b > 0 && map.costAt(cell.x + xBeyond - x, cell.y + yBeyond - y) > 0
    const isInBlock = cell.x >> 5 === x >> 5 && cell.y >> 5 === y >> 5
    const isFarCheaper = n === f ? 16 * b < n : 99 * b + 70 * f < 70 * n
    return map.directions === 8 && isOpen && isInBlock && isFarCheaper
  })
  landings.sort((a, b) => map.costAt(a.x, a.y) - map.costAt(b.x, b.y))
  return landings[0] ?? null
}

/**
 * What leads past the corner of a block between the middles of two crossings of the cell there, in cell lengths; Infinity where
 * nothing does.
 */
export function plainOverCorner(map: CellMap, one: Crossing, other: Crossing): number {
  const { x, y } = one
  const isCorner = x === other.x && y === other.y && one.xBeyond !== other.xBeyond
  if (!isCorner || map.directions !== 8) return Infinity
  const [n, a, b] = [map.costAt(x, y), map.costAt(one.xBeyond, one.yBeyond), map.costAt(other.xBeyond, other.yBeyond)]
  const m = map.costAt(one.xBeyond + other.xBeyond - x, one.yBeyond + other.yBeyond - y)
  if (b === 0 || m === 0 || 2 * n < a + b || a + b > n + m) return Infinity
  if (a + b === n + m && !leadsOn(map, one, other, a + b)) return Infinity
  const landsBeside = [one, other].some(crossing => {
    const landing = plainLanding(map, turned(crossing))
    return landing.x !== crossing.xBeyond || landing.y !== crossing.yBeyond
  })
  if (landsBeside || landsFarther(map, one, other) || landsFarther(map, other, one)) return Infinity
  return (29 * (a + b)) / 140
}

/** Whether the diagonal past the crossings' cell leads on to cheaper cells than it has, and than the other diagonal. */
function leadsOn(map: CellMap, one: Crossing, other: Crossing, ends: number): boolean {
  const [west, north] = [Math.min(one.x, one.xBeyond, other.xBeyond), Math.min(one.y, one.yBeyond, other.yBeyond)]
  const costAt = (x: number, y: number) => map.costAt(x, y) || Infinity
  const falling = costAt(west - 1, north - 1) + costAt(west + 2, north + 2)
  const rising = costAt(west + 2, north - 1) + costAt(west - 1, north + 2)
  const isOnFalling = (one.x === west) === (one.y === north)
  return isOnFalling ? rising < Math.min(ends, falling) : falling < Math.min(ends, rising)
}

/** Whether the next crossing along the border, seen from beyond, lands on the cell farther from the corner, where `other` leads. */
function landsFarther(map: CellMap, { x, y, xBeyond, yBeyond }: Crossing, other: Crossing): boolean {
  const [byX, byY] = [x - other.xBeyond, y - other.yBeyond]
  const next = { x: xBeyond + byX, y: yBeyond + byY, xBeyond: x + byX, yBeyond: y + byY }
  if (map.costAt(next.x, next.y) === 0 || map.costAt(next.xBeyond, next.yBeyond) === 0) return false
  const landing = plainLanding(map, next)
  return landing.x === next.x + byX && landing.y === next.y + byY
}

/** Whether a path may go past the crossing's cell over a corner of its block. */
function isPassed(map: CellMap, crossing: Crossing): boolean {
  const { x, y, xBeyond } = crossing
  const isAlongX = x === xBeyond
  return [-1, 1].some(by => {
    const [toX, toY] = isAlongX ? [x + by, y] : [x, y + by]
    const isOut = toX >> 5 !== x >> 5 || toY >> 5 !== y >> 5
    return isOut && plainOverCorner(map, crossing, { x, y, xBeyond: toX, yBeyond: toY }) < Infinity
  })
}
