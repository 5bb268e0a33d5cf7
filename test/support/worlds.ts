/**
 * Random worlds for properties: a map of any generator, of any size up to a limit, with or without weights, and a number
 * of directions. Everything follows from one seed.
 *
 * When a property fails, fast-check shrinks the map itself, not the numbers it was made of: it crops it, levels its
 * weights, and clears or fills parts of it as long as the property still fails. What is left is printed as text, ready to
 * become a file in fixtures/.
 */
import fc from 'fast-check'
import { Random } from '../../src/base/random.ts'
import type { KindName, OptionSpec } from '../../src/map/generate/index.ts'
import { generate, generatorKinds } from '../../src/map/generate/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'

export interface World {
  readonly grid: Grid
  readonly directions: Directions
  /** How it was made, for people. */
  readonly about: string
}

/** Sizes around the side of a block and of two, where most mistakes live. */
const NOTABLE_SIDES = [1, 2, 31, 32, 33, 63, 64, 65, 96, 97, 128, 129]
const OPTION_MAX = 24
const SHARE_MAX = 0.6

/** Weights are drawn over these, in a byte; costs of two have tests of their own. */
export const kindNames = (Object.keys(generatorKinds) as KindName[]).filter(
  (kind): kind is Exclude<KindName, 'relief'> => generatorKinds[kind].costBytes === undefined,
)

export function worldOfSeed(seed: number, widthMax: number, heightMax = widthMax): World {
  const random = new Random(seed)
  const kind = kindNames[random.below(kindNames.length)]
  const width = drawSide(random, widthMax)
  const height = drawSide(random, heightMax)
  const options: Record<string, number | boolean> = {}
  for (const [name, spec] of Object.entries(generatorKinds[kind].options)) {
    if (random.unit() < 0.5) options[name] = drawOption(random, spec)
  }
  const { cost } = generate(kind, { width, height, seed: random.nextUint32(), ...options })
  const weights = drawWeights(random, cost)
  const directions = random.unit() < 0.3 ? 4 : 8
  const about = `seed ${seed}: ${kind} ${JSON.stringify(options)}, ${weights}`
  return { grid: { width, height, cost }, directions, about }
}

function drawSide(random: Random, sideMax: number): number {
  const notable = NOTABLE_SIDES.filter(side => side <= sideMax)
  return random.unit() < 0.3 ? notable[random.below(notable.length)] : 1 + random.below(sideMax)
}

function drawOption(random: Random, spec: OptionSpec): number | boolean {
  if (spec.type === 'flag') return random.unit() < 0.5
  if (spec.type === 'share') return Math.min(spec.max, Math.max(spec.min, random.unit() * SHARE_MAX))
  return spec.min + random.below(Math.min(spec.max, Math.max(spec.min, OPTION_MAX)) - spec.min + 1)
}

/** Lays weights over the free cells, in place; half of all worlds keep those of their generator. */
function drawWeights(random: Random, cost: Uint8Array): string {
  const choice = random.unit()
  if (choice < 0.5) return 'its own weights'
  if (choice > 0.92) return layFarApart(random, cost)
  const low = choice < 0.6 ? 1 + random.below(255) : 1
  const high = choice < 0.6 ? low : choice < 0.8 ? 9 : 255
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] !== 0) cost[cell] = low + random.below(high - low + 1)
  return low === high ? `every cell costs ${low}` : `weights ${low}..${high}`
}

/** Two costs without order, with just enough cheap ones to be connected past corners of the expensive ones. */
function layFarApart(random: Random, cost: Uint8Array): string {
  const share = 0.3 + 0.25 * random.unit()
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] !== 0) cost[cell] = random.unit() < share ? 1 : 254
  return `weights 1 and 254, a share of ${share.toFixed(2)} cheap`
}

/** A grid as text: # is a wall, . a cell of cost 1, a digit a cost; as rows of numbers where costs go beyond 9. */
export function textOfGrid({ width, height, cost }: Grid): string {
  const isDrawable = cost.every(value => value <= 9)
  const rows = Array.from({ length: height }, (_, y) => cost.subarray(y * width, (y + 1) * width))
  const signOf = (value: number) => (value === 0 ? '#' : value === 1 ? '.' : String(value))
  return rows.map(row => (isDrawable ? Array.from(row, signOf).join('') : row.join(' '))).join('\n')
}

/** Worlds for fast-check; `sideMax` cells a side at most. */
export function worlds(widthMax: number, heightMax = widthMax): fc.Arbitrary<World> {
  return new WorldArbitrary(seed => worldOfSeed(seed, widthMax, heightMax))
}

/**
 * How often a property runs, and from which seed: the same every time, so that a red run stays red. To look further than
 * the suite does, set RUNS to a factor and SEED to a number. The fast lane (npm run test:fast) looks at the first few.
 */
export function runs(count: number): fc.Parameters<unknown> {
  const factor = Number(process.env.RUNS ?? (isFastLane ? FAST_SHARE : 1))
  return { numRuns: Math.ceil(count * factor), seed: Number(process.env.SEED ?? 1) }
}

const isFastLane = process.env.MODE === 'fast'
const FAST_SHARE = 0.04

/** Worlds that follow from a seed each. */
export class WorldArbitrary extends fc.Arbitrary<World> {
  private readonly worldOf: (seed: number) => World

  constructor(worldOf: (seed: number) => World) {
    super()
    this.worldOf = worldOf
  }

  override generate(random: fc.Random): fc.Value<World> {
    const world = this.worldOf(random.nextInt(0, 0x7fffffff))
    return new fc.Value(printable(world), undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is World {
    return typeof value === 'object' && value !== null && 'grid' in value
  }

  override shrink(world: World): fc.Stream<fc.Value<World>> {
    return fc.stream(simplerGrids(world.grid)).map(grid => new fc.Value(printable({ ...world, grid }), undefined))
  }
}

function printable(world: World): World {
  const { grid, directions, about } = world
  const text = `\n${about}, ${grid.width} x ${grid.height}, ${directions} directions\n${textOfGrid(grid)}\n`
  return Object.defineProperty(world, fc.toStringMethod, { value: () => text })
}

/** Simpler grids, the boldest first. Each differs from `grid`, so that shrinking comes to an end. */
function* simplerGrids(grid: Grid): IterableIterator<Grid> {
  const { width, height, cost } = grid
  for (let cut = width >> 1; cut > 0; cut >>= 1) {
    yield crop(grid, 0, 0, width - cut, height)
    yield crop(grid, cut, 0, width - cut, height)
  }
  for (let cut = height >> 1; cut > 0; cut >>= 1) {
    yield crop(grid, 0, 0, width, height - cut)
    yield crop(grid, 0, cut, width, height - cut)
  }
  if (cost.some(value => value > 1)) yield { width, height, cost: cost.map(value => Math.min(value, 1)) }
  for (const piece of pieces(cost.length)) {
    // Towards open ground only, so that no two grids are each other's simpler one.
    if (cost.subarray(...piece).includes(0)) yield { width, height, cost: cost.slice().fill(1, ...piece) }
  }
}

function crop({ width, cost }: Grid, left: number, top: number, newWidth: number, newHeight: number): Grid {
  const cropped = new Uint8Array(newWidth * newHeight)
  for (let y = 0; y < newHeight; y++) {
    const from = (top + y) * width + left
    cropped.set(cost.subarray(from, from + newWidth), y * newWidth)
  }
  return { width: newWidth, height: newHeight, cost: cropped }
}

/** Halves, quarters .. 64ths of 0..length. */
function* pieces(length: number): IterableIterator<[from: number, to: number]> {
  for (let parts = 2; parts <= 64; parts *= 2) {
    const size = Math.ceil(length / parts)
    for (let from = 0; from < length; from += size) yield [from, Math.min(length, from + size)]
  }
}

/** `count` random free cells of a grid as x,y pairs; fewer only where there is none. */
export function freeCells({ width, cost }: Grid, count: number, random: Random): [x: number, y: number][] {
  const free = new Uint32Array(cost.length)
  let freeCount = 0
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] !== 0) free[freeCount++] = cell
  if (freeCount === 0) return []
  return Array.from({ length: count }, () => {
    const cell = free[random.below(freeCount)]
    return [cell % width, Math.floor(cell / width)]
  })
}
