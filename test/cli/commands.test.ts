import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLevel } from '../../src/app/cli/commands/export-command.ts'
import { bake, generate, openAtlas, openLive, readMap } from '../../src/index.ts'
import { disc } from '../../src/live.ts'
import { mapFormats } from '../../src/maps.ts'
import { chokePoints, deadEnds } from '../../src/travellers.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path, names } = temporaryFolder()
const bytesOf = (file: string) => new Uint8Array(readFileSync(file))

beforeAll(async () => {
  await runCli('generate', 'terrain', '--size', '160', '--seed', '4', '-o', path('world.map'))
  await runCli('bake', path('world.map'), '-o', path('world.atlas'))
})
const openWorld = () => openAtlas(bytesOf(path('world.atlas')))

describe('generate', () => {
  it('writes what the library makes, in the format of the name', async () => {
    for (const format of mapFormats) {
      const file = path(`maze.${format.extensions[0]}`)
      const size = ['--width', '40', '--height', '25']
      const document = await jsonOf('generate', 'maze', ...size, '--seed', '9', '--corridor-cells', '2', '-o', file)
      const grid = generate('maze', { width: 40, height: 25, seed: 9, corridorCells: 2 })
      expect(readMap(bytesOf(file))).toEqual(grid)
      const freeCells = grid.cost.filter(cost => cost > 0).length
      expect(document).toMatchObject({ map: file, kind: 'maze', width: 40, height: 25, seed: 9, freeCells })
    }
  })

  it('takes the switches of a kind', async () => {
    await runCli('generate', 'terrain', '--size', '64', '--weighted', '--cost-max', '3', '-o', path('heavy.txt'))
    const { cost } = readMap(bytesOf(path('heavy.txt')))
    expect(new Set(cost)).toEqual(new Set([0, 1, 2, 3]))
  })
})

describe('bake', () => {
  it('writes the bytes that the library bakes, and tells what is in them', async () => {
    const grid = readMap(bytesOf(path('world.map')))
    expect(bytesOf(path('world.atlas'))).toEqual(await bake(grid))
    const document = await jsonOf('bake', path('world.map'), '-o', path('four.atlas'), '--directions', '4')
    expect(bytesOf(path('four.atlas'))).toEqual(await bake(grid, { directions: 4 }))
    const stats = openAtlas(bytesOf(path('four.atlas'))).stats()
    expect(document).toMatchObject({ atlas: path('four.atlas'), directions: 4, islands: stats.islands })
    expect(document.freeCells).toBe(grid.cost.filter(cost => cost > 0).length)
  })

  it('never writes over its map', async () => {
    const before = bytesOf(path('world.map'))
    expect(await runCli('bake', path('world.map'), '-o', path('world.map'))).toMatchObject({ status: 2 })
    expect(bytesOf(path('world.map'))).toEqual(before)
  })

  it('reads bare bytes and coloured pictures when told how', async () => {
    writeFileSync(path('bare'), Uint8Array.of(1, 0, 2, 3, 1, 1))
    await jsonOf('bake', path('bare'), '--raw-width', '3', '-o', path('bare.atlas'))
    const bare = openAtlas(bytesOf(path('bare.atlas')))
    expect([bare.width, bare.height, bare.costAt(2, 0), bare.costAt(1, 0), bare.costAt(0, 1)]).toEqual([3, 2, 2, 0, 3])
    await runCli('generate', 'maze', '--size', '9', '-o', path('maze.png'))
    await jsonOf('bake', path('maze.png'), '--colours', '#000000=7,ffffff=0', '-o', path('inverse.atlas'))
    const walls = readMap(bytesOf(path('maze.png')))
    const inverse = openAtlas(bytesOf(path('inverse.atlas')))
    expect(walls.cost.map(cost => (cost === 0 ? 7 : 0))).toEqual(
      Uint8Array.from(walls.cost, (_, cell) => inverse.costAt(cell % 9, Math.floor(cell / 9))),
    )
  })
})

describe('path', () => {
  it('keeps away from danger as a view of the library does, and says what is no disc', async () => {
    const [start, goal] = farPair()
    const ends = [start.join(), goal.join()]
    const view = openLive(readFileSync(path('world.atlas'))).branch()
    view.raise(disc(80, 80, 30), 9)
    view.raise(disc(start[0], start[1], 2), 4)
    view.commit()
    const route = view.finder().find(...start, ...goal)
    const raises = ['--raise', '80,80,30=9', `${start.join()},2=4`]
    const document = await jsonOf('path', path('world.atlas'), ...ends, ...raises)
    expect([document.cost, document.cells.flat()]).toEqual([route.cost, [...route.cells()]])
    expect(document.cost).toBeGreaterThan(
      openWorld()
        .finder()
        .find(...start, ...goal).cost,
    )
    expect((await runCli('path', path('world.atlas'), ...ends, '--raise', '80,80=9')).err).toMatch(/80,80=9 is no disc/)
    const both = await runCli('path', path('world.atlas'), ...ends, ...raises, '--level', '1')
    expect(both.err).toMatch(/without --engine and --level/)
  })

  it('gives the cells and cost of the library as one JSON document', async () => {
    const atlas = openWorld()
    const [start, goal] = farPair()
    const route = atlas.finder().find(...start, ...goal)
    const document = await jsonOf('path', path('world.atlas'), start.join(), goal.join())
    expect(document.status).toBe('found')
    expect(document.cells.flat()).toEqual([...route.cells()])
    expect(document.entries.flat()).toEqual([...route.entries()])
    expect([document.cost, document.estimate]).toEqual([route.cost, route.estimate])
    expect([document.start, document.goal]).toEqual([route.start, route.goal])
  })

  it('prints the cells alone when they are asked for', async () => {
    const [start, goal] = farPair()
    const { out, err } = await runCli('path', path('world.atlas'), start.join(), goal.join(), '--cells')
    const lines = out.trimEnd().split('\n')
    expect([lines[0], lines.at(-1)]).toEqual([start.join(), goal.join()])
    expect(lines.flatMap(line => line.split(',').map(Number))).toEqual([
      ...openWorld()
        .finder()
        .find(...start, ...goal)
        .cells(),
    ])
    expect(err).toMatch(/^found: /)
  })

  it('takes the engine and the level that the library takes', async () => {
    const [start, goal] = farPair()
    const ask = (...options: string[]) =>
      jsonOf('path', path('world.atlas'), start.join(), goal.join(), '--engine', ...options)
    for (const level of [0, 1]) {
      const route = openWorld()
        .finder({ level })
        .find(...start, ...goal)
      for (const engine of ['fast', 'graphology']) {
        const document = await ask(engine, '--level', String(level))
        expect([document.status, document.estimate]).toEqual(['found', route.estimate])
      }
    }
    expect(await ask('graphology')).toEqual(await ask('graphology', '--level', '0'))
  })

  it('refuses an engine and a level that there are not', async () => {
    const ask = (...options: string[]) => runCli('path', path('world.atlas'), '1,1', '2,2', ...options)
    const engine = await ask('--engine', 'slow')
    expect([engine.status, engine.err]).toEqual([2, expect.stringContaining('it must be fast or graphology')])
    const level = await ask('--level', '9')
    expect([level.status, level.err]).toEqual([2, expect.stringContaining('the levels of this atlas are 0 to')])
  })

  it.each([
    ['unreachable', 'ISLAND'],
    ['blocked', 'WALL'],
    ['outside', '-3,4'],
    ['outside', '160,0'],
  ])('takes "%s" for an answer', async (answer, where) => {
    const [start] = farPair()
    const goal = where === 'ISLAND' ? cellOf(island => island > 0 && island !== islandOfStart()) : cellOf(i => i < 0)
    const target = /^[A-Z]/.test(where) ? goal.join() : where
    const document = await jsonOf('path', path('world.atlas'), start.join(), target)
    expect(document).toMatchObject({ status: answer, cost: null, estimate: null, cells: [] })
    expect(document.message).toMatch(/\.$/)
    const { status, out } = await runCli('path', path('world.atlas'), start.join(), target)
    expect(status).toBe(0)
    expect(out.startsWith(`${answer}: ${start} to ${target}. `)).toBe(true)
  })

  it('goes to the nearest cell instead when asked to, and says so', async () => {
    const [start] = farPair()
    const wall = cellOf(island => island < 0)
    const document = await jsonOf('path', path('world.atlas'), start.join(), wall.join(), '--nearest')
    expect(document).toMatchObject({ status: 'found', isReplaced: true })
    expect(openWorld().costAt(document.goal.x, document.goal.y)).toBeGreaterThan(0)
  })

  function islandOfStart() {
    const [[x, y]] = farPair()
    return openWorld().islandOf(x, y)
  }

  function cellOf(isMeant: (island: number) => boolean): [number, number] {
    const atlas = openWorld()
    for (let y = 0; y < atlas.height; y++) {
      for (let x = 0; x < atlas.width; x++) if (isMeant(atlas.islandOf(x, y))) return [x, y]
    }
    throw new Error('the world has no such cell')
  }

  /** The first cell of the map's first island and its last. */
  function farPair(): [[number, number], [number, number]] {
    const atlas = openWorld()
    const start = cellOf(island => island >= 0)
    const island = atlas.islandOf(...start)
    for (let cell = atlas.width * atlas.height - 1; ; cell--) {
      const goal: [number, number] = [cell % atlas.width, Math.floor(cell / atlas.width)]
      if (atlas.islandOf(...goal) === island) return [start, goal]
    }
  }
})

describe('info', () => {
  it('tells the numbers of the library as JSON, and the same in words', async () => {
    const stats = openWorld().stats()
    const document = await jsonOf('info', path('world.atlas'))
    // What only the file format knows stays out.
    const { columns: _, levels, ...numbers } = JSON.parse(JSON.stringify(stats))
    for (const level of levels) delete level.tableWords
    expect(document).toEqual({ version: 1, atlas: path('world.atlas'), ...numbers, levels, travellers: [] })
    const { out } = await runCli('info', path('world.atlas'))
    expect(out).toContain('an atlas of 160 x 160 cells')
    expect(out).toContain(`on ${stats.islands} islands`)
    expect(out).toContain('units move in 8 directions')
    for (const level of stats.levels) expect(out).toMatch(new RegExp(`\n +${level.level} +${level.blockSideCells} `))
  })
})

describe('info --survey', () => {
  it('tells how many choke points and dead ends there are, and the largest', async () => {
    const ends = deadEnds(openWorld())
    const { out } = await runCli('info', path('world.atlas'), '--survey')
    expect(out).toContain(
      `\n${chokePoints(openWorld()).length.toLocaleString('en')} choke points; those that part most:\n`,
    )
    expect(out).toContain(`\n${ends.length} dead ends, `)
    expect(out).toMatch(new RegExp(`\n +${ends[0].door.x},${ends[0].door.y} +${ends[0].cells} `))
  })
})

describe('export', () => {
  it('writes a GEXF file with a node for each entry of the level and each island that has none', async () => {
    const document = await jsonOf('export', path('world.atlas'), '-o', path('graph.gexf'), '--level', '1')
    const text = readFileSync(path('graph.gexf'), 'utf8')
    expect(text).toMatch(/^<\?xml/)
    const lone = text.match(/label="island \d+"/g)!.length
    expect(lone).toBeGreaterThan(0)
    expect(text.match(/<node /g)).toHaveLength(openWorld().entryCount(1) + lone)
    expect(document).toMatchObject({ level: 1, nodes: openWorld().entryCount(1) + lone })
    expect(text.match(/<edge /g)).toHaveLength(document.edges)
  })

  it.each(['export', 'render'])('refuses a level that is not there, as %s does', async command => {
    const { status, err } = await runCli(command, path('world.atlas'), '-o', path('no.out'), '--level', '9')
    expect([status, err.includes('the levels of this atlas are 0 to')]).toEqual([2, true])
    expect(names()).not.toContain('no.out')
  })

  it('refuses sizes that nobody can open', () => {
    const levels = [9_000_000, 2_000_000, 400_000].map((pairs, level) => ({ level, entries: pairs / 40, pairs }))
    expect(() => checkLevel(levels, 0)).toThrow('Take --level 2, which has 10,000 entries and 400,000 pairs.')
    expect(() => checkLevel(levels.slice(0, 2), 0)).toThrow('Export a smaller map.')
    expect(checkLevel(levels, 2)).toBe(2)
  })
})
