/**
 * The search inside a usual region, of a few dozen inner entries. It computes the costs between all of them once (Floyd and
 * Warshall, on flat arrays, half of a symmetric matrix at a time). Each own slot's costs are then the least over the inner
 * entries of its child. Without a queue or unpredictable branches, this is several times as fast as a search from each slot.
 */
import type { Work } from '../base/work.ts'
import { HOME, type Inside } from './inside.ts'

/** Largest number of inner entries whose matrix stays in the cache. */
const INNER_MAX = 160
/** Takes a millisecond on the largest matrix before the code is compiled. */
const VIAS_A_PIECE = 4

export class DenseSearch {
  private readonly units = new Float64Array(INNER_MAX ** 2)
  /** The first inner entry on the way from one to another. */
  private readonly next = new Int16Array(INNER_MAX ** 2)
  /** The child of the direct step between two. */
  private readonly child = new Int32Array(INNER_MAX ** 2)
  private readonly first = new Int16Array(INNER_MAX)

  /** Whether the matrix pays: its cost grows with the cube of the inner entries, and all own slots share it. */
  suits(inside: Inside): boolean {
    return inside.innerCount <= INNER_MAX && inside.innerCount ** 2 <= 128 * inside.ownCount
  }

  *load(inside: Inside): Work<void> {
    const { innerCount } = inside
    this.units.fill(Infinity, 0, innerCount ** 2)
    for (let inner = 0; inner < innerCount; inner++) this.units[inner * (innerCount + 1)] = 0
    for (let child = 0; child < inside.childCount; child++) this.loadChild(inside, child)
    for (let via = 0; via < innerCount; via++) {
      if (via % VIAS_A_PIECE === 0) yield
      this.closeOver(via, innerCount)
    }
  }

  /** From own slot `own` to all inner entries. */
  reach(inside: Inside, own: number): void {
    const { units, next, child, first } = this
    const { innerCount, innerAt, slotAt, firstInnerOfChild, unitsOfInner, nextOfInner, childToNext } = inside
    const home = inside.childOfOwn[own]
    unitsOfInner.fill(Infinity, 0, innerCount)
    for (let at = firstInnerOfChild[home]; at < firstInnerOfChild[home + 1]; at++) {
      const door = innerAt[at]
      const toDoor = inside.unitsWithin(home, inside.slotOfOwn[own], slotAt[at])
      // If another door leads here more cheaply, it also reaches everything beyond more cheaply.
      if (toDoor >= unitsOfInner[door]) continue
      for (let inner = 0, i = door * innerCount; inner < innerCount; inner++, i++) {
        const reached = toDoor + units[i]
        if (reached < unitsOfInner[inner]) {
          unitsOfInner[inner] = reached
          first[inner] = door
        }
      }
    }
    for (let inner = 0; inner < innerCount; inner++) {
      const door = first[inner]
      const towards = door === inner ? HOME : next[inner * innerCount + door]
      nextOfInner[inner] = towards
      childToNext[inner] = towards === HOME ? home : child[inner * innerCount + towards]
    }
  }

  private loadChild(inside: Inside, child: number): void {
    const { innerCount, innerAt, slotAt, firstInnerOfChild } = inside
    const end = firstInnerOfChild[child + 1]
    for (let atA = firstInnerOfChild[child]; atA < end; atA++) {
      for (let atB = firstInnerOfChild[child]; atB < atA; atB++) {
        const units = inside.unitsWithin(child, slotAt[atA], slotAt[atB])
        const ab = innerAt[atA] * innerCount + innerAt[atB]
        if (units >= this.units[ab]) continue
        const ba = innerAt[atB] * innerCount + innerAt[atA]
        this.units[ab] = units
        this.units[ba] = units
        this.next[ab] = innerAt[atB]
        this.next[ba] = innerAt[atA]
        this.child[ab] = child
        this.child[ba] = child
      }
    }
  }

  /** Improves all costs by ways over `via`. */
  private closeOver(via: number, count: number): void {
    const { units, next } = this
    for (let a = 0; a < count; a++) {
      const toVia = units[a * count + via]
      if (a === via || toVia === Infinity) continue
      for (let b = 0, ab = a * count, viaB = via * count; b < a; b++, ab++, viaB++) {
        const through = toVia + units[viaB]
        if (through >= units[ab]) continue
        const ba = b * count + a
        units[ab] = through
        units[ba] = through
        next[ab] = next[a * count + via]
        next[ba] = next[b * count + via]
      }
    }
  }
}
