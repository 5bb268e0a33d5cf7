import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BucketRing } from '../../src/base/bucket-ring.ts'

const NONE = -1

describe('a queue of buckets', () => {
  it('gives back all items, hardly out of order, whatever the keys', () => {
    const keys = fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 1, maxLength: 3000 })
    fc.assert(
      fc.property(keys, fc.double({ min: 0, max: 1e6, noNaN: true }), (rises, least) => {
        const queue = new BucketRing()
        // A queue that was left with items in it begins again.
        for (let item = 0; item < 9; item++) queue.push(item, item)
        queue.restart(least, (least + 1) / 1024)
        const keyOf = rises.map(rise => least + rise * (least + 1))
        for (const [item, key] of keyOf.entries()) queue.push(key, item)
        const popped: number[] = []
        let highest = least
        for (let item = queue.pop(NONE); item !== NONE; item = queue.pop(NONE)) {
          // An item may come a bucket late: a thousandth of the least.
          expect(keyOf[item]).toBeGreaterThanOrEqual(highest - (least + 1) / 1000)
          expect(queue.leastKey).toBeLessThanOrEqual(keyOf[item] + 1e-6 * (least + 1))
          highest = Math.max(highest, keyOf[item])
          popped.push(item)
        }
        expect(popped.toSorted((a, b) => a - b)).toEqual(keyOf.map((_, item) => item))
      }),
    )
  })

  it('takes the newest of equals first', () => {
    const queue = new BucketRing()
    queue.restart(100, 0.1)
    for (const item of [4, 7, 5]) queue.push(120, item)
    expect([queue.pop(NONE), queue.pop(NONE), queue.pop(NONE), queue.pop(NONE)]).toEqual([5, 7, 4, NONE])
  })

  it('takes in what is below the key taken last, and gives it out next', () => {
    const queue = new BucketRing()
    queue.restart(100, 0.1)
    queue.push(1e6, 1)
    queue.push(150, 2)
    expect(queue.pop(NONE)).toBe(2)
    queue.push(110, 3)
    expect(queue.pop(NONE)).toBe(3)
    expect(queue.pop(NONE)).toBe(1)
    queue.push(120, 4)
    queue.push(2e6, 5)
    expect([queue.pop(NONE), queue.pop(NONE), queue.pop(NONE)]).toEqual([4, 5, NONE])
  })
})
