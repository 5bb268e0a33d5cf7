/** The ground of the page is compared with the picture of the same map, cell by cell, and against plain counting. */
import { describe, expect, it } from 'vitest'
import { costRangeOf, mainlandOf } from '../../src/app/draw/costs.ts'
import { GroundPainter } from '../../src/app/draw/ground-painter.ts'
import type { MapLook } from '../../src/app/draw/layers.ts'
import { FAINT_WALL, GROUND, mix, WALL } from '../../src/app/draw/palette.ts'
import { drawAtlas } from '../../src/app/draw/picture.ts'
import { frameAtScale } from '../../src/app/draw/surface.ts'
import { SHRINK_MAX, TILE_PIXELS } from '../../src/app/viewer/protocol.ts'
import { areaOf } from '../../src/app/viewer/worker/tile-painter.ts'
import { type Atlas, bake, type Grid, generate, openAtlas } from '../../src/index.ts'
import { fixture, fixtureNames } from '../support/fixtures.ts'
import { expectSame } from '../support/same.ts'
import { worldOfSeed } from '../support/worlds.ts'

type Pixel = readonly [red: number, green: number, blue: number, opacity: number]

const TERRAIN: MapLook = { layers: ['terrain'], level: 0, scheme: 'light' }

async function atlasOf(grid: Grid): Promise<Atlas> {
  return openAtlas(await bake(grid))
}

/** Paints the tile that holds a pixel when it is asked for, as the page does. */
function painted(atlas: Atlas, shrink: number, look: MapLook) {
  const { columns, terrain } = atlas
  const painter = new GroundPainter(columns, costRangeOf(terrain))
  const pixelsOfTile = new Map<string, Uint8Array>()
  return (x: number, y: number): Pixel => {
    const [tileX, tileY] = [Math.floor(x / TILE_PIXELS), Math.floor(y / TILE_PIXELS)]
    const key = `${tileX}/${tileY}`
    if (!pixelsOfTile.has(key)) {
      const words = new Uint32Array(TILE_PIXELS ** 2)
      painter.paint(areaOf({ shrink, tileX, tileY }), look, words)
      pixelsOfTile.set(key, new Uint8Array(words.buffer))
    }
    const at = ((y % TILE_PIXELS) * TILE_PIXELS + (x % TILE_PIXELS)) * 4
    const bytes = pixelsOfTile.get(key)!
    return [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
  }
}

/** The first cell that differs, for people; empty where none does. */
function differenceFromPicture(atlas: Atlas, look: MapLook, layers = look.layers): string {
  const frame = frameAtScale(atlas.width, atlas.height, 1)
  const raster = drawAtlas(atlas, { frame, layers: new Set(layers), level: 0 })
  const pixelAt = painted(atlas, 0, look)
  for (let y = 0; y < atlas.height; y++) {
    for (let x = 0; x < atlas.width; x++) {
      const shown = pixelAt(x, y)
      if (String(shown) !== String([...raster.colourAt(x, y), 255])) {
        return `${x},${y}: ${shown} and not ${raster.colourAt(x, y)}`
      }
    }
  }
  return ''
}

const isFree = ({ width, height, cost }: Grid, x: number, y: number) =>
  x < width && y < height && cost[y * width + x] !== 0

describe('the ground of the page', () => {
  it.each(fixtureNames())('is that of a picture, with and without islands: %s', async name => {
    const atlas = await atlasOf(fixture(name))
    expect(differenceFromPicture(atlas, TERRAIN)).toBe('')
    expect(differenceFromPicture(atlas, { ...TERRAIN, layers: ['terrain', 'islands'] })).toBe('')
  })

  it('is that of a picture where it tells how wide it is and where there are dead ends', async () => {
    const atlas = await atlasOf(generate('caves', { width: 90, height: 70, seed: 2 }))
    const narrow: MapLook = { ...TERRAIN, layers: ['terrain', 'widths', 'dead-ends'] }
    expect(differenceFromPicture(atlas, narrow)).toBe('')
    expect(differenceFromPicture(atlas, narrow, ['terrain', 'widths'])).not.toBe('')
    expect(differenceFromPicture(atlas, narrow, ['terrain', 'dead-ends'])).not.toBe('')
  })

  it.each([11, 13, 15])('is that of a picture on random worlds: %i', async seed => {
    const atlas = await atlasOf(worldOfSeed(seed, 300).grid)
    expect(differenceFromPicture(atlas, { ...TERRAIN, layers: ['terrain', 'islands'] })).toBe('')
  })

  it.each([1, 2, 3, 4, SHRINK_MAX])('mixes pixels of 2^%i cells by how much of them is free', async shrink => {
    const { width, height, cost } = worldOfSeed(3, 300).grid
    const grid = { width, height, cost: cost.map(value => Math.min(1, value)) }
    const pixelAt = painted(await atlasOf(grid), shrink, TERRAIN)
    const side = 1 << shrink
    for (let y = 0; y * side < height; y++) {
      for (let x = 0; x * side < width; x++) {
        const inside = Math.min(side, width - x * side) * Math.min(side, height - y * side)
        let free = 0
        for (let i = 0; i < side * side; i++) {
          if (isFree(grid, x * side + (i % side), y * side + Math.floor(i / side))) free++
        }
        const expected = mix(WALL, GROUND, free / inside).map(Math.round)
        if (String(pixelAt(x, y)) !== String([...expected, 255])) {
          expect.fail(`pixel ${x},${y} of ${free} free cells in ${inside} is ${pixelAt(x, y)}, not ${expected}`)
        }
      }
    }
  })

  it('leaves what lies off the map clear', async () => {
    const pixelAt = painted(await atlasOf(fixture('all-free')), 0, TERRAIN)
    const { width, height } = fixture('all-free')
    expect(pixelAt(width - 1, height - 1)[3]).toBe(255)
    expect([pixelAt(width, 0)[3], pixelAt(0, height)[3], pixelAt(255, 255)[3]]).toEqual([0, 0, 0])
  })

  it.each([0, 1, 2])('shades each region of level %i evenly, and never like one that it touches', async level => {
    const atlas = await atlasOf(generate('caves', { width: 200, height: 170, seed: 4 }))
    const pixelAt = painted(atlas, 0, { layers: ['terrain', 'regions'], level, scheme: 'light' })
    const shadeOfRegion = new Map<number, string>()
    let borders = 0
    for (let y = 0; y < atlas.height; y++) {
      for (let x = 0; x < atlas.width; x++) {
        const region = atlas.regionOf(x, y, level)
        if (region < 0) continue
        const shade = String(pixelAt(x, y))
        expectSame(shade, shadeOfRegion.get(region) ?? shade)
        shadeOfRegion.set(region, shade)
        for (const [nextX, nextY] of [[x + 1, y] as const, [x, y + 1] as const]) {
          const next = atlas.regionOf(nextX, nextY, level)
          if (next < 0 || next === region) continue
          borders++
          expectSame(String(pixelAt(nextX, nextY)) === shade, false)
        }
      }
    }
    expect(borders).toBeGreaterThan(0)
  })

  it('makes walls faint where the terrain is not asked for', async () => {
    const pixelAt = painted(await atlasOf(fixture('door')), 0, { ...TERRAIN, layers: [] })
    const { width, cost } = fixture('door')
    const wall = cost.indexOf(0)
    expect(pixelAt(wall % width, Math.floor(wall / width))).toEqual([...FAINT_WALL, 255])
  })
})

describe('the mainland', () => {
  it.each([1, 2, 3, 4])('is the island with the most cells: world %i', async seed => {
    const atlas = await atlasOf(worldOfSeed(seed, 120).grid)
    const cellsOfIsland = new Map<number, number>()
    for (let y = 0; y < atlas.height; y++) {
      for (let x = 0; x < atlas.width; x++) {
        const island = atlas.islandOf(x, y)
        if (island >= 0) cellsOfIsland.set(island, (cellsOfIsland.get(island) ?? 0) + 1)
      }
    }
    const mainland = mainlandOf(atlas.columns)
    expect(cellsOfIsland.get(mainland) ?? 0).toBe(Math.max(0, ...cellsOfIsland.values()))
  })

  it('is none on a map without a free cell', async () => {
    expect(mainlandOf((await atlasOf(fixture('no-free-cell'))).columns)).toBe(-1)
  })
})
