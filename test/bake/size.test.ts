/** What cannot be held is refused with a sentence, not with the engine's words. */
import { describe, expect, it } from 'vitest'
import { bakeWith } from '../../src/bake.ts'
import { allocatePrivate, allocateShared, checkArraySize } from '../../src/base/memory.ts'
import { generate } from '../../src/index.ts'
import { OwnThread } from '../../src/level/bake-jobs.ts'

const GIBIBYTE = 2 ** 30

describe('a size beyond what there can be', () => {
  it('is refused from 4 GiB on', () => {
    expect(() => checkArraySize(4 * GIBIBYTE - 64, 'The atlas')).not.toThrow()
    expect(() => checkArraySize(4 * GIBIBYTE, 'The atlas')).toThrow(
      'The atlas takes 4.0 GiB or more; 4 GiB is the end. Cut the map into several.',
    )
  })

  it.each([allocatePrivate, allocateShared])('is no longer an affair of the engine: %o', allocate => {
    expect(() => allocate(5 * GIBIBYTE)).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
    expect(allocate(100).byteLength).toBe(100)
  })

  it('is refused before the map is read', async () => {
    const grid = { ...generate('open', { width: 2, height: 2 }), width: 40_000 }
    await expect(bakeWith(async () => new OwnThread(), grid)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })
})
