/**
 * What a border needs where cheap parts (cheap-parts.ts) hang together neither inside its blocks nor over it: paths hop from
 * one to another by a dear cell, and that may lie at the border. For each two that no such cell inside a block joins, the
 * crossings of the cheapest hop at the border are kept, if both lead on from there.
 */
import { type Crossing, directionOfCrossing, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { landingOf, stepOverUnits } from '../atlas/landing.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import type { Candidates } from './candidates.ts'
import type { Parts } from './cheap-parts.ts'
import { pairOf, partsBeside } from './part-hops.ts'

/** A hop by a dear cell: by one crossing and on inside the block, or back by another one. */
interface Hop {
  readonly units: number
  readonly crossings: readonly number[]
}

/** A way to a dear cell at the border. */
interface Access {
  /** What it comes from. */
  readonly whole: number
  readonly units: number
  readonly crossing: number
}

/** The parts of the two blocks of a border. */
export interface BorderParts {
  readonly sides: readonly [near: Parts, far: Parts]
  /** wholeOf[firstOfSide[side] + part]: a number for all that hang together over the border. */
  readonly firstOfSide: readonly [near: number, far: number]
  readonly wholeOf: ArrayLike<number>
}

export class HopCover {
  private readonly terrain: Terrain
  /** Wholes that lead on to other sides of their blocks, or are large. */
  private readonly leading = new Set<number>()
  /** Of pairs of wholes: the cheapest hop so far. */
  private readonly best = new Map<number, Hop>()
  /** Of dear cells, as y * 32,768 + x. */
  private readonly accesses = new Map<number, Access[]>()

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  mark(candidates: Candidates, group: ArrayLike<number>, count: number, parts: BorderParts): void {
    const { best, accesses } = this
    best.clear()
    accesses.clear()
    this.findLeading(parts, directionOfCrossing(candidates.crossingOf[group[0]] as Crossing))
    for (let i = 0; i < count; i++) this.look(candidates, group[i], parts)
    if (best.size === 0) return
    for (const side of [0, 1]) {
      const { wholeOf, firstOfSide } = parts
      const wholeAt = (part: number) => wholeOf[firstOfSide[side] + part]
      for (const pair of parts.sides[side].hops) best.delete(pairOf(wholeAt(pair >> 16), wholeAt(pair & 0xffff)))
    }
    for (const { crossings } of best.values()) for (const i of crossings) candidates.isKept[i] = 1
  }

  private findLeading({ sides, firstOfSide, wholeOf }: BorderParts, direction: number): void {
    const { leading } = this
    leading.clear()
    for (const side of [0, 1]) {
      const { sidesOfPart } = sides[side]
      const own = (side === 0 ? 1 : 4) << direction
      for (let part = 1; part < sidesOfPart.length; part++) {
        if ((sidesOfPart[part] & ~own) !== 0) leading.add(wholeOf[firstOfSide[side] + part])
      }
    }
  }

  /** Offers the hops by way of a crossing from a cheap part to a dear cell. */
  private look({ crossingOf, throughOf }: Candidates, i: number, parts: BorderParts): void {
    const { terrain, accesses } = this
    const { sides, firstOfSide, wholeOf } = parts
    const crossing = crossingOf[i] as Crossing
    const landings = [landingOf(terrain, crossing), landingOf(terrain, reversed(crossing))]
    const [near, far] = [partAt(sides[0], landings[0]), partAt(sides[1], landings[1])]
    if (near > 0 === far > 0) return
    const side = near > 0 ? 1 : 0
    const whole = wholeOf[firstOfSide[1 - side] + near + far]
    // Of steps that cost the same the one on the cheapest way through.
    const units = stepOverUnits(terrain, crossing) + throughOf[i] / 2 ** 31
    const [x, y] = [xOf(landings[side]), yOf(landings[side])]
    for (const part of partsBeside(terrain, x, y, sides[side].partOfCell)) {
      this.offer(whole, wholeOf[firstOfSide[side] + part], units, [i])
    }
    const cell = (y << 15) | x
    const others = accesses.get(cell) ?? []
    for (const other of others) this.offer(whole, other.whole, units + other.units, [i, other.crossing])
    others.push({ whole, units, crossing: i })
    accesses.set(cell, others)
  }

  private offer(a: number, b: number, units: number, crossings: readonly number[]): void {
    if (a === b || !this.leading.has(a) || !this.leading.has(b)) return
    const pair = pairOf(a, b)
    const known = this.best.get(pair)
    if (known === undefined || units < known.units) this.best.set(pair, { units, crossings })
  }
}

/** The part that a path lands in; 0 for dear ground. */
function partAt({ partOfCell }: Parts, landing: Crossing): number {
  return partOfCell[((yOf(landing) & BLOCK_MASK) << BLOCK_SHIFT) | (xOf(landing) & BLOCK_MASK)]
}
