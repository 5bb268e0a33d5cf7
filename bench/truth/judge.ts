/**
 * Holds what a map that changes says against its plain cells: what is reachable against a flood, paths against the judge of
 * steps, costs and bounds against plain Dijkstra, all else against a fresh bake. What is wrong is counted and told.
 */
import type { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { type Atlas, checkPath, type LiveMap, type Quality, type Route } from '../../src/index.ts'
import { islandsOf, type PlainMap } from './plain-map.ts'

const QUALITIES: readonly Quality[] = ['fast', 'default', 'exact']
/** Units have 99 / 70 for the root of 2; sums of doubles are rounded. */
const UNITS = 1e-4
const ROUNDING = 1e-9
const PROBLEMS_TOLD = 10

/** A live map, one of its views or one of its snapshots. */
export type Asked = Pick<Atlas, 'islandOf' | 'isReachable'> & {
  finder(): { find: ReturnType<LiveMap['finder']>['find'] }
}

export class Judge {
  wrong = 0
  queries = 0
  /** Routes that were compared with Dijkstra. */
  proven = 0
  /** Of a map, told with what is wrong. */
  private readonly title: string

  constructor(title: string) {
    this.title = title
  }

  expect(isRight: boolean, tell: () => string): void {
    if (isRight) return
    this.wrong++
    if (this.wrong <= PROBLEMS_TOLD) process.stderr.write(`${this.title}: ${tell()}\n`)
  }

  /** The same islands as a flood's: one number an island, and no other has it. */
  islands(asked: Pick<Asked, 'islandOf'>, { width }: PlainMap, expected: Int32Array, when: string): void {
    const numberOf = new Map<number, number>()
    const seen = new Set<number>()
    for (let cell = 0; cell < expected.length; cell++) {
      const [x, y] = [cell % width, Math.floor(cell / width)]
      const number = asked.islandOf(x, y)
      const island = expected[cell]
      const known = island < 0 ? -1 : numberOf.get(island)
      const isNew = known === undefined
      const isRight = isNew ? number >= 0 && !seen.has(number) : number === known
      if (isNew) {
        numberOf.set(island, number)
        seen.add(number)
      }
      if (isRight) continue
      this.expect(false, () => `${when}: the island of ${x},${y} is ${number}, against a flood`)
      return
    }
  }

  /** A route between random cells; with `isProven` its cost and bound against Dijkstra too. */
  route(asked: Asked, map: PlainMap, islands: Int32Array, random: Random, isProven: boolean, when: string): void {
    const { width } = map
    const [start, goal] = drawEnds(islands, random)
    const [x0, x1] = [start % width, goal % width]
    const [y0, y1] = [(start - x0) / width, (goal - x1) / width]
    const quality = QUALITIES[random.below(QUALITIES.length)]
    const route = asked.finder().find(x0, y0, x1, y1, { quality })
    const at = () => `${when}: ${quality} from ${x0},${y0} to ${x1},${y1}`
    const isSame = islands[start] >= 0 && islands[start] === islands[goal]
    this.queries++
    this.expect(
      asked.isReachable(x0, y0, x1, y1) === isSame,
      () => `${at()} is ${isSame ? 'reachable' : 'not reachable'}`,
    )
    this.expect((route.status === 'found') === isSame, () => `${at()} is ${route.status}`)
    if (route.status !== 'found' || !isSame) return
    const path = checkPath(map, route.cells(), x0, y0, x1, y1, map.directions)
    this.expect(path.status === 'legal', () => `${at()}: ${path.message}`)
    this.expect(
      Math.abs(path.cost - route.cost) <= ROUNDING * path.cost,
      () => `${at()} costs ${path.cost}, not ${route.cost}`,
    )
    this.expect(route.cost <= route.estimate * (1 + ROUNDING), () => `${at()} costs more than its estimate`)
    if (isProven) this.proveRoute(route, exactCost(map, x0, y0, x1, y1), quality, at)
  }

  private proveRoute({ cost, lowerBound }: Route, least: number, quality: Quality, at: () => string): void {
    this.proven++
    this.expect(lowerBound <= least * (1 + ROUNDING), () => `${at()}: the bound ${lowerBound} is above ${least}`)
    this.expect(cost >= least * (1 - ROUNDING), () => `${at()} costs ${cost}, less than is possible: ${least}`)
    const isExact = quality !== 'exact' || cost <= least * (1 + UNITS)
    this.expect(isExact, () => `${at()} costs ${cost}, not ${least}`)
  }

  /** All of that on a map whose islands are to be found first. */
  all(asked: Asked, map: PlainMap, random: Random, when: string): void {
    const islands = islandsOf(map)
    this.islands(asked, map, islands, when)
    this.route(asked, map, islands, random, true, when)
  }
}

/** Two cells, of one island more often than not. */
function drawEnds(islands: Int32Array, random: Random): [start: number, goal: number] {
  const start = random.below(islands.length)
  let goal = random.below(islands.length)
  for (let tries = random.below(16); tries > 0 && (islands[goal] < 0 || islands[goal] !== islands[start]); tries--) {
    goal = random.below(islands.length)
  }
  return [start, goal]
}

export const hasSameBytes = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
