/** Borders, entries and graph of the page, held against what the atlas says of each cell and each entry. */
import { describe, expect, it } from 'vitest'
import { borderRuns, drawChokes, drawEntries, entriesOf } from '../../src/app/draw/marks.ts'
import { SCHEMES } from '../../src/app/draw/palette.ts'
import type { Surface, Window } from '../../src/app/draw/surface.ts'
import { MARKS_PIXELS } from '../../src/app/viewer/protocol.ts'
import { entryWays } from '../../src/app/viewer/worker/room.ts'
import { type Atlas, bake, generate, openAtlas } from '../../src/index.ts'
import { Narrows } from '../../src/traveller/narrows.ts'
import { chokePoints } from '../../src/travellers.ts'
import { worldOfSeed } from '../support/worlds.ts'

async function atlasOfSeed(seed: number, sideMax = 200): Promise<Atlas> {
  const { grid, directions } = worldOfSeed(seed, sideMax)
  return openAtlas(await bake(grid, { directions }))
}

/** A tile that remembers the dots on it. */
function rememberingTile(tileX: number, scale: number) {
  const dots: { x: number; y: number; radius: number }[] = []
  const place = { x: (tileX * MARKS_PIXELS) / scale, y: 0, width: MARKS_PIXELS, height: MARKS_PIXELS, scale }
  const tile: Surface = {
    ...{ ...place, scheme: SCHEMES.light, density: 1 },
    dots: (points, radius) => {
      for (let i = 0; i < points.length; i += 2) dots.push({ x: points[i], y: points[i + 1], radius })
    },
    ...{ line: () => {}, ring: () => {}, diamond: () => {}, box: () => {}, dashed: () => {} },
  }
  return { tile, dots }
}

function windowOf(x: number, y: number, side: number, scale: number): Window {
  return { x, y, width: side, height: side, scale }
}

/** Which pairs of neighbouring cells the runs part: `x,y` and the direction. */
function partedCells(atlas: Atlas, level: number): Set<string> {
  const parted = new Set<string>()
  const side = Math.max(atlas.width, atlas.height)
  borderRuns(atlas.terrain, level, windowOf(0, 0, side, 1), (isUpright, _rank, line, from, to) => {
    for (let at = from; at < to; at++) parted.add(isUpright ? `${line},${at} west` : `${at},${line} north`)
  })
  return parted
}

describe('borders', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('run wherever two regions touch, and nowhere else: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    for (let level = 0; level < atlas.levelCount; level++) {
      const expected = new Set<string>()
      for (let y = 0; y < atlas.height; y++) {
        for (let x = 0; x < atlas.width; x++) {
          const here = atlas.regionOf(x, y, level)
          const [west, north] = [atlas.regionOf(x - 1, y, level), atlas.regionOf(x, y - 1, level)]
          if (here >= 0 && west >= 0 && west !== here) expected.add(`${x},${y} west`)
          if (here >= 0 && north >= 0 && north !== here) expected.add(`${x},${y} north`)
        }
      }
      expect([...partedCells(atlas, level)].sort()).toEqual([...expected].sort())
    }
  })

  it('tell over how many levels a block ends where they run', async () => {
    const grid = { width: 300, height: 40, cost: new Uint8Array(300 * 40).fill(1) }
    const atlas = openAtlas(await bake(grid))
    const ranks = new Map<number, number>()
    borderRuns(atlas.terrain, 0, windowOf(0, 0, 300, 1), (isUpright, rank, line) => isUpright && ranks.set(line, rank))
    expect(ranks).toEqual(
      new Map([32, 64, 96, 128, 160, 192, 224, 256, 288].map((x, i) => [x, [0, 1, 0, 2, 0, 1, 0, 3, 0][i]])),
    )
  })

  it('run through a tile just as they run through the whole', async () => {
    const atlas = await atlasOfSeed(4)
    const inTile = new Set<string>()
    borderRuns(atlas.terrain, 0, windowOf(32, 16, 128, 2), (isUpright, _rank, line, from, to) => {
      for (let at = from; at < to; at++) inTile.add(isUpright ? `${line},${at} west` : `${at},${line} north`)
    })
    const isInside = (key: string) => {
      const [x, y] = key.split(/[, ]/).map(Number)
      return x >= 32 && x < 96 && y >= 16 && y < 80
    }
    const whole = [...partedCells(atlas, 0)].filter(isInside).sort()
    expect(whole.length).toBeGreaterThan(0)
    expect([...inTile].filter(isInside).sort()).toEqual(whole)
  })
})

describe('marks', () => {
  it.each([2, 5, 7])('put a dot on every entry of the level, larger for a higher rank: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    for (let level = 0; level < atlas.levelCount; level++) {
      const { tile, dots } = rememberingTile(0, 2)
      drawEntries(tile, atlas.columns, level)
      const radiiOfPlace = new Map<string, number[]>()
      for (const { x, y, radius } of dots) {
        const place = `${x},${y}`
        radiiOfPlace.set(place, [...(radiiOfPlace.get(place) ?? []), radius])
      }
      const expected = new Map<string, number>()
      for (let entry = 0; entry < atlas.entryCount(level); entry++) {
        const [xA, yA, xB, yB] = atlas.entryCells(entry)
        expected.set(`${(xA + xB) / 2},${(yA + yB) / 2}`, atlas.rankOf(entry))
      }
      expect([...radiiOfPlace.keys()].sort()).toEqual([...expected.keys()].sort())
      // Each is a disc upon its casing.
      for (const radii of radiiOfPlace.values()) expect(radii).toHaveLength(2)
      const radiiOfRank = new Map<number, Set<number>>()
      for (const [place, rank] of expected) {
        const shown = Math.min(rank, level + 3)
        radiiOfRank.set(shown, (radiiOfRank.get(shown) ?? new Set()).add(Math.min(...radiiOfPlace.get(place)!)))
      }
      const radii = [...radiiOfRank].sort(([a], [b]) => a - b).map(([, all]) => [...all])
      expect(radii.every(all => all.length === 1)).toBe(true)
      expect(radii.flat()).toEqual([...radii.flat()].sort((a, b) => a - b))
    }
  })

  it.each([2, 5, 7])('offer at an entry legal ways to all others of its regions: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    const finder = atlas.finder()
    for (let entry = 0; entry < Math.min(12, atlas.entryCount(0)); entry++) {
      const [xA, yA, xB, yB] = atlas.entryCells(entry)
      const offered = entryWays(atlas, finder, { x: xA, y: yA }, 0, 0.5)!
      expect(offered.at).toEqual({ x: (xA + xB) / 2, y: (yA + yB) / 2 })
      const { regionOfSide } = atlas.columns.levels[0]
      const others = [0, 1].map(side => {
        return entriesOf(atlas.columns.levels[0], regionOfSide[2 * entry + side]).length - 1
      })
      expect(offered.ways).toHaveLength(others[0] + others[1])
      for (const way of offered.ways) {
        const starts = [`${xA},${yA}`, `${xB},${yB}`]
        expect(starts).toContain(`${way[0]},${way[1]}`)
        expect(atlas.isReachable(way[0], way[1], way.at(-2)!, way.at(-1)!)).toBe(true)
      }
    }
    expect(entryWays(atlas, finder, { x: 0, y: 0 }, 0, -1)).toBeNull()
  })

  it('put a dot on each choke point that parts as much as the dot covers', async () => {
    const atlas = openAtlas(await bake(generate('maze', { width: 100, height: 60, seed: 3 })))
    for (const [scale, least] of [
      [8, 1],
      [1, 16],
      [0.5, 64],
    ]) {
      const { tile, dots } = rememberingTile(0, scale)
      drawChokes(tile, new Narrows(atlas.terrain))
      const inTile = (cell: number) => (cell + 0.5) * scale <= MARKS_PIXELS + 4
      const expected = chokePoints(atlas, { least }).filter(({ x, y }) => inTile(x) && inTile(y))
      const places = dots.map(({ x, y }) => `${x},${y}`)
      expect([...new Set(places)].sort()).toEqual(expected.map(({ x, y }) => `${x},${y}`).sort())
      expect(dots).toHaveLength(2 * expected.length)
      expect(expected.length).toBeGreaterThan(0)
    }
  })

  it('show a dot in every tile that it reaches into', async () => {
    const grid = { width: 96, height: 64, cost: new Uint8Array(96 * 64).fill(1) }
    const atlas = openAtlas(await bake(grid))
    // At this scale the border between the first two blocks is also the border of two tiles.
    const scale = MARKS_PIXELS / 32
    const dotsOn = (tileX: number) => {
      const { tile, dots } = rememberingTile(tileX, scale)
      drawEntries(tile, atlas.columns, 0)
      return dots.filter(({ x }) => x === 31.5).length
    }
    expect(dotsOn(0)).toBeGreaterThan(0)
    expect(dotsOn(1)).toBe(dotsOn(0))
  })
})
