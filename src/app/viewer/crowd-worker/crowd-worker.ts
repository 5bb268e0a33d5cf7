/**
 * The worker of a crowd's page: it ticks while the page is seen, and sends the places of all units after each tick. A
 * tick that takes longer than it lasts makes the units slower, never the page.
 */
import { Random } from '../../../base/random.ts'
import { type LiveMap, openLive } from '../../../live.ts'
import { many } from '../../../many.ts'
import type { Field } from '../../../query.ts'
import { liveTravellers } from '../../../travellers.ts'
import { answerCalls, tellNews } from '../calls.ts'
import type { BroughtFile, Cell, CrowdFrame, Rect, Way } from '../protocol.ts'
import { inCells, type Moving, passing, through } from './moving.ts'

const SAMPLES = 500
/** After this many misses the map has hardly a cell of that island. */
const TRIES_MAX = 20_000

/** Random cells of a map that changes, of its largest island or of that of another cell. */
function randomCellsOf(map: LiveMap, random: Random) {
  let largest = -1
  let largestVersion = -1
  const anyCell = (): Cell => ({ x: random.below(map.width), y: random.below(map.height) })
  const largestIsland = () => {
    const cellsOfIsland = new Map<number, number>([[-1, 0]])
    for (let found = 0, tries = 0; found < SAMPLES && tries < TRIES_MAX; tries++) {
      const { x, y } = anyCell()
      const island = map.islandOf(x, y)
      if (island < 0) continue
      found++
      cellsOfIsland.set(island, (cellsOfIsland.get(island) ?? 0) + 1)
    }
    return [...cellsOfIsland].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
  }
  const onIsland = (island: number): Cell | null => {
    for (let tries = 0; island >= 0 && tries < TRIES_MAX; tries++) {
      const cell = anyCell()
      if (map.islandOf(cell.x, cell.y) === island) return cell
    }
    return null
  }
  /** On the island that most of some random cells are on; null where the map has no free cell. */
  const onLargest = (): Cell | null => {
    if (map.version !== largestVersion) largest = largestIsland()
    largestVersion = map.version
    return onIsland(largest)
  }
  /** On the island of `cell`; `cell` itself where nothing else is found. */
  const like = (cell: Cell): Cell => onIsland(map.islandOf(cell.x, cell.y)) ?? cell
  /** Different cells of the largest island, the `taken` ones first; fewer than `count` where it is small. */
  const different = (count: number, taken: readonly Cell[]): Cell[] => {
    const numberOf = ({ x, y }: Cell) => y * map.width + x
    const cells = new Map(taken.map(cell => [numberOf(cell), cell]))
    for (let tries = 20 * count; tries > 0 && cells.size < count; tries--) {
      const cell = onLargest()
      if (cell === null) break
      cells.set(numberOf(cell), cell)
    }
    return [...cells.values()].slice(0, count)
  }
  return { onLargest, like, different }
}

/** A goal that moves by itself does so when this share of all units has come, or after these seconds. */
const COME_SHARE = 0.9
const STAY_MS = 45_000

let ground: Room | null = null

const calls = {
  make: async (files: readonly BroughtFile[]) => (await import('../worker/making.ts')).atlasOfFiles(files),
  open(bytes: Uint8Array, seed: number): void {
    const map = openLive(bytes, null, { extras: { ...many, ...liveTravellers } })
    ground?.run(false)
    ground = roomOf(map, new Random(seed))
  },
}

/** What the page calls. */
export type CrowdCalls = typeof calls & Room

answerCalls(() => ({ ...calls, ...ground }))

type Room = ReturnType<typeof roomOf>

function roomOf(map: LiveMap, random: Random) {
  const cells = randomCellsOf(map, random)
  let field: Field | null = null
  let moving: Moving | null = null
  let way: Way = 'passing'
  let movesGoal = true
  let goalSinceMs = 0
  let isOn = true
  let timer = 0

  const plan = (ms: number) => {
    clearTimeout(timer)
    if (isOn && moving !== null) timer = setTimeout(tick, ms, moving) as unknown as number
  }
  const tick = (now: Moving) => {
    const startMs = performance.now()
    now.tick()
    show(now, performance.now() - startMs)
    plan(Math.max(0, now.budgetMs - (performance.now() - startMs)))
  }
  const show = (now: Moving, tickMs: number) => {
    const { count, radius, budgetMs, goalsReached } = now
    const x = Float32Array.from({ length: count }, (_, unit) => now.xOf(unit))
    const y = Float32Array.from({ length: count }, (_, unit) => now.yOf(unit))
    const isThere = Uint8Array.from({ length: count }, (_, unit) => Number(now.isThere(unit)))
    const goal = way === 'fleet' ? null : (field?.goal ?? null)
    const come = isThere.reduce((sum, one) => sum + one, 0)
    const frame = { x, y, isThere, radius, tickMs, budgetMs, goal, goalsReached }
    tellNews<CrowdFrame>(frame, [x.buffer, y.buffer, isThere.buffer])
    const isLate = performance.now() - goalSinceMs > STAY_MS
    if (movesGoal && goal !== null && (come > COME_SHARE * count || isLate)) goTo(null)
  }
  const goTo = (goal: Cell | null) => {
    movesGoal = goal === null
    const to = goal ?? cells.onLargest()
    if (to === null || map.costAt(to.x, to.y) === 0) return
    field?.moveGoal(to.x, to.y)
    goalSinceMs = performance.now()
    moving?.goalMoved()
  }

  return {
    /** Units that are on the map continue in the new way, as far as they have room. */
    units(newWay: Way, count: number): void {
      if (field === null) {
        const goal = cells.onLargest()
        if (goal === null) throw new Error('This map has no cell to stand on.')
        field = map.finder().fieldTo(goal)
      }
      const last = Array.from({ length: moving?.count ?? 0 }, (_, unit) => ({
        x: Math.floor(moving!.xOf(unit)),
        y: Math.floor(moving!.yOf(unit)),
      }))
      const wanted = cells.different(count, last)
      way = newWay
      if (way === 'fleet') moving = inCells(map, wanted, cell => cells.like(cell))
      else moving = way === 'passing' ? passing(map, field, wanted) : through(field, wanted)
      plan(0)
    },
    /** All units go there from now on; null lets the goal move to a random cell whenever most of them have come. */
    goal(goal: Cell | null): void {
      goTo(goal)
      plan(0)
    },
    /** What these cells cost from now on: 0 for walls. */
    draw(areas: readonly Rect[], cost: number): void {
      for (const area of areas) map.fill(area, cost)
      if (map.commit().cells > 0) moving?.mapChanged()
      plan(0)
    },
    run(isRunning: boolean): void {
      isOn = isRunning
      plan(0)
    },
  }
}
