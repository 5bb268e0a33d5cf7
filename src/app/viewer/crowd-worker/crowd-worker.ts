/**
 * The worker of a crowd's page: it ticks while the page is seen, and sends the places of all units after each tick. A
 * tick that takes longer than it lasts makes the units slower, never the page.
 */
import { Random } from '../../../base/random.ts'
import { Crowd, Fleet } from '../../../crowd.ts'
import { type LiveMap, openLive } from '../../../live.ts'
import { many } from '../../../many.ts'
import type { Field } from '../../../query.ts'
import { liveTravellers } from '../../../travellers.ts'
import { answerCalls, tellNews } from '../calls.ts'
import type { BroughtFile, Cell, Rect } from '../protocol.ts'
import { randomCellsOf } from '../worker/random-places.ts'

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
    const goal = way === 'fleet' ? null : (field?.goal ?? null)
    const come = tellFrame(frameOf(now, goal, performance.now() - startMs))
    const isLate = performance.now() - goalSinceMs > STAY_MS
    if (movesGoal && goal !== null && (come > COME_SHARE * now.count || isLate)) goTo(null)
    plan(Math.max(0, now.budgetMs - (performance.now() - startMs)))
  }
  /** All units go there from now on; null lets the goal move to a random cell whenever most of them have come. */
  const goTo = (goal: Cell | null) => {
    movesGoal = goal === null
    const to = goal ?? cells.onLargest()
    if (to === null || map.costAt(to.x, to.y) === 0) return
    field?.moveGoal(to.x, to.y)
    goalSinceMs = performance.now()
    moving?.goalMoved?.()
  }

  return {
    /** Units that are on the map continue in the new way, as far as they have room. */
    units(newWay: Way, count: number): void {
      if (field === null) {
        const goal = cells.onLargest()
        if (goal === null) throw new Error('This map has no cell to stand on.')
        field = map.finder().fieldTo(goal)
      }
      const wanted = cells.different(count, moving === null ? [] : cellsUnder(moving))
      way = newWay
      if (way === 'fleet') moving = inCells(map, wanted, cell => cells.like(cell))
      else moving = way === 'passing' ? passing(map, field, wanted) : through(field, wanted)
      plan(0)
    },
    goTo,
    /** What these cells cost from now on: 0 for walls. */
    draw(areas: readonly Rect[], cost: number): void {
      for (const area of areas) map.fill(area, cost)
      if (map.commit().cells > 0) moving?.mapChanged?.()
    },
    run(isRunning: boolean): void {
      isOn = isRunning
      plan(0)
    },
  }
}

/**
 * Where all units are after a tick. The page draws them between the last two places that it was sent: a tick late, but
 * without jerks.
 */
export type CrowdFrame = ReturnType<typeof frameOf>

function frameOf(moving: Moving, goal: Cell | null, tickMs: number) {
  const { count: length, radius, budgetMs, goalsReached = 0 } = moving
  const x = Float32Array.from({ length }, (_, unit) => moving.xOf(unit))
  const y = Float32Array.from({ length }, (_, unit) => moving.yOf(unit))
  /** 1 for those that stand at their goal. */
  const isThere = Uint8Array.from({ length }, (_, unit) => Number(moving.isThere?.(unit) ?? false))
  return { x, y, isThere, radius, tickMs, budgetMs, goal, goalsReached }
}

/** Hands a frame over to the page; returns how many units have come. */
function tellFrame(frame: CrowdFrame): number {
  const { x, y, isThere } = frame
  const come = isThere.reduce((sum, one) => sum + one, 0)
  tellNews(frame, [x.buffer, y.buffer, isThere.buffer])
  return come
}

function cellsUnder({ count, xOf, yOf }: Moving): Cell[] {
  return Array.from({ length: count }, (_, unit) => ({ x: Math.floor(xOf(unit)), y: Math.floor(yOf(unit)) }))
}

/** 'passing': a crowd, whose units pass each other; 'through': units that only follow the field; 'fleet': one unit a cell. */
export type Way = 'passing' | 'through' | 'fleet'

/** Units that move in one of these ways. */
interface Moving {
  readonly count: number
  readonly radius: number
  /** How long a tick lasts for the units, and so how long it may take. */
  readonly budgetMs: number
  /** Goals that a fleet has reached since it began. */
  readonly goalsReached?: number
  tick(): void
  /** Where the middle of a unit is, in cells with fractions. */
  xOf(unit: number): number
  yOf(unit: number): number
  /** Whether it stands at the field's goal; each unit of a fleet has goals of its own. */
  isThere?(unit: number): boolean
  /** The field has another goal. */
  goalMoved?(): void
  /** Walls were drawn or removed. */
  mapChanged?(): void
}

const RADIUS = 0.35
const SPEED = 5
const STEP_SECONDS = 1 / 30
/** The time of a step, for units that move from cell to cell. */
const CELL_MS = 1000 / 6

/** A crowd that follows one field: its units pass each other, and settle around the goal. A cell without room gets no unit. */
function passing(map: LiveMap, field: Field, cells: readonly Cell[]): Moving {
  const crowd = new Crowd(map, { sight: 3, neighbours: 8, horizon: 1.5 })
  for (const cell of cells) {
    const [x, y] = [cell.x + 0.5, cell.y + 0.5]
    if (crowd.hasRoom(x, y, RADIUS)) crowd.add({ x, y, radius: RADIUS, speed: SPEED })
  }
  const { count } = crowd
  const follow = () => {
    for (let unit = 0; unit < count; unit++) crowd.follow(unit, field)
  }
  follow()
  return {
    ...{ count, radius: RADIUS, budgetMs: 1000 * STEP_SECONDS },
    tick: () => crowd.step(STEP_SECONDS),
    xOf: unit => crowd.x[unit],
    yOf: unit => crowd.y[unit],
    isThere: unit => crowd.isThere(unit),
    goalMoved: follow,
  }
}

/** Units that only follow the field, a cell a tick, and go through each other: what `field.advance` alone costs. */
function through(field: Field, cells: readonly Cell[]): Moving {
  const xs = Int32Array.from(cells, ({ x }) => x)
  const ys = Int32Array.from(cells, ({ y }) => y)
  return {
    ...{ count: xs.length, radius: RADIUS, budgetMs: CELL_MS },
    tick: () => field.advance(xs, ys),
    xOf: unit => xs[unit] + 0.5,
    yOf: unit => ys[unit] + 0.5,
    isThere: unit => xs[unit] === field.goal.x && ys[unit] === field.goal.y,
  }
}

/**
 * A fleet: one unit a cell. Each goes to a cell of its own and, once there, to the next that `cellLike` gives. After
 * walls were drawn, those that stand on ground form a new fleet with new goals.
 */
function inCells(map: LiveMap, cells: readonly Cell[], cellLike: (cell: Cell) => Cell): Moving {
  const at = (unit: number) => ({ x: fleet.x[unit], y: fleet.y[unit] })
  const fleetFrom = (starts: readonly Cell[]): Fleet =>
    new Fleet(map.snapshot(), { starts, goals: starts.map(cellLike), nextGoal: unit => cellLike(at(unit)) })
  let fleet = fleetFrom(cells)
  let reachedBefore = 0
  return {
    ...{ radius: 0.42, budgetMs: CELL_MS },
    get count() {
      return fleet.count
    },
    get goalsReached() {
      return reachedBefore + fleet.stats().goalsReached
    },
    tick: () => fleet.tick(),
    xOf: unit => fleet.x[unit] + 0.5,
    yOf: unit => fleet.y[unit] + 0.5,
    mapChanged() {
      reachedBefore += fleet.stats().goalsReached
      const places = Array.from({ length: fleet.count }, (_, unit) => at(unit))
      fleet = fleetFrom(places.filter(({ x, y }) => map.costAt(x, y) > 0))
    },
  }
}
