/**
 * Lower bounds on the cost between two cells, for certificates and for the exact search on weighted ground. The landmarks of an atlas
 * bound ways by entries only. These are measured over all cells. If one cell is farther from a landmark than another, any path between
 * them costs at least the difference.
 *
 * Measuring takes a wave over the whole map for each landmark, and waits until it pays. It keeps the costs of the cells at the rims of
 * blocks. A path to a cell inside enters its block by one of them, so a flood of that block gives the exact rest.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { NONE } from '../base/none.ts'
import type { LeastLeft } from '../cells/exact-search.ts'
import { Sweep } from '../cells/sweep.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { type Wave, Waves } from '../wave/wave.ts'

const LANDMARKS_MAX = 24
const LANDMARKS_MIN = 8
/** The most cells that all waves may settle together, in one to four seconds. A larger map has the fewest landmarks. */
const CELLS_SETTLED_MAX = 1 << 26

/** The cells at the rim of a block, as row * 32 + column. */
const RIM = Int32Array.from({ length: BLOCK_SIDE_CELLS ** 2 }, (_, place) => place).filter(place => {
  const [column, row] = [place & BLOCK_MASK, place >> BLOCK_SHIFT]
  return column === 0 || row === 0 || column === BLOCK_MASK || row === BLOCK_MASK
})
const RIM_CELLS = RIM.length
const FAR = 0xffff
/** The rim cell at each place of a block; -1 inside. */
const RIM_OF_PLACE = Int32Array.from({ length: BLOCK_SIDE_CELLS ** 2 }, (_, place) => RIM.indexOf(place))
/** The landmarks that bound a whole way best also bound its parts best. More of them cost more than they save. */
const AIMS_MAX = 8

/** The costs of rim cells to a landmark of their island, in units of `scale`, rounded down; FAR where there is none. */
interface Landmark {
  readonly scale: number
  readonly unitsOfRim: Uint16Array
}

export class CellLandmarks implements LeastLeft {
  private readonly terrain: Terrain
  private readonly sweep: Sweep
  private readonly landmarks: Landmark[] = []
  /** Measures the next landmarks; null once all are measured. */
  private measuring: Generator<Landmark> | null

  /** Lower bounds from rim cells to the goal, for the blocks asked for since `aim`. */
  private readonly leftOfRim: Float64Array
  private readonly aimOfBlock: Int32Array
  private aim = 0
  /** The start and the goal, and the landmarks' bounds on that way, the best first. */
  private ends = [NONE, NONE, NONE, NONE]
  private aims: readonly Aim[] = []

  /** Without any landmark yet. */
  constructor(columns: AtlasColumns) {
    this.terrain = columns.terrain
    this.sweep = new Sweep(columns.terrain, 1)
    this.measuring = measure(columns)
    const { blocksWide, blocksHigh } = columns.terrain
    this.leftOfRim = new Float64Array(blocksWide * blocksHigh * RIM_CELLS)
    this.aimOfBlock = new Int32Array(blocksWide * blocksHigh)
  }

  /** Measures some more: on large maps one, so that no caller waits for all. Each takes a wave over the whole map. */
  measureSome(): void {
    const { width, height } = this.terrain
    this.measure(width * height * LANDMARKS_MIN <= CELLS_SETTLED_MAX ? LANDMARKS_MAX : 1)
  }

  /** Measures up to `count` more. */
  measure(count: number): void {
    for (; this.measuring !== null && count > 0; count--) {
      const { value, done } = this.measuring.next()
      if (done === true) this.measuring = null
      else {
        this.landmarks.push(value)
        // The new landmark bounds the way to the goal as well.
        this.ends = [NONE, NONE, NONE, NONE]
      }
    }
  }

  aimAt(...ends: [number, number, number, number]): void {
    if (ends.every((place, i) => place === this.ends[i])) return
    const [x0, y0, x1, y1] = ends
    this.ends = ends
    this.aim++
    const [startUnits, goalUnits] = [this.unitsToEach(x0, y0), this.unitsToEach(x1, y1)]
    this.aims = this.landmarks
      .map((landmark, i) => {
        const wayUnits = Math.abs(startUnits[i] - goalUnits[i]) - roundingOf(landmark)
        return { landmark, goalUnits: goalUnits[i], wayUnits }
      })
      .filter(({ wayUnits }) => wayUnits < Infinity)
      .sort((a, b) => b.wayUnits - a.wayUnits)
  }

  /** 0 for cells that are not at the rim of their block. */
  unitsLeft(x: number, y: number): number {
    const { aimOfBlock, aim, leftOfRim } = this
    const cell = RIM_OF_PLACE[((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)]
    if (cell < 0) return 0
    const block = this.terrain.blockOf(x, y)
    const rim = block * RIM_CELLS
    if (aimOfBlock[block] !== aim) {
      aimOfBlock[block] = aim
      leftOfRim.fill(0, rim, rim + RIM_CELLS)
      for (const one of this.aims.slice(0, AIMS_MAX)) this.raiseRim(one, rim)
    }
    return leftOfRim[rim + cell]
  }

  /** Raises the bounds of a block's rim cells by those of a landmark. */
  private raiseRim({ landmark, goalUnits }: Aim, rim: number): void {
    const { leftOfRim } = this
    const { scale, unitsOfRim } = landmark
    const rounding = roundingOf(landmark)
    for (let cell = rim; cell < rim + RIM_CELLS; cell++) {
      const units = Math.abs(unitsOfRim[cell] * scale - goalUnits) - rounding
      if (units > leftOfRim[cell]) leftOfRim[cell] = units
    }
  }

  /** No path between two cells of one island costs less, in units; 0 where a cell's region reaches no rim of its block. */
  boundUnits(x0: number, y0: number, x1: number, y1: number): number {
    this.aimAt(x0, y0, x1, y1)
    return Math.max(0, this.aims[0]?.wayUnits ?? 0)
  }

  /** The costs of a cell to each landmark: by the rim cells of its block, to which a flood of the block leads. */
  private unitsToEach(x: number, y: number): number[] {
    const { terrain, sweep } = this
    const block = terrain.blockOf(x, y)
    const rimX = (place: number) => (x & ~BLOCK_MASK) + (place & BLOCK_MASK)
    const rimY = (place: number) => (y & ~BLOCK_MASK) + (place >> BLOCK_SHIFT)
    sweep.coverBlocks(x >> BLOCK_SHIFT, y >> BLOCK_SHIFT)
    for (const place of RIM) if (terrain.isFree(rimX(place), rimY(place))) sweep.addTarget(rimX(place), rimY(place))
    sweep.flood(x, y)
    const unitsOfRim = Float64Array.from(RIM, place => sweep.unitsTo(rimX(place), rimY(place)))
    return this.landmarks.map(landmark => unitsTo(landmark, block * RIM_CELLS, unitsOfRim))
  }
}

/** The cost of the goal to a landmark, and the bound on the whole way. */
interface Aim {
  readonly landmark: Landmark
  readonly goalUnits: number
  readonly wayUnits: number
}

/** Costs to a landmark are rounded down by less than one of its units. */
function roundingOf({ scale }: Landmark): number {
  return scale > 1 ? scale : 0
}

function unitsTo({ scale, unitsOfRim }: Landmark, base: number, unitsOfEnd: Float64Array): number {
  let least = Infinity
  for (let i = 0; i < RIM_CELLS; i++) {
    if (unitsOfRim[base + i] === FAR) continue
    const units = unitsOfRim[base + i] * scale + unitsOfEnd[i]
    if (units < least) least = units
  }
  return least
}

/** On each island the first landmark is its first rim cell, each next the rim cell farthest from those before. */
function* measure(columns: AtlasColumns): Generator<Landmark> {
  const { terrain } = columns
  const cellCount = terrain.width * terrain.height
  const count = Math.max(LANDMARKS_MIN, Math.min(LANDMARKS_MAX, Math.floor(CELLS_SETTLED_MAX / cellCount)))
  const islandOfRim = islandsOfRims(columns)
  const unitsToChosen = new Float64Array(islandOfRim.length).fill(Infinity)
  const wave = new Waves(terrain).make()
  for (let measured = 0; measured < count; measured++) {
    wave.begin(farthestRims(columns, islandOfRim, unitsToChosen))
    wave.advance()
    yield landmarkOf(terrain, wave, islandOfRim, unitsToChosen)
  }
}

/** The island of each rim cell, -1 for a wall. */
function islandsOfRims(columns: AtlasColumns): Int32Array {
  const { terrain } = columns
  const islandOfRim = new Int32Array(terrain.blocksWide * terrain.blocksHigh * RIM_CELLS)
  return islandOfRim.map((_, rim) => islandOfCell(columns, xOfRim(terrain, rim), yOfRim(terrain, rim)))
}

/** The rim cell of each island that is farthest from all landmarks chosen before: x, y pairs. */
function farthestRims({ terrain, islandCount }: AtlasColumns, islandOfRim: Int32Array, units: Float64Array): number[] {
  const rimOfIsland = new Int32Array(islandCount).fill(NONE)
  for (let rim = 0; rim < islandOfRim.length; rim++) {
    const island = islandOfRim[rim]
    if (island >= 0 && !(units[rim] <= units[rimOfIsland[island]])) rimOfIsland[island] = rim
  }
  return Array.from(rimOfIsland)
    .filter(rim => rim !== NONE)
    .flatMap(rim => [xOfRim(terrain, rim), yOfRim(terrain, rim)])
}

/** The landmark that the wave began at; lowers what is farther from all that were chosen. */
function landmarkOf(terrain: Terrain, wave: Wave, islandOfRim: Int32Array, unitsToChosen: Float64Array): Landmark {
  const unitsOfRim = new Float64Array(islandOfRim.length)
  let unitsMax = 0
  for (let rim = 0; rim < islandOfRim.length; rim++) {
    if (islandOfRim[rim] < 0) continue
    const units = wave.unitsAt(xOfRim(terrain, rim), yOfRim(terrain, rim))
    unitsOfRim[rim] = units
    if (units > unitsMax) unitsMax = units
    if (units < unitsToChosen[rim]) unitsToChosen[rim] = units
  }
  const scale = 2 ** Math.max(0, Math.ceil(Math.log2((unitsMax + 1) / FAR)))
  const rounded = Uint16Array.from(unitsOfRim, (units, rim) => (islandOfRim[rim] < 0 ? FAR : units / scale))
  return { scale, unitsOfRim: rounded }
}

function xOfRim({ blocksWide }: Terrain, rim: number): number {
  const block = Math.floor(rim / RIM_CELLS)
  return ((block % blocksWide) << BLOCK_SHIFT) | (RIM[rim % RIM_CELLS] & BLOCK_MASK)
}

function yOfRim({ blocksWide }: Terrain, rim: number): number {
  const block = Math.floor(rim / RIM_CELLS)
  return (Math.floor(block / blocksWide) << BLOCK_SHIFT) | (RIM[rim % RIM_CELLS] >> BLOCK_SHIFT)
}
