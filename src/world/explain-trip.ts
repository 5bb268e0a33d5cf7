/**
 * Explains a trip. With a way: where it waits, and which keys its portals need. Without one: the portals that would
 * open a way with the fewest changes, and what each of them needs.
 */
import type { MapCell } from '../format/world/description.ts'
import type { WorldNet } from './net.ts'
import type { Portal } from './portal.ts'
import type { AskedTrip, PlannedLeg, TripStatus } from './trip-answer.ts'

/** Why a portal is shut: it is closed, or keys are missing. */
export interface Obstacle {
  readonly portal: string
  readonly isClosed: boolean
  readonly missingKeys: readonly string[]
}

export interface TripExplanation {
  readonly status: TripStatus
  /** One sentence. */
  readonly message: string
  /** Without a way: what to open or which keys to get for one; empty if that would not help. */
  readonly obstacles: readonly Obstacle[]
  /** With a way: where it waits, and how long. */
  readonly waits: readonly { readonly portal: string; readonly at: MapCell; readonly cells: number }[]
  /** With a way: the keys that its portals need. */
  readonly keys: readonly string[]
}

export function explainTrip(
  net: WorldNet,
  asked: AskedTrip,
  status: TripStatus,
  message: string,
  legs: readonly PlannedLeg[],
  waitOfLeg: readonly number[],
): TripExplanation {
  const obstacles = status === 'unreachable' ? obstaclesBetween(net, asked) : []
  const waits = legs.flatMap(({ map, to, portal }, leg) =>
    portal !== null && waitOfLeg[leg] > 0 ? [{ portal: portal.id, at: { map, ...to }, cells: waitOfLeg[leg] }] : [],
  )
  const keys = [...new Set(legs.flatMap(({ portal }) => portal?.needs ?? []))]
  return { status, message: status === 'unreachable' ? sentenceOf(obstacles) : message, obstacles, waits, keys }
}

function sentenceOf(obstacles: readonly Obstacle[]): string {
  if (obstacles.length === 0) return 'No portals lead there, open or not.'
  const parts = obstacles.map(({ portal, isClosed, missingKeys }) => {
    const wants = [isClosed ? 'to be open' : '', missingKeys.map(key => `the ${key}`).join(' and ')].filter(Boolean)
    return `${portal} wants ${wants.join(' and ')}`
  })
  return `There would be a way, but ${parts.join(', ')}.`
}

/** The shut portals on a way with the fewest of them: a breadth-first search in rings of equal count. */
function obstaclesBetween(net: WorldNet, { start, goal, has }: AskedTrip): Obstacle[] {
  const keys = new Set(has)
  const islandAt = ({ map, x, y }: MapCell) => net.parts[net.numberOfMap.get(map)!].islandAt(x, y)
  const [from, to] = [islandAt(start), islandAt(goal)]
  if (from === null || to === null) return []
  const linkTo = new Map<number, number>()
  const done = new Set<number>()
  const shut = new Map([[from.number, 0]])
  let ring = [from]
  while (ring.length > 0) {
    const next: typeof ring = []
    for (let island = ring.pop(); island !== undefined; island = ring.pop()) {
      if (done.has(island.number)) continue
      done.add(island.number)
      for (const stop of island.stops) {
        for (const link of net.linksOfStop[stop]) {
          const beyond = net.islandOfStop[net.endOf(link)]
          if (beyond === null || done.has(beyond.number)) continue
          const isPassable = net.portals[link >> 1].isPassableWith(keys)
          const count = shut.get(island.number)! + (isPassable ? 0 : 1)
          if (count >= (shut.get(beyond.number) ?? Infinity)) continue
          shut.set(beyond.number, count)
          linkTo.set(beyond.number, link)
          if (isPassable) ring.push(beyond)
          else next.push(beyond)
        }
      }
    }
    ring = next
  }
  return wayBack(net, from.number, to.number, linkTo)
    .filter(portal => !portal.isPassableWith(keys))
    .map(portal => ({
      portal: portal.id,
      isClosed: !portal.isOpen,
      missingKeys: portal.needs.filter(key => !keys.has(key)),
    }))
}

/** The portals on the way found, first to last; empty if there is none. */
function wayBack(net: WorldNet, from: number, to: number, linkTo: ReadonlyMap<number, number>): Portal[] {
  const portals: Portal[] = []
  for (let island = to; island !== from; ) {
    const link = linkTo.get(island)
    if (link === undefined) return []
    portals.push(net.portals[link >> 1])
    island = net.islandOfStop[net.endOf(link ^ 1)]!.number
  }
  return portals.reverse()
}
