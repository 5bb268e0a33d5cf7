/**
 * The worker of a crowd's page: it ticks while the page is seen, and sends the places of all units after each tick. A
 * tick that takes longer than it lasts makes the units slower, never the page.
 */
import { Random } from '../../../base/random.ts'
import { type LiveMap, openLive } from '../../../live.ts'
import { many } from '../../../many.ts'
import type { Field } from '../../../query.ts'
import { liveTravellers } from '../../../travellers.ts'
import {
  type BroughtFile,
  type Cell,
  type CrowdAsk,
  type CrowdReply,
  messageOf,
  type Rect,
  type Way,
} from '../protocol.ts'
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

const port = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>
let ground: Room | null = null

port.onmessage = ({ data }: MessageEvent<CrowdAsk>) => {
  try {
    if (data.kind === 'files') read(data.files)
    else if (data.kind === 'open') {
      ground?.hear({ kind: 'run', isOn: false })
      const map = openLive(data.bytes, null, { extras: { ...many, ...liveTravellers } })
      ground = new Room(map, new Random(data.seed))
    } else ground?.hear(data)
  } catch (error) {
    tell({ kind: 'problem', text: messageOf(error) })
  }
}

async function read(files: readonly BroughtFile[]): Promise<void> {
  try {
    const { atlasOfFiles } = await import('../worker/making.ts')
    tell({ kind: 'file', ...(await atlasOfFiles(files)) })
  } catch (error) {
    tell({ kind: 'file', title: '', bytes: null, note: messageOf(error) })
  }
}

function tell(reply: CrowdReply, given: Transferable[] = []): void {
  port.postMessage(reply, given)
}

class Room {
  private readonly map: LiveMap
  private readonly cells: ReturnType<typeof randomCellsOf>
  private field: Field | null = null
  private moving: Moving | null = null
  private way: Way = 'passing'
  private movesGoal = true
  private goalSinceMs = 0
  private isOn = true
  private timer = 0

  constructor(map: LiveMap, random: Random) {
    this.map = map
    this.cells = randomCellsOf(map, random)
  }

  hear(ask: Exclude<CrowdAsk, { kind: 'open' | 'files' }>): void {
    if (ask.kind === 'units') this.send(ask.way, ask.count)
    else if (ask.kind === 'goal') this.goTo(ask.goal)
    else if (ask.kind === 'draw') this.draw(ask.areas, ask.cost)
    else this.isOn = ask.isOn
    this.plan(0)
  }

  /** Units that are on the map continue in the new way, as far as they have room. */
  private send(way: Way, count: number): void {
    const { map, cells } = this
    if (this.field === null) {
      const goal = cells.onLargest()
      if (goal === null) throw new Error('This map has no cell to stand on.')
      this.field = map.finder().fieldTo(goal)
    }
    const last = Array.from({ length: this.moving?.count ?? 0 }, (_, unit) => ({
      x: Math.floor(this.moving!.xOf(unit)),
      y: Math.floor(this.moving!.yOf(unit)),
    }))
    const wanted = cells.different(count, last)
    this.way = way
    if (way === 'fleet') this.moving = inCells(map, wanted, cell => cells.like(cell))
    else this.moving = way === 'passing' ? passing(map, this.field, wanted) : through(this.field, wanted)
  }

  private goTo(goal: Cell | null): void {
    this.movesGoal = goal === null
    const to = goal ?? this.cells.onLargest()
    if (to === null || this.map.costAt(to.x, to.y) === 0) return
    this.field?.moveGoal(to.x, to.y)
    this.goalSinceMs = performance.now()
    this.moving?.goalMoved()
  }

  private draw(areas: readonly Rect[], cost: number): void {
    for (const area of areas) this.map.fill(area, cost)
    if (this.map.commit().cells > 0) this.moving?.mapChanged()
  }

  private plan(ms: number): void {
    clearTimeout(this.timer)
    if (this.isOn && this.moving !== null) this.timer = setTimeout(() => this.tick(), ms) as unknown as number
  }

  private tick(): void {
    const moving = this.moving!
    const startMs = performance.now()
    moving.tick()
    const tickMs = performance.now() - startMs
    this.show(moving, tickMs)
    this.plan(Math.max(0, moving.budgetMs - (performance.now() - startMs)))
  }

  private show(moving: Moving, tickMs: number): void {
    const { count, radius, budgetMs, goalsReached } = moving
    const x = new Float32Array(count)
    const y = new Float32Array(count)
    const isThere = new Uint8Array(count)
    let come = 0
    for (let unit = 0; unit < count; unit++) {
      x[unit] = moving.xOf(unit)
      y[unit] = moving.yOf(unit)
      if (!moving.isThere(unit)) continue
      isThere[unit] = 1
      come++
    }
    const goal = this.way === 'fleet' ? null : (this.field?.goal ?? null)
    tell({ kind: 'frame', x, y, isThere, radius, tickMs, budgetMs, goal, goalsReached }, [
      x.buffer,
      y.buffer,
      isThere.buffer,
    ])
    const isLate = performance.now() - this.goalSinceMs > STAY_MS
    if (this.movesGoal && goal !== null && (come > COME_SHARE * count || isLate)) this.goTo(null)
  }
}
