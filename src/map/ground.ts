/**
 * What a map, or a window of it, is made of: even ground, where all free cells cost the same, or mixed ground; and whether units
 * step in 4 or in 8 directions. What follows from these two is chosen here, once: other files name what they want of each.
 */
import type { Directions } from './movement.ts'

/** A value for each kind of ground. */
export interface ByGround<T> {
  readonly even: T
  readonly mixed: T
  /** For mixed ground with 4 directions, if that differs. */
  readonly mixedOf4?: T
}

class Ground {
  /** Whether all free cells cost the same. */
  readonly isEven: boolean
  /** Whether the best of several diagonal steps depends on what cells cost. */
  readonly hasDiagonalCosts: boolean

  constructor(isEven: boolean, isOf8: boolean) {
    this.isEven = isEven
    this.hasDiagonalCosts = isOf8 && !isEven
  }

  /** The value for this ground. */
  of<T>({ even, mixed, mixedOf4 = mixed }: ByGround<T>): T {
    return this.isEven ? even : this.hasDiagonalCosts ? mixed : mixedOf4
  }
}

export type { Ground }

const OF_4 = [new Ground(false, false), new Ground(true, false)] as const
const OF_8 = [new Ground(false, true), new Ground(true, true)] as const

export function groundOf(isEven: boolean, directions: Directions): Ground {
  return (directions === 8 ? OF_8 : OF_4)[isEven ? 1 : 0]
}

/** The ground of blocks with these costs (Terrain.costOfBlock), where the cheapest free cell costs `costMin`. */
export function groundOfBlocks(costOfBlock: Int32Array, costMin: number, directions: Directions): Ground {
  return groundOf(
    costOfBlock.every(cost => cost === 0 || cost === costMin),
    directions,
  )
}
