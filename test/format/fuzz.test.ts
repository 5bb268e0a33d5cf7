/**
 * Hostile bytes: whatever is done to a map, reading it ends in a grid that is whole or in one of our own errors. PNG files
 * are also damaged below their checksums, which are then repaired, so that the damage reaches the pixels.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IsthmusError } from '../../src/base/errors.ts'
import { readScenarios } from '../../src/format/scenario.ts'
import { makeGrid } from '../../src/map/grid.ts'
import { mapFormats, readMap, writePngMap } from '../../src/maps.ts'
import { crc32 } from '../support/crc32.ts'
import { expectSame } from '../support/same.ts'

type Damage = readonly [kind: 'set' | 'cut' | 'insert' | 'repeat', at: number, byte: number]

const RUNS = 1500

const damages = fc.array(
  fc.tuple(
    fc.constantFrom('set', 'set', 'set', 'cut', 'insert', 'repeat'),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.integer({ min: 0, max: 255 }),
  ) as fc.Arbitrary<Damage>,
  { minLength: 1, maxLength: 4 },
)

function damage(bytes: Uint8Array, list: readonly Damage[]): Uint8Array {
  return list.reduce((before, [kind, part, byte]) => {
    const at = Math.floor(part * before.length)
    if (kind === 'set') return Uint8Array.from(before, (old, i) => (i === at ? byte : old))
    if (kind === 'cut') return before.slice(0, at)
    const extra = kind === 'insert' ? [byte] : before.slice(at, at + byte)
    return Uint8Array.of(...before.slice(0, at), ...extra, ...before.slice(at))
  }, bytes)
}

/** Gives every chunk of a PNG the checksum it should have, as far as its chunks can be found. */
function repairChecksums(bytes: Uint8Array): Uint8Array {
  const repaired = Uint8Array.from(bytes)
  const view = new DataView(repaired.buffer)
  for (let at = 8; at + 12 <= repaired.length; ) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > repaired.length) break
    view.setUint32(end, crc32(repaired.subarray(at + 4, end)))
    at = end + 4
  }
  return repaired
}

function readsOrRefuses(bytes: Uint8Array): void {
  try {
    const { width, height, cost } = readMap(bytes)
    expectSame(cost.length, width * height)
    expectSame(cost.length > 0, true)
  } catch (error) {
    if (!(error instanceof IsthmusError)) throw error
    const isRight = ['BAD_MAP', 'TOO_LARGE'].includes(error.code) && /^[A-Z].*[.)]$/s.test(error.message)
    if (!isRight) throw error
  }
}

const plain = makeGrid(
  37,
  9,
  Uint8Array.from({ length: 37 * 9 }, (_, cell) => (cell % 7 < 2 ? 0 : 1)),
)
const weighted = makeGrid(
  21,
  11,
  Uint8Array.from({ length: 21 * 11 }, (_, cell) => (cell * cell) % 251),
)

describe('a damaged map', () => {
  it.each(mapFormats.map(({ name, write }) => [name, write(plain)] as const))('is read or refused: %s', (_, bytes) => {
    fc.assert(
      fc.property(damages, list => readsOrRefuses(damage(bytes, list))),
      { numRuns: RUNS },
    )
  })

  it.each([
    ['bits', writePngMap(plain)],
    ['greys', writePngMap(weighted)],
  ])('is read or refused with its checksums repaired: PNG of %s', (_, bytes) => {
    fc.assert(
      fc.property(damages, list => readsOrRefuses(repairChecksums(damage(bytes, list)))),
      { numRuns: RUNS },
    )
  })

  it('is read or refused with any header of a PNG', () => {
    const bytes = writePngMap(plain)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 13, maxLength: 13 }), fc.boolean(), (header, isSmall) => {
        const changed = Uint8Array.from(bytes)
        changed.set(header, 16)
        // Sides of one byte, so that many headers describe a picture that could be.
        if (isSmall) changed.fill(0, 16, 19).fill(0, 20, 23)
        readsOrRefuses(repairChecksums(changed))
      }),
      { numRuns: RUNS },
    )
  })

  it('is read or refused when it was cut anywhere', () => {
    for (const { write } of mapFormats) {
      const bytes = write(plain)
      for (let length = 0; length < bytes.length; length++) readsOrRefuses(bytes.subarray(0, length))
    }
  })
})

describe('bytes that never were a map', () => {
  const starts = ['', 'type octile\nheight 3\nwidth 4\nmap\n', 'type ', '\x89PNG\r\n\x1a\n', '\x89isthmap']

  it.each(starts)('are read or refused after %j', start => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), rest =>
        readsOrRefuses(Uint8Array.of(...Buffer.from(start, 'latin1'), ...rest)),
      ),
      { numRuns: RUNS },
    )
  })

  it('are read or refused where they look like text', () => {
    const letters = fc.string({
      unit: fc.constantFrom('.', '#', '\n', '\r', ' ', 'S', '5', '\t', '@', 't'),
      maxLength: 80,
    })
    fc.assert(
      fc.property(letters, text => readsOrRefuses(Buffer.from(text))),
      { numRuns: RUNS },
    )
  })
})

describe('a damaged scenario file', () => {
  it('is read or refused', () => {
    const bytes = Buffer.from('version 1\n3\ta.map\t10\t20\t1\t2\t9\t19\t18.3137\n0\tb.map\t5\t5\t0\t0\t4\t4\t-1\n')
    fc.assert(
      fc.property(damages, list => {
        try {
          for (const { startX, width, optimalLength } of readScenarios(Buffer.from(damage(bytes, list)).toString())) {
            expect(startX).toBeLessThan(width)
            expect(optimalLength).toBeGreaterThanOrEqual(-1)
          }
        } catch (error) {
          expect(error).toMatchObject({ name: 'IsthmusError', code: 'BAD_SCENARIO' })
        }
      }),
      { numRuns: RUNS },
    )
  })
})
