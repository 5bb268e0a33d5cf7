/** Options that there are not are refused in plain JavaScript too, with the one that was probably meant. */
import { describe, expect, it } from 'vitest'
import { Crowd, Fleet, Requests } from '../../src/crowd.ts'
import { TextbookSearch } from '../../src/exact.ts'
import { abstractGraph } from '../../src/graph.ts'
import { bake, generate, gridFromMatrix, openAtlas, openLive, readMap } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { makeCurve, makeDrive, WaypointShaper } from '../../src/shape.ts'
import { openTiles } from '../../src/tiled.ts'
import { chokePoints, whatIf } from '../../src/travellers.ts'
import { bakeWorld, openWorld, readWorld } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'

const grid = drawn('...', '...')
const strange = (options: object) => options as never

describe('an option that there is not', () => {
  it('is refused with a suggestion wherever options are taken', async () => {
    const file = await bake(grid)
    const finder = openAtlas(file).finder()
    const worldFile = await bakeWorld({ maps: { a: grid }, portals: [] })
    const world = openWorld(worldFile)
    const cell = { map: 'a', x: 0, y: 0 }
    const bytes = new TextEncoder().encode('...\n')
    const calls: [() => unknown, string][] = [
      [
        () => finder.find(0, 0, 2, 1, strange({ qualtiy: 'exact' })),
        'There is no option qualtiy. Did you mean quality?',
      ],
      [() => finder.find({ x: 0, y: 0 }, { x: 1, y: 1 }, strange({ neraest: true })), 'Did you mean nearest?'],
      [
        () =>
          openLive(file)
            .finder()
            .find(0, 0, 2, 1, strange({ qualiti: 'fast' })),
        'Did you mean quality?',
      ],
      [() => openAtlas(file).finder(strange({ leve: 1 })), 'Did you mean level?'],
      [() => bake(grid, strange({ direction: 4 })), 'Did you mean directions?'],
      [() => openLive(file, null, strange({ ground: {} })), 'Did you mean grounds?'],
      [() => readMap(bytes, strange({ widht: 3 })), 'Did you mean width?'],
      [() => readWorld(bytes, () => bytes, strange({ emtpy: 1 })), 'Did you mean empty?'],
      [() => world.finder().find(cell, cell, strange({ keys: [] })), 'There are quality, has, at.'],
    ]
    const { atlas, live, view, pool } = {
      atlas: openAtlas(file),
      live: openLive(file),
      view: openLive(file).branch(),
      pool: new FinderPool(file),
    }
    const path = finder.find(0, 0, 2, 1).cells()
    const area = { x: 0, y: 0, width: 1, height: 1 }
    const start = { x: 0, y: 0 }
    const requests = new Requests(finder, { stepsPerTick: 9 })
    const crowd = new Crowd(atlas)
    calls.push(
      [() => atlas.nearest(0, 0, strange({ widthin: 3 })), 'Did you mean within?'],
      [() => finder.find(0, 0, 2, 1, { nearest: strange({ witin: 3 }) }), 'Did you mean within?'],
      [() => finder.nearestOf(start, [start], strange({ cout: 3 })), 'Did you mean count?'],
      [() => finder.alternatives(start, start, strange({ overlapMx: 3 })), 'Did you mean overlapMax?'],
      [() => live.finder(strange({ travellr: 'a' })), 'Did you mean traveller?'],
      [() => live.branch(strange({ fears: 2 })), 'Did you mean fear?'],
      [() => live.journal(strange({ sinc: 2 })), 'Did you mean since?'],
      [() => view.finder(strange({ travelle: 'a' })), 'Did you mean traveller?'],
      [() => view.decay(0.5, strange({ blockMax: 1 })), 'Did you mean blocksMax?'],
      [() => view.influence(new Float32Array(4), strange({ width: 2, cell: 4 })), 'Did you mean cells?'],
      [() => view.unknown(strange({ costs: 4 })), 'Did you mean cost?'],
      [() => view.commitInSlices(strange({ signl: null })), 'Did you mean signal?'],
      [() => whatIf(atlas, area, strange({ pair: [] })), 'Did you mean pairs?'],
      [() => chokePoints(atlas, strange({ last: 2 })), 'Did you mean least?'],
      [() => abstractGraph(atlas, 0, strange({ survy: true })), 'Did you mean survey?'],
      [
        () => new WaypointShaper(atlas.terrain).shape(path, strange({ clearanceCell: 1 })),
        'Did you mean clearanceCells?',
      ],
      [() => makeCurve(atlas.terrain, path, strange({ tention: 1 })), 'Did you mean tension?'],
      [() => makeDrive(atlas.terrain, path, strange({ turnRadiu: 1 })), 'Did you mean turnRadius?'],
      [() => new TextbookSearch(atlas.terrain).find(start, start, strange({ weigth: 2 })), 'Did you mean weight?'],
      [() => new Requests(finder, strange({ stepsPerTik: 9 })), 'Did you mean stepsPerTick?'],
      [() => requests.ask(start, start, strange({ prioritiy: 2 })), 'Did you mean priority?'],
      [() => new Crowd(atlas, strange({ horison: 2 })), 'Did you mean horizon?'],
      [() => crowd.add(strange({ x: 0, y: 0, raduis: 0.3, speed: 1 })), 'Did you mean radius?'],
      [() => new Fleet(atlas, strange({ starts: [], goals: [], sed: 2 })), 'Did you mean seed?'],
      [() => openWorld(worldFile, strange({ finderMax: 2 })), 'Did you mean findersMax?'],
      [() => world.finder(strange({ engin: 'fast' })), 'Did you mean engine?'],
      [() => world.isReachable(cell, cell, strange({ hass: [] })), 'Did you mean has?'],
      [() => new FinderPool(file, strange({ thread: 2 })), 'Did you mean threads?'],
      [() => pool.find([0, 0, 1, 1], strange({ cell: true })), 'Did you mean cells?'],
      [() => pool.reach(start, 2, strange({ cellMax: 2 })), 'Did you mean cellsMax?'],
      [() => pool.costs([start], [start], strange({ travller: 'a' })), 'Did you mean traveller?'],
      [() => gridFromMatrix([[0]], strange({ numberMean: 'free' })), 'Did you mean numbersMean?'],
      [() => generate('open', strange({ width: 9, height: 9, sed: 2 })), 'sed'],
      [() => openTiles({ read: async () => null } as never, strange({ memoryByte: 2 })), 'Did you mean memoryBytes?'],
    )
    for (const [call, words] of calls) {
      const problem = await Promise.resolve()
        .then(call)
        .then(
          () => null,
          error => error,
        )
      expect([problem?.code, problem?.message]).toEqual(['BAD_ARGUMENT', expect.stringContaining(words)])
    }
    await pool.close()
  })

  it('is no option that is undefined or null as a whole', async () => {
    const finder = openAtlas(await bake(grid)).finder()
    expect(finder.find(0, 0, 2, 1, undefined).status).toBe('found')
    expect(finder.find(0, 0, 2, 1, { quality: undefined as never }).status).toBe('found')
  })
})
