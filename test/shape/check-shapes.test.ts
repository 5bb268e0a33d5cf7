/**
 * The judges of shapes are judged: they must pass what is right and refuse, with a reason, every way it can be wrong.
 * @fast
 */
import { describe, expect, it } from 'vitest'
import type { Directions } from '../../src/index.ts'
import type { CurveOptions } from '../../src/shape/curve.ts'
import type { WaypointOptions } from '../../src/shape/waypoints.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { checkCurve } from '../support/shape-judges/check-curve.ts'
import { checkWaypoints } from '../support/shape-judges/check-waypoints.ts'

/** A wall across the middle, an expensive cell below it. */
const map = plainMap(drawn('.......', '.......', '..###..', '.......', '...9...', '.......'), 8)
/** Around the wall by its right side. */
const path = [3, 1, 4, 1, 5, 1, 6, 2, 5, 3, 4, 3, 3, 3]

function judge(waypoints: number[], options: WaypointOptions = {}, cells = path, directions: Directions = 8) {
  return checkWaypoints(map, Int32Array.from(waypoints), Int32Array.from(cells), directions, options)
}

describe('checkWaypoints', () => {
  it('passes the path itself, its bends and a string pulled around the same wall', () => {
    const pathCost = 4 + 2 * Math.SQRT2
    expect(judge(path)).toEqual({ status: 'legal', message: '', cost: pathCost })
    expect(judge([3, 1, 5, 1, 6, 2, 5, 3, 3, 3]).cost).toBeCloseTo(pathCost, 12)
    const along = [3, 1, 4, 1, 5, 1, 5, 2, 5, 3, 4, 3, 3, 3]
    expect(judge([3, 1, 5, 1, 5, 3, 3, 3], {}, along).cost).toBeCloseTo(6, 12)
  })

  it('adds up chords times costs', () => {
    // Along the row below the wall into the expensive cell: half a cell of it.
    expect(judge([1, 4, 3, 4], {}, [1, 4, 2, 4, 3, 4]).cost).toBeCloseTo(1.5 + 4.5, 12)
    // Half a column up at each end and the length of the diagonal of half a cell in between.
    const slanted = judge([1, 4, 3, 5], {}, [1, 4, 2, 5, 3, 5])
    expect(slanted.cost).toBeCloseTo(Math.sqrt(5), 12)
  })

  it.each([
    ['a wall in the way', [3, 1, 3, 3], {}, 'touches the wall at 3,2'],
    ['a corner that is cut', [3, 1, 5, 1, 5, 2, 4, 3, 3, 3], {}, 'touches the wall at 4,2'],
    ['another start', [4, 1, 5, 1, 6, 2, 5, 3, 3, 3], {}, 'instead of 3,1'],
    ['an end short of the goal', [3, 1, 5, 1, 6, 2, 5, 3, 4, 3], {}, 'too far'],
    ['an end beside the path', [3, 1, 5, 1, 6, 2, 5, 3, 3, 4], { toleranceCells: 3 }, 'not on the path'],
    ['an end behind the wall', [3, 1], { toleranceCells: 3 }, 'and the goal is the wall at 3,2'],
    ['a gap above the maximum', [3, 1, 6, 1, 6, 2, 5, 3, 3, 3], { spacingMaxCells: 2 }, 'above the maximum'],
    ['a waypoint that is too close and needless', path, { spacingMinCells: 1.2 }, '4,1 is closer'],
    ['a segment close to a wall', [3, 1, 5, 1, 6, 3, 5, 3, 3, 3], { clearanceCells: 0.6 }, 'closer than 0.6 cells'],
    ['a waypoint named twice', [3, 1, 3, 1, 5, 1, 6, 2, 5, 3, 3, 3], {}, '3,1 is there twice'],
    ['a detour', [3, 1, 3, 0, 6, 0, 6, 2, 5, 3, 3, 3], {}, 'more than the'],
    ['half a pair', [3, 1, 5], {}, 'even number'],
    ['no waypoint', [], {}, 'but not both'],
  ] as [string, number[], WaypointOptions, string][])('refuses %s', (_what, waypoints, options, reason) => {
    const check = judge(waypoints, options)
    expect(check.message).toContain(reason)
    expect(check.status).toBe('illegal')
    expect(check.cost).toBe(Number.POSITIVE_INFINITY)
  })

  it('refuses a slanted segment on a map of 4 directions, and only there', () => {
    const cells = [0, 0, 1, 0, 1, 1]
    expect(judge([0, 0, 1, 1], {}, cells).status).toBe('legal')
    expect(judge([0, 0, 1, 1], {}, cells, 4).message).toContain('neither along a row nor along a column')
  })

  it('lets the path keep the runs that are closer to walls than the clearance', () => {
    expect(judge([3, 1, 5, 1, 6, 2, 5, 3, 3, 3], { clearanceCells: 1 }).status).toBe('legal')
  })

  it('counts what a turn is worth: a way that is more expensive but straighter', () => {
    const zigzag = [0, 4, 1, 4, 2, 5, 3, 5, 4, 5, 5, 4]
    expect(judge([0, 4, 5, 4], {}, zigzag).message).toContain('more than the')
    expect(judge([0, 4, 5, 4], { turnCostCells: 20 }, zigzag).status).toBe('legal')
  })

  it('has nothing against an empty path without waypoints', () => {
    expect(judge([], {}, [])).toEqual({ status: 'legal', message: '', cost: 0 })
  })
})

describe('checkCurve', () => {
  const around = [0, 1, 5, 1, 6, 2, 5, 3, 0, 3]
  const judgeCurve = (curve: number[], options: CurveOptions = {}, waypoints = around) =>
    checkCurve(map, Float64Array.from(curve), Int32Array.from(waypoints), options)

  it('passes the waypoints themselves, and measures them', () => {
    const length = 10 + 2 * Math.SQRT2
    expect(judgeCurve(around)).toEqual({ status: 'legal', message: '', length })
    expect(judgeCurve(around, { kind: 'catmull-rom', clearanceCells: 3 }).status).toBe('legal')
  })

  it('passes a curve close to a wall that does not touch it', () => {
    expect(judgeCurve([0, 1, 4.2, 1.49, 5, 1, 6, 2, 5, 3, 0, 3]).status).toBe('legal')
  })

  it.each([
    ['a wall it touches', [0, 1, 4.2, 1.5, 5, 1, 6, 2, 5, 3, 0, 3], {}, 'touches the wall at 4,2'],
    ['a wall between two points', [0, 1, 3, 1, 3, 3, 0, 3], {}, 'touches the wall at 3,2'],
    ['the edge of the map', [0, 1, -0.6, 2, 0, 3], {}, 'touches the wall at -1,'],
    [
      'a wall it comes too close to',
      [0, 1, 4.2, 1.4, 5, 1, 6, 2, 5, 3, 0, 3],
      { clearanceCells: 0.4 },
      'closer than 0.4',
    ],
    ['another start', [0, 1.25, 5, 1, 6, 2, 5, 3, 0, 3], {}, 'starts at 0,1.25 instead of 0,1'],
    ['another end', [0, 1, 5, 1, 6, 2, 5, 3, 0.5, 3], {}, 'ends at 0.5,3 instead of 0,3'],
    ['a point that is none', [0, 1, NaN, 1, 0, 3], {}, 'no point'],
    ['a waypoint it misses', [0, 1, 5, 1, 5.9, 2, 5, 3, 0, 3], { kind: 'catmull-rom' }, 'does not pass through 6,2'],
    ['half a pair', [0, 1, 5], {}, 'even number'],
    ['no point', [], {}, 'but not both'],
  ] as [string, number[], CurveOptions, string][])('refuses %s', (_what, curve, options, reason) => {
    const check = judgeCurve(curve, options)
    expect(check.message).toContain(reason)
    expect(check.status).toBe('illegal')
    expect(check.length).toBe(Number.POSITIVE_INFINITY)
  })
})
