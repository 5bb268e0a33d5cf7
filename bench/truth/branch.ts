/**
 * A view of a map that changes, and beside it what its cells must cost: its own costs where it has any, else those of the map
 * below.
 */
import type { Random } from '../../src/base/random.ts'
import type { LiveMap, View } from '../../src/index.ts'
import { drawEdit } from './edits.ts'
import type { Judge } from './judge.ts'
import { PlainMap } from './plain-map.ts'

const NOT_ITS_OWN = -1

export class Branch {
  private readonly view: View
  private readonly own: Int32Array

  constructor(live: LiveMap) {
    this.view = live.branch()
    this.own = new Int32Array(live.width * live.height).fill(NOT_ITS_OWN)
  }

  /** An edit of its own, or one that is taken back; in slices now and then. */
  async edit(below: PlainMap, random: Random): Promise<void> {
    const { view, own } = this
    const isReset = random.below(4) === 0
    for (const [cell, cost] of drawEdit(below, random)) {
      const [x, y] = [cell % below.width, Math.floor(cell / below.width)]
      own[cell] = isReset ? NOT_ITS_OWN : cost
      if (isReset) view.reset({ x, y, width: 1, height: 1 })
      else view.set(x, y, cost)
    }
    if (random.below(3) === 0) await view.commitInSlices()
    else view.commit()
  }

  check(below: PlainMap, judge: Judge, random: Random, when: string): void {
    const map = new PlainMap(below, below.directions)
    this.own.forEach((cost, cell) => {
      if (cost !== NOT_ITS_OWN) map.cost[cell] = cost
    })
    judge.all(this.view, map, random, `${when}, in a view`)
  }
}
