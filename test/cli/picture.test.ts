import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import { costRangeOf } from '../../src/app/draw/costs.ts'
import { LAYERS, type Layer, levelThatShows } from '../../src/app/draw/layers.ts'
import {
  type Colour,
  ENTRY,
  GOAL,
  GROUND,
  groundColour,
  HEAVY_GROUND,
  ISLANDS,
  islandTint,
  PATH,
  REGION_BORDER,
  SCHEMES,
  START,
  WALL,
} from '../../src/app/draw/palette.ts'
import { drawAtlas } from '../../src/app/draw/picture.ts'
import { Raster } from '../../src/app/draw/raster.ts'
import { cellPixelsOf, frameAtScale, frameWithin } from '../../src/app/draw/surface.ts'
import { type Atlas, bake, openAtlas, readMap } from '../../src/index.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

async function atlasOf(...rows: string[]): Promise<Atlas> {
  return openAtlas(await bake(readMap(new TextEncoder().encode(`${rows.join('\n')}\n`))))
}

function draw(atlas: Atlas, pixelsPerCell: number, layers: Layer[], path?: number[]): Raster {
  const frame = frameAtScale(atlas.width, atlas.height, pixelsPerCell)
  return drawAtlas(atlas, { frame, layers: new Set(layers), level: 0, path: path && Int32Array.from(path) })
}

const round = (colour: Colour) => colour.map(Math.round)

describe('a picture', () => {
  it('shows walls, ground and more expensive ground, each cell a square', async () => {
    const raster = draw(await atlasOf('.#9', '.#9', '.#9'), 3, ['terrain'])
    expect([raster.width, raster.height]).toEqual([9, 9])
    for (let y = 0; y < 9; y++) {
      for (let x = 0; x < 3; x++) {
        expect(raster.colourAt(x, y)).toEqual(round(GROUND))
        expect(raster.colourAt(x + 3, y)).toEqual(round(WALL))
        expect(raster.colourAt(x + 6, y)).toEqual(round(HEAVY_GROUND))
      }
    }
  })

  it('tints every island but the largest', async () => {
    const raster = draw(await atlasOf('..#.', '..##', '..#.'), 1, ['terrain', 'islands'])
    expect(raster.colourAt(0, 0)).toEqual(round(GROUND))
    expect(raster.colourAt(3, 0)).not.toEqual(round(GROUND))
    expect(raster.colourAt(3, 2)).not.toEqual(round(GROUND))
    expect(draw(await atlasOf('..#.'), 1, ['terrain']).colourAt(3, 0)).toEqual(round(GROUND))
  })

  it('draws a line between regions, and none along walls or inside a region', async () => {
    const atlas = await atlasOf(...Array.from({ length: 4 }, () => `${'.'.repeat(20)}#${'.'.repeat(19)}`))
    const raster = draw(atlas, 2, ['terrain', 'regions'])
    const isPlain = (x: number) => String(raster.colourAt(x, 3)) === String(round(GROUND))
    const marked = Array.from({ length: 80 }, (_, x) => x).filter(x => !isPlain(x))
    // The wall at column 20, and the border between the blocks at column 32.
    expect(marked).toEqual([40, 41, 64])
    const towardsBorder = REGION_BORDER.every((channel, i) => Math.abs(raster.colourAt(64, 3)[i] - channel) < 100)
    expect(towardsBorder).toBe(true)
  })

  it('marks the path, its start and its goal, and leaves the rest alone', async () => {
    const atlas = await atlasOf(...Array.from({ length: 30 }, () => '.'.repeat(30)))
    const path = Array.from({ length: 21 }, (_, i) => [5 + i, 15]).flat()
    const raster = draw(atlas, 16, ['terrain', 'path'], path)
    const centre = (cell: number) => cell * 16 + 8
    expect(raster.colourAt(centre(5), centre(15))).toEqual(START)
    expect(raster.colourAt(centre(25), centre(15))).toEqual(GOAL)
    for (let x = 8; x < 23; x++) expect(raster.colourAt(centre(x), centre(15))).toEqual(PATH)
    expect(raster.colourAt(centre(15), centre(13))).toEqual(round(GROUND))
    expect(draw(atlas, 16, ['terrain'], path).colourAt(centre(15), centre(15))).toEqual(round(GROUND))
  })

  it('follows every bend of a path', async () => {
    const atlas = await atlasOf(...Array.from({ length: 30 }, () => '.'.repeat(30)))
    const run = (x: number, y: number, dx: number, dy: number) =>
      Array.from({ length: 7 }, (_, i) => [x + i * dx, y + i * dy])
    // South-east, south, south-west, west: each bend changes one of the two coordinates only, or both.
    const cells = [...run(10, 2, 1, 1), ...run(16, 9, 0, 1), ...run(15, 16, -1, 1), ...run(8, 22, -1, 0)]
    const raster = draw(atlas, 16, ['terrain', 'path'], cells.flat())
    for (const [x, y] of cells.slice(1, -1)) expect(raster.colourAt(x * 16 + 8, y * 16 + 8)).toEqual(PATH)
  })

  it('puts a dot on every entry', async () => {
    const atlas = await atlasOf(...Array.from({ length: 40 }, () => '.'.repeat(40)))
    const raster = draw(atlas, 8, ['terrain', 'entries'])
    expect(atlas.entryCount(0)).toBeGreaterThan(0)
    for (let entry = 0; entry < atlas.entryCount(0); entry++) {
      const [xA, yA, xB, yB] = atlas.entryCells(entry)
      expect(raster.colourAt((xA + xB + 1) * 4, (yA + yB + 1) * 4)).toEqual(ENTRY)
    }
  })

  it('mixes the cells below a pixel where there are more cells than pixels', async () => {
    const rows = Array.from({ length: 64 }, (_, y) => (y < 32 ? '#.'.repeat(32) : '.'.repeat(64)))
    const atlas = await atlasOf(...rows)
    const frame = frameWithin(64, 64, 16)
    expect([frame.cellsPerTile, frame.tilesWide, frame.tilesHigh]).toEqual([4, 16, 16])
    const raster = drawAtlas(atlas, { frame, layers: new Set(['terrain']), level: 0 })
    const half = GROUND.map((channel, i) => (channel + WALL[i]) / 2)
    const differences = raster.colourAt(3, 3).map((channel, i) => Math.abs(channel - half[i]))
    expect(Math.max(...differences)).toBeLessThanOrEqual(1)
    expect(raster.colourAt(3, 12)).toEqual(round(GROUND))
  })

  it('of every layer survives maps with no ground, one cell, one row', async () => {
    for (const rows of [['#'], ['.'], ['.#.#.#.'], ['#', '.', '.']]) {
      const atlas = await atlasOf(...rows)
      const frame = frameWithin(atlas.width, atlas.height, 64)
      const level = levelThatShows(atlas.levelCount, cellPixelsOf(frame))
      const raster = drawAtlas(atlas, { frame, layers: new Set(LAYERS), level, path: Int32Array.of(0, 0) })
      expect(Math.max(raster.width, raster.height)).toBeLessThanOrEqual(64)
    }
  })
})

describe('a frame', () => {
  it.each([
    [10_000, 10_000, 2048, 5, 1],
    [2048, 2048, 2048, 1, 1],
    [2049, 10, 2048, 2, 1],
    [1000, 500, 2048, 1, 2],
    [3, 3, 2048, 1, 32],
    [7, 9, 1, 9, 1],
  ])('of %d x %d cells within %d pixels has %d cells or %d pixels to a tile', (width, height, side, cells, pixels) => {
    const frame = frameWithin(width, height, side)
    expect([frame.cellsPerTile, frame.pixelsPerTile]).toEqual([cells, pixels])
    expect(Math.max(frame.tilesWide, frame.tilesHigh) * frame.pixelsPerTile).toBeLessThanOrEqual(side)
    expect(frame.tilesWide * frame.cellsPerTile).toBeGreaterThanOrEqual(width)
  })

  it('refuses a scale that would make a giant', () => {
    expect(() => frameAtScale(1000, 5, 9)).toThrow('Take a smaller scale')
  })
})

describe('the palette', () => {
  /** Relative luminance as WCAG has it. */
  const luminance = (colour: Colour) => {
    const [r, g, b] = colour.map(channel => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a: Colour, b: Colour) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
    return (high + 0.05) / (low + 0.05)
  }

  it('tells ground from wall, and the path from both, by lightness alone', () => {
    for (const area of [GROUND, ...ISLANDS]) expect(contrast(area, WALL)).toBeGreaterThan(6)
    expect(contrast(HEAVY_GROUND, WALL)).toBeGreaterThan(2)
    expect(contrast(PATH, GROUND)).toBeGreaterThan(3)
    expect(contrast(PATH, WALL)).toBeGreaterThan(3)
  })

  it('does so in the dark as well', () => {
    const { ground, heavyGround, islands, wall } = SCHEMES.dark
    for (const area of [ground, ...islands]) expect(contrast(area, wall)).toBeGreaterThan(1.9)
    expect(contrast(heavyGround, wall)).toBeGreaterThan(1.5)
    expect(contrast(PATH, wall)).toBeGreaterThan(3)
    expect(luminance(ground)).toBeLessThan(0.12)
  })

  it('has no blue ground: it would read as water', () => {
    for (const { ground, heavyGround, islands } of Object.values(SCHEMES)) {
      for (const [red, green, blue] of [...islands, heavyGround]) expect(blue).toBeLessThan(Math.max(red, green) + 9)
      expect(ground[2]).toBeLessThan(Math.max(ground[0], ground[1]) + 9)
    }
  })

  it('stretches ground over the costs that there are', () => {
    const range = { min: 20, max: 30 }
    expect([groundColour(20, range), groundColour(30, range)]).toEqual([GROUND, HEAVY_GROUND])
    expect(groundColour(7, { min: 7, max: 7 })).toEqual(GROUND)
    const steps = [20, 23, 26, 30].map(cost => luminance(groundColour(cost, range)))
    expect(steps).toEqual(steps.toSorted((a, b) => b - a))
  })

  it('stretches it over the ground that there is most of: relief whose costs are nearly all high is not of one colour', () => {
    const cost = Uint16Array.from({ length: 64 * 64 }, (_, cell) => (cell === 0 ? 1 : 30_000 + 8 * cell))
    const range = costRangeOf(packTerrain({ width: 64, height: 64, cost }, 8))
    const lightness = [1, 30_000, 46_000, 62_760].map(own => luminance(groundColour(own, range)))
    const all = lightness[0] - lightness[3]
    expect(lightness[1] - lightness[3]).toBeGreaterThan(all / 4)
    expect(lightness[2] - lightness[3]).toBeGreaterThan(all / 8)
    // Where most ground is cheap there is nothing to bend, nor where all but one cell is the most expensive.
    const few = packTerrain({ width: 64, height: 64, cost: cost.map(own => (own > 62_000 ? 9 : 1)) }, 8)
    const most = packTerrain({ width: 64, height: 64, cost: cost.map(own => (own > 30_000 ? 9 : 1)) }, 8)
    expect([few, most].map(terrain => costRangeOf(terrain).bend)).toEqual([1, 1])
  })

  it('gives islands with neighbouring numbers different colours', () => {
    const same = Array.from({ length: 1000 }, (_, i) => i).filter(i => islandTint(i) === islandTint(i + 1))
    expect(same).toEqual([])
    expect(new Set(Array.from({ length: 100 }, (_, i) => islandTint(i))).size).toBe(ISLANDS.length)
  })
})

describe('a raster', () => {
  it('keeps its pixels through PNG', () => {
    const raster = new Raster(3, 2)
    raster.rgb.set(Array.from({ length: 18 }, (_, i) => i * 14))
    const png = decode(raster.toPng())
    expect([png.width, png.height, png.channels]).toEqual([3, 2, 3])
    expect(png.data).toEqual(raster.rgb)
  })

  it('clips shapes at its edges and covers as much as they do', () => {
    const raster = new Raster(20, 20)
    raster.disc(10, 10, 6, [255, 0, 0])
    const covered = raster.rgb.reduce((sum, value) => sum + value, 0) / 255
    expect(Math.abs(covered - Math.PI * 36)).toBeLessThan(2)
    const edge = new Raster(20, 20)
    edge.line(-50, 5, 70, 5, 2, [0, 255, 0])
    const length = edge.rgb.reduce((sum, value) => sum + value, 0) / 255
    expect(Math.abs(length - 20 * 4)).toBeLessThan(1)
  })
})

describe('isthmus render', () => {
  const { path } = temporaryFolder()
  const fixture = fileURLToPath(new URL('../../fixtures/two-islands.txt', import.meta.url))
  beforeAll(() => runCli('bake', fixture, '-o', path('a.atlas')))

  it('writes the picture that the library draws', async () => {
    const document = await jsonOf('render', path('a.atlas'), '-o', path('a.png'), '--scale', '4', '--layers', 'terrain')
    const png = new Uint8Array(readFileSync(path('a.png')))
    const atlas = openAtlas(new Uint8Array(readFileSync(path('a.atlas'))))
    expect(png).toEqual(draw(atlas, 4, ['terrain']).toPng())
    expect(document).toMatchObject({ width: atlas.width * 4, height: atlas.height * 4, layers: ['terrain'] })
  })

  it('draws the map all the same where there is no path, and says why', async () => {
    const atlas = openAtlas(new Uint8Array(readFileSync(path('a.atlas'))))
    const ends = [0, 1].map(island => {
      for (let cell = 0; ; cell++) {
        const [x, y] = [cell % atlas.width, Math.floor(cell / atlas.width)]
        if (atlas.islandOf(x, y) === island) return `${x},${y}`
      }
    })
    const { status, err } = await runCli('render', path('a.atlas'), '-o', path('b.png'), '--path', ...ends)
    expect(status).toBe(0)
    expect(err).toMatch(/^unreachable: /)
    expect(decode(readFileSync(path('b.png'))).width).toBeGreaterThan(0)
  })

  it('draws into a Tiled map instead, which stays as it was below', async () => {
    const atlas = openAtlas(new Uint8Array(readFileSync(path('a.atlas'))))
    const { width, height } = atlas
    const floor = { type: 'tilelayer', name: 'floor', width, height, data: Array(width * height).fill(0) }
    const map = { type: 'map', orientation: 'orthogonal', width, height, tilewidth: 8, tileheight: 8, layers: [floor] }
    writeFileSync(path('m.tmj'), JSON.stringify(map))
    const document = await jsonOf('render', path('a.atlas'), '-o', path('d.tmj'), '--tiled', path('m.tmj'))
    expect(document).toMatchObject({ width, height, layers: ['islands'] })
    const drawn = JSON.parse(readFileSync(path('d.tmj'), 'utf8'))
    expect(drawn.layers[0]).toEqual(floor)
    expect(drawn.layers.slice(1).map((layer: { type: string }) => layer.type)).toEqual(['objectgroup', 'objectgroup'])
    const onTiled = (...more: string[]) =>
      runCli('render', path('a.atlas'), '-o', path('d.tmj'), '--tiled', path('m.tmj'), ...more)
    const [from, to] = [atlas.nearest(0, 0, { island: 0 }), atlas.nearest(width - 1, height - 1, { island: 0 })]
    const ends = [from, to].map(({ x, y }) => `${x},${y}`)
    const withPath = await onTiled('--path', ...ends)
    expect([withPath.status, withPath.out]).toEqual([0, expect.stringContaining('path drawn into')])
    expect(JSON.parse(readFileSync(path('d.tmj'), 'utf8')).layers).toHaveLength(2)
    expect((await onTiled('--path', ends[0], '-1,-1')).err).toContain('There is no path to draw.')
  })
})
