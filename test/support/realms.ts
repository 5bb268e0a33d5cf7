/**
 * Random worlds of several maps, and their oracle: plain Dijkstra over all cells of all maps and all portals. It shares
 * nothing with the search through a world but the movement rule.
 */
import { Heap } from '../../src/base/heap.ts'
import { Random } from '../../src/base/random.ts'
import type { MapCell, WorldPortal } from '../../src/format/world/description.ts'
import type { Grid } from '../../src/map/grid.ts'
import { canStep, type Directions, DX, DY } from '../../src/map/movement.ts'
import { plainMap } from './plain.ts'
import { freeCells, worldOfSeed } from './worlds.ts'

export interface Realm {
  readonly maps: Record<string, Grid>
  readonly portals: WorldPortal[]
  readonly directions: Directions
}

export interface RealmWishes {
  readonly mapsMax: number
  readonly portalsMax: number
  readonly sideMax: number
  readonly hasHours?: boolean
}

export const KEYS = ['red', 'green', 'blue']

export function realmOfSeed(seed: number, { mapsMax, portalsMax, sideMax, hasHours = false }: RealmWishes): Realm {
  const random = new Random(seed)
  const maps: Record<string, Grid> = {}
  const mapCount = 2 + random.below(mapsMax - 1)
  for (let map = 0; map < mapCount; map++) maps[`map ${map}`] = worldOfSeed(random.nextUint32(), sideMax).grid
  const names = Object.keys(maps)
  const portals: WorldPortal[] = []
  const portalCount = 2 + random.below(portalsMax - 1)
  for (let i = 0; i < portalCount; i++) {
    const from = cellOf(maps, names[random.below(names.length)], random)
    const to = cellOf(maps, names[random.below(names.length)], random)
    if (from === undefined || to === undefined) continue
    const every = 1 + random.below(400)
    const opens = random.below(every)
    portals.push({
      id: `portal ${i}`,
      from,
      to,
      ...(random.unit() < 0.5 && { cost: random.below(60) }),
      ...(random.unit() < 0.3 && { oneWay: true }),
      ...(random.unit() < 0.3 && { needs: KEYS.filter(() => random.unit() < 0.5) }),
      ...(hasHours &&
        random.unit() < 0.5 && {
          open: { every, from: opens, until: (opens + 1 + random.below(every)) % (every + 1) },
        }),
    })
  }
  // A period that begins where it ends is none.
  const isSound = ({ open }: WorldPortal) => open === undefined || open.from !== open.until
  return { maps, portals: portals.filter(isSound), directions: random.unit() < 0.3 ? 4 : 8 }
}

export function cellOf(maps: Record<string, Grid>, map: string, random: Random): MapCell | undefined {
  const [cell] = freeCells(maps[map], 1, random)
  return cell && { map, x: cell[0], y: cell[1] }
}

/** Whether who comes at `time` can enter, and how long that takes. */
function waitFor({ open }: WorldPortal, time: number): number {
  if (open === undefined) return 0
  const { every, from, until } = open
  for (let wait = 0; ; ) {
    const now = (time + wait) % every
    if (from < until ? now >= from && now < until : now >= from || now < until) return wait
    wait += now < from ? from - now : every - now + from
  }
}

/** The first time of arrival at a cell from another, Infinity where no way leads there. */
export function firstArrival(realm: Realm, start: MapCell, goal: MapCell, has: readonly string[], at: number): number {
  const names = Object.keys(realm.maps)
  const maps = names.map(name => plainMap(realm.maps[name], realm.directions))
  const firstCell = [0]
  for (const { width, height } of maps) firstCell.push(firstCell[firstCell.length - 1] + width * height)
  const idOf = ({ map, x, y }: MapCell) => {
    const number = names.indexOf(map)
    return firstCell[number] + y * maps[number].width + x
  }
  const doors = new Map<number, { portal: WorldPortal; to: number }[]>()
  for (const portal of realm.portals) {
    if (!(portal.needs ?? []).every(key => has.includes(key))) continue
    const [from, to] = [idOf(portal.from), idOf(portal.to)]
    doors.set(from, [...(doors.get(from) ?? []), { portal, to }])
    if (portal.oneWay !== true) doors.set(to, [...(doors.get(to) ?? []), { portal, to: from }])
  }
  const timeOf = new Float64Array(firstCell[names.length]).fill(Infinity)
  const heap = new Heap()
  const relax = (id: number, time: number) => {
    if (time >= timeOf[id]) return
    timeOf[id] = time
    heap.push(time, id)
  }
  relax(idOf(start), at)
  const end = idOf(goal)
  while (heap.size > 0) {
    const id = heap.pop()
    const time = heap.poppedKey
    if (id === end) return time
    if (time > timeOf[id]) continue
    let number = 0
    while (id >= firstCell[number + 1]) number++
    const map = maps[number]
    const x = (id - firstCell[number]) % map.width
    const y = Math.floor((id - firstCell[number]) / map.width)
    for (let direction = 0; direction < realm.directions; direction++) {
      if (!canStep(map, x, y, direction)) continue
      const [toX, toY] = [x + DX[direction], y + DY[direction]]
      const mean = (map.costAt(x, y) + map.costAt(toX, toY)) / 2
      relax(firstCell[number] + toY * map.width + toX, time + (direction < 4 ? mean : mean * Math.SQRT2))
    }
    for (const { portal, to } of doors.get(id) ?? []) relax(to, time + waitFor(portal, time) + (portal.cost ?? 0))
  }
  return Infinity
}
