/** Room for records that grows in pieces while records come and go. */
import { describe, expect, it } from 'vitest'
import { finish } from '../../src/base/work.ts'
import { Arena } from '../../src/live/arena.ts'
import { Versions } from '../../src/live/versions.ts'

/** Longer than what is copied in one piece, and nearly full. */
const SIZE = 1 << 20

function nearlyFull(): Arena<Int32Array> {
  return new Arena(new Versions(), new Int32Array(SIZE), SIZE - 64, 1)
}

describe('room for records', () => {
  it('keeps records that are taken while it grows', () => {
    const room = nearlyFull()
    room.free(7, 2)
    const growing = room.growing()
    growing.next()
    growing.next()
    const reused = room.take(2)
    const added = room.take(3)
    room.data.set([1, 2], reused)
    room.data.set([3, 4, 5], added)
    const before = room.data
    finish(growing)
    expect(reused).toBe(7)
    expect(room.data).not.toBe(before)
    expect(room.data.length).toBeGreaterThan(SIZE)
    expect([...room.data.subarray(reused, reused + 2)]).toEqual([1, 2])
    expect([...room.data.subarray(added, added + 3)]).toEqual([3, 4, 5])
    expect(room.isNearlyFull).toBe(false)
  })

  it('keeps the array of a commit that could not wait', () => {
    const room = nearlyFull()
    const growing = room.growing()
    growing.next()
    const at = room.take(100)
    room.data[at] = 9
    const longer = room.data
    finish(growing)
    expect(room.data).toBe(longer)
    expect(room.data[at]).toBe(9)
  })

  it('may grow again after work that was given up', () => {
    const room = nearlyFull()
    const growing = room.growing()
    growing.next()
    expect(room.isNearlyFull).toBe(false)
    growing.return(undefined)
    expect(room.isNearlyFull).toBe(true)
  })
})
