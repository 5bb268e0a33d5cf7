/**
 * What a vehicle is given to drive: lines and arcs that follow each other without a jump or a kink, turn no tighter than was
 * asked, and touch no wall, point by point against the map itself.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { type Drive, type DrivePiece, makeDrive, WaypointShaper } from '../../src/shape.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { checkDrive } from '../support/shape-judges/check-drive.ts'
import { wallDistance } from '../support/shapes.ts'
import { freeCells } from '../support/worlds.ts'

/** Points and headings along all pieces, at most `step` cells apart. */
function* samples({ pieces }: Drive, step: number) {
  for (const { arc, x0, y0, x1, y1, length } of pieces) {
    const count = Math.max(1, Math.ceil(length / step))
    for (let k = 0; k <= count; k++) {
      const share = k / count
      if (arc === null) {
        yield { x: x0 + (x1 - x0) * share, y: y0 + (y1 - y0) * share, heading: Math.atan2(y1 - y0, x1 - x0), length }
        continue
      }
      const angle = arc.start + arc.sweep * share
      const radius = length / Math.abs(arc.sweep)
      const heading = angle + (Math.sign(arc.sweep) * Math.PI) / 2
      yield { x: arc.x + radius * Math.cos(angle), y: arc.y + radius * Math.sin(angle), heading, length }
    }
  }
}

describe('a drive', () => {
  it('is smooth, turns no tighter than asked, and touches no wall', async () => {
    let [found, arcs, asked] = [0, 0, 0]
    for (const kind of ['terrain', 'caves', 'rooms', 'scatter'] as const) {
      const grid = generate(kind, { width: 120, height: 90, seed: 4 })
      const atlas = openAtlas(await bake(grid))
      const shaper = new WaypointShaper(atlas.terrain)
      const map = plainMap(grid, 8)
      const ends = freeCells(grid, 16, new Random(8))
      for (let i = 0; i + 1 < ends.length; i += 2) {
        const route = atlas.finder().find(...ends[i], ...ends[i + 1])
        if (route.status !== 'found') continue
        const waypoints = shaper.shape(route.cells())
        for (const turnRadius of [0.4, 1.5, 4]) {
          asked++
          const drive = makeDrive(atlas.terrain, waypoints, { turnRadius })
          expect(checkDrive(atlas.terrain, drive, waypoints, { turnRadius })).toEqual({
            status: 'legal',
            message: '',
            length: drive.length,
          })
          if (drive.status !== 'found') {
            expect([drive.length, drive.pieces.length]).toEqual([Infinity, 0])
            expect(drive.corner).not.toBe(null)
            continue
          }
          found++
          let last: { x: number; y: number; heading: number } | null = null
          let [nearest, farthest, sharpest] = [Infinity, 0, 0]
          for (const point of samples(drive, 0.1)) {
            nearest = Math.min(nearest, wallDistance(map, point.x, point.y, point.x, point.y, 1))
            if (last !== null) {
              const moved = Math.hypot(point.x - last.x, point.y - last.y)
              farthest = Math.max(farthest, moved)
              // A line without length has no heading; else headings change by what the radius allows.
              const turned = point.length < 1e-6 ? 0 : Math.abs(Math.sin(point.heading - last.heading))
              sharpest = Math.max(sharpest, turned - (moved / turnRadius) * 1.001)
            }
            if (point.length >= 1e-6) last = point
          }
          expect(nearest).toBeGreaterThan(0)
          expect(farthest).toBeLessThan(0.1001)
          expect(sharpest).toBeLessThan(1e-6)
          arcs += drive.pieces.filter(piece => piece.kind === 'arc').length
          const [first, end] = [drive.pieces[0], drive.pieces[drive.pieces.length - 1]]
          if (first === undefined) continue
          expect([first.x0, first.y0, end.x1, end.y1]).toEqual([...waypoints.slice(0, 2), ...waypoints.slice(-2)])
          const sum = drive.pieces.reduce((total, { length }) => total + length, 0)
          expect(drive.length).toBeCloseTo(sum, 9)
        }
      }
    }
    expect(asked).toBeGreaterThan(20)
    expect(found).toBeGreaterThan(asked / 3)
    expect(arcs).toBeGreaterThan(found)
  })

  it('swings out around a corner, and says where there is no room', async () => {
    const rows = ['............', '............', '............', '......######', '......######', '......######']
    const { terrain } = openAtlas(await bake(drawn(...rows)))
    const around = Int32Array.of(5, 5, 5, 2, 11, 2)
    const wide = makeDrive(terrain, around, { turnRadius: 1 })
    expect(wide.pieces.map(({ kind }) => kind)).toEqual(['line', 'arc', 'line'])
    expect(wide.length).toBeLessThan(9)
    expect(makeDrive(terrain, around, { turnRadius: 40 })).toMatchObject({ status: 'blocked', length: Infinity })
    const bend = openAtlas(await bake(drawn('.####', '.####', '.....'))).terrain
    const corridor = Int32Array.of(0, 0, 0, 2, 4, 2)
    expect(makeDrive(bend, corridor, { turnRadius: 0.9 }).status).toBe('found')
    expect(makeDrive(bend, corridor, { turnRadius: 3 }).corner).toMatchObject({ y: expect.any(Number) })
    expect(makeDrive(bend, corridor.slice(0, 2), { turnRadius: 3 })).toMatchObject({ status: 'found', length: 0 })
    expect(() => makeDrive(bend, corridor, { turnRadius: 0 })).toThrow(/turnRadius is 0/)
    expect(() => makeDrive(bend, Int32Array.of(0, 0, 4, 2), { turnRadius: 1 })).toThrow(/cannot walk straight/)
  })

  it('makes two corners one where their arcs do not fit between them', async () => {
    const { terrain } = openAtlas(await bake({ width: 60, height: 20, cost: new Uint8Array(1200).fill(1) }))
    const kinds = (turnRadius: number) =>
      makeDrive(terrain, Int32Array.of(10, 10, 30, 10, 31, 11, 51, 11), { turnRadius }).pieces.map(({ kind }) => kind)
    expect(kinds(0.5)).toEqual(['line', 'arc', 'line', 'arc', 'line'])
    expect(kinds(5)).toEqual(['line', 'arc', 'line'])
  })

  it('is refused by its judge where anything of it is wrong', async () => {
    const rows = ['............', '............', '............', '......######', '......######', '......######']
    const { terrain } = openAtlas(await bake(drawn(...rows)))
    const around = Int32Array.of(5, 5, 5, 2, 11, 2)
    const options = { turnRadius: 1 }
    const drive = makeDrive(terrain, around, options)
    const [up, arc, right] = drive.pieces
    const judged = (pieces: DrivePiece[], more: Partial<Drive> = {}) =>
      checkDrive(terrain, { ...drive, pieces, ...more }, around, options).message
    expect(judged([...drive.pieces])).toBe('')
    expect(checkDrive(terrain, drive, around, { turnRadius: 1.5 }).message).toMatch(/radius of 1.*, less than 1.5/)
    expect(checkDrive(terrain, drive, around.slice(2), options).message).toMatch(/^The drive starts at 5,5/)
    expect(checkDrive(terrain, drive, around.slice(0, 4), options).message).toMatch(/^The drive ends at 11,2/)
    expect(judged([up, right])).toMatch(/^Piece 1, a line, starts at/)
    expect(judged([up, { ...arc, length: 1 }, right])).toMatch(/^Piece 1, an arc, is not 1 long/)
    expect(judged([up, { ...arc, arc: { ...arc.arc!, sweep: -arc.arc!.sweep } }, right])).toMatch(/an arc, ends at/)
    expect(judged([...drive.pieces], { length: 3 })).toMatch(/^The pieces are .* long, not 3/)
    const kinked = [line(5, 5, 5, 2), line(5, 2, 11, 2)]
    expect(judged(kinked)).toBe('Piece 1, a line, begins with a kink of 90.0 degrees.')
    expect(judged([line(5, 5, 11, 2)])).toMatch(/^Piece 0, a line, touches/)
    // A quarter of a circle that cuts the corner of the wall.
    const cut = { kind: 'arc', x0: 5, y0: 5, x1: 8, y1: 2, length: 1.5 * Math.PI } as const
    const wide = { ...cut, arc: { x: 8, y: 5, start: Math.PI, sweep: Math.PI / 2 } }
    expect(judged([wide, line(8, 2, 11, 2)])).toMatch(/^Piece 0, an arc, touches/)
    expect(judged([], { status: 'blocked' })).toMatch(/is blocked, but has/)
    expect(judged([], { status: 'blocked', length: Infinity, corner: { x: 5, y: 2 } })).toBe('')
    expect(() => checkDrive(terrain, drive, around, { turnRadius: 0 })).toThrow('turnRadius is 0')
  })
})

function line(x0: number, y0: number, x1: number, y1: number): DrivePiece {
  return { kind: 'line', x0, y0, x1, y1, length: Math.hypot(x1 - x0, y1 - y0), arc: null }
}
