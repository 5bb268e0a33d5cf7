import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Front } from '../../src/route/front.ts'

const NONE = -1

describe('the front of a route search', () => {
  it('gives back all items, hardly out of order, whatever the keys', () => {
    const keys = fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 1, maxLength: 3000 })
    fc.assert(
      fc.property(keys, fc.double({ min: 0, max: 1e6, noNaN: true }), (rises, least) => {
        const front = new Front()
        // A front that was left with items in it starts anew.
        for (let item = 0; item < 9; item++) front.push(item, item)
        front.restart(least)
        const keyOf = rises.map(rise => least + rise * (least + 1))
        for (const [item, key] of keyOf.entries()) front.push(key, item)
        const popped: number[] = []
        let highest = least
        for (let item = front.pop(NONE); item !== NONE; item = front.pop(NONE)) {
          // An item may come a bucket late: a thousandth of the least.
          expect(keyOf[item]).toBeGreaterThanOrEqual(highest - (least + 1) / 1000)
          expect(front.leastKey).toBeLessThanOrEqual(keyOf[item] + 1e-6 * (least + 1))
          highest = Math.max(highest, keyOf[item])
          popped.push(item)
        }
        expect(popped.toSorted((a, b) => a - b)).toEqual(keyOf.map((_, item) => item))
      }),
    )
  })

  it('takes the newest of equals first', () => {
    const front = new Front()
    front.restart(100)
    for (const item of [4, 7, 5]) front.push(120, item)
    expect([front.pop(NONE), front.pop(NONE), front.pop(NONE), front.pop(NONE)]).toEqual([5, 7, 4, NONE])
  })

  it('takes in what is below the key taken last, and gives it out next', () => {
    const front = new Front()
    front.restart(100)
    front.push(1e6, 1)
    front.push(150, 2)
    expect(front.pop(NONE)).toBe(2)
    front.push(110, 3)
    expect(front.pop(NONE)).toBe(3)
    expect(front.pop(NONE)).toBe(1)
    front.push(120, 4)
    front.push(2e6, 5)
    expect([front.pop(NONE), front.pop(NONE), front.pop(NONE)]).toEqual([4, 5, NONE])
  })
})
