/**
 * The file of a world is from outside: whatever its bytes are, it opens or gets one clear error.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { generate, IsthmusError } from '../../src/index.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'
import { sealed } from '../support/sections.ts'

const file = await bakeWorld({
  maps: { a: generate('rooms', { width: 70, height: 40, seed: 1 }), b: drawn('....') },
  portals: [{ id: 'door', from: { map: 'b', x: 0, y: 0 }, to: { map: 'b', x: 3, y: 0 }, needs: ['key'] }],
})

function codeOf(bytes: Uint8Array): string {
  try {
    openWorld(bytes).isReachable({ map: 'b', x: 0, y: 0 }, { map: 'b', x: 3, y: 0 })
    return 'opened'
  } catch (error) {
    if (error instanceof IsthmusError) return error.code
    throw error
  }
}

describe('a world file', () => {
  it('is the same for the same world, and opens at any place of a buffer', async () => {
    const shifted = new Uint8Array(file.length + 3)
    shifted.set(file, 3)
    expect(codeOf(file)).toBe('opened')
    expect(codeOf(shifted.subarray(3))).toBe('opened')
  })

  it('that is none, empty, or of another version gets an error that says so', () => {
    expect(codeOf(new Uint8Array(0))).toBe('NOT_A_WORLD')
    expect(codeOf(new TextEncoder().encode('ISTHMUS\n'))).toBe('NOT_A_WORLD')
    expect(codeOf('world' as never)).toBe('BAD_ARGUMENT')
    const newer = file.slice()
    newer[8] = 9
    expect(codeOf(sealed(newer))).toBe('WORLD_VERSION')
  })

  it('that was cut, lengthened or flipped anywhere is refused', () => {
    for (let length = 1; length < file.length; length += 97) expect(codeOf(file.slice(0, length))).toMatch(/WORLD/)
    const longer = new Uint8Array(file.length + 64)
    longer.set(file)
    expect(codeOf(longer)).toBe('WORLD_DAMAGED')
    const random = new Random(4)
    for (let i = 0; i < 300; i++) {
      const flipped = file.slice()
      flipped[random.below(file.length)] ^= 1 << random.below(8)
      expect(codeOf(flipped)).toMatch(/WORLD/)
    }
  })

  it('that was forged opens or is refused, and never fails otherwise', () => {
    const random = new Random(5)
    const codes = new Set<string>()
    for (let i = 0; i < 1500; i++) {
      const forged = file.slice()
      const end = i % 2 === 0 ? Math.min(1024, file.length) : file.length
      for (let k = 0; k < 1 + (i % 3); k++) forged[random.below(end)] = random.below(256)
      codes.add(codeOf(sealed(forged)))
    }
    expect([...codes]).toEqual(expect.arrayContaining(['opened', 'WORLD_DAMAGED', 'ATLAS_DAMAGED']))
  })

  it.each([
    ['"key"', '"kex"', 'opened'],
    ['"door"', '12345,', 'WORLD_DAMAGED'],
    ['"map":"b"', '"map":"z"', 'WORLD_DAMAGED'],
    ['"maps":["a","b"]', '"maps":["b","b"]', 'WORLD_DAMAGED'],
    ['"maps":["a","b"]', '"maps":"abcdefg"', 'WORLD_DAMAGED'],
  ])('whose text says %s as %s is %s', (text, forgery, code) => {
    const forged = file.slice()
    const at = Buffer.from(forged).indexOf(text)
    expect(at).toBeGreaterThan(0)
    forged.set(new TextEncoder().encode(forgery), at)
    expect(codeOf(sealed(forged))).toBe(code)
  })
})
