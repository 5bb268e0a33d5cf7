/**
 * Maps of many kinds, and random edits of them: walls, openings, gates in the only gap of a wall, weights, buildings, lines
 * across and scattered cells.
 */
import type { Random } from '../../src/base/random.ts'
import { type Grid, generate } from '../../src/index.ts'
import { generatorKinds } from '../../src/maps.ts'
import type { Edit, PlainMap } from './plain-map.ts'

type Generated = keyof typeof generatorKinds
const GENERATED = Object.keys(generatorKinds) as Generated[]
/** Ground that costs nearly the same everywhere, and ground of which no cell costs what those beside it do. */
export const MAP_KINDS: readonly string[] = [...GENERATED, 'nearly even', 'uneven', 'far apart']

const SIDE_MIN = 40
/** Most maps are small, so that edits meet one another; an eighth is not. */
const SIDES = 100
const SIDES_LARGE = 240

export function drawMap(kind: string, random: Random): Grid {
  const sides = random.below(8) === 0 ? SIDES_LARGE : SIDES
  const [width, height] = [SIDE_MIN + random.below(sides), SIDE_MIN + random.below(sides)]
  const seed = random.below(1e6)
  const generated = GENERATED.find(one => one === kind)
  if (generated !== undefined) return generate(generated, { width, height, seed })
  const walls = generate('caves', { width, height, seed })
  return { width, height, cost: walls.cost.map(cost => (cost === 0 ? 0 : costOf(kind, random))) }
}

function costOf(kind: string, random: Random): number {
  if (kind === 'nearly even') return 100 + random.below(3)
  if (kind === 'uneven') return 1 + random.below(255)
  // About as many cheap ones as just hang together, past corners of the others.
  return random.below(100) < 42 ? 1 + random.below(2) : 200 + random.below(55)
}

/** An edit, drawn half and half from single cells and larger ones. */
export function drawEdit(map: PlainMap, random: Random): Edit {
  const cost = drawCost(map, random)
  const kind = random.below(12)
  if (kind < 4) return new Map([[random.below(map.cost.length), cost]])
  if (kind < 7) return gate(map, random)
  if (kind === 7) return rectangle(map, random, 1 + random.below(12), 1 + random.below(12), () => cost)
  if (kind === 8) return line(map, random, cost)
  if (kind === 9) return rectangle(map, random, 9, 9, () => (random.below(2) === 0 ? 0 : drawCost(map, random)))
  if (kind === 10) return weighted(map, random)
  const cells = Array.from({ length: 1 + random.below(60) }, () => random.below(map.cost.length))
  return new Map(cells.map(cell => [cell, drawCost(map, random)]))
}

/** A wall, what a cell somewhere costs, or anything that the map's bytes hold. */
function drawCost({ cost }: PlainMap, random: Random): number {
  const kind = random.below(8)
  if (kind < 3) return 0
  return kind < 7 ? Math.max(1, cost[random.below(cost.length)]) : 1 + random.below(255)
}

/** A cell between two walls is closed, or a wall between two free cells opened: what parts and joins islands. */
function gate(map: PlainMap, random: Random): Edit {
  const { width, cost } = map
  for (let tries = 0; tries < 200; tries++) {
    const cell = random.below(cost.length)
    const [x, y] = [cell % width, Math.floor(cell / width)]
    const isFree = [map.costAt(x - 1, y), map.costAt(x + 1, y), map.costAt(x, y - 1), map.costAt(x, y + 1)].map(Boolean)
    if (isFree[0] !== isFree[1] || isFree[2] !== isFree[3] || isFree[0] === isFree[2]) continue
    return new Map([[cell, cost[cell] === 0 ? Math.max(1, drawCost(map, random)) : 0]])
  }
  return new Map([[random.below(cost.length), 0]])
}

/** A wall or road across the whole map, or part of it; walls may leave a gap. */
function line(map: PlainMap, random: Random, cost: number): Edit {
  const isUpright = random.below(2) === 0
  const length = 1 + random.below(isUpright ? map.height : map.width)
  const gap = random.below(2 * length)
  const costOf = (i: number) => (i === gap ? Math.max(1, cost) : cost)
  return isUpright ? rectangle(map, random, 1, length, costOf) : rectangle(map, random, length, 1, costOf)
}

function rectangle(map: PlainMap, random: Random, wide: number, high: number, costOf: (i: number) => number): Edit {
  const { width, height } = map
  const [left, top] = [random.below(Math.max(1, width - wide + 1)), random.below(Math.max(1, height - high + 1))]
  const edit = new Map<number, number>()
  for (let i = 0; i < wide * high; i++) {
    const [x, y] = [left + (i % wide), top + Math.floor(i / wide)]
    if (x < width && y < height) edit.set(y * width + x, costOf(i))
  }
  return edit
}

/** Free ground of a place costs something else; walls stay. */
function weighted(map: PlainMap, random: Random): Edit {
  const to = Math.max(1, drawCost(map, random))
  const edit = new Map(rectangle(map, random, 1 + random.below(20), 1 + random.below(20), () => to))
  for (const cell of [...edit.keys()]) if (map.cost[cell] === 0) edit.delete(cell)
  return edit
}
