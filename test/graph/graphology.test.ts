/**
 * The abstract graph as a graphology graph, and graphology's own Dijkstra as the reference for ours: on maps that no
 * level but the lowest divides, the fast search must find routes of hardly more than the cost that Dijkstra finds.
 */
import fc from 'fast-check'
import { UndirectedGraph } from 'graphology'
import { parse } from 'graphology-gexf'
import { describe, expect, it } from 'vitest'
import type { AtlasColumns } from '../../src/atlas/columns.ts'
import { Random } from '../../src/base/random.ts'
import { NearSearch } from '../../src/cells/near.ts'
import type { AbstractGraph } from '../../src/graph/graphology.ts'
import { graphRoute } from '../../src/graph/graphology.ts'
import { abstractGraph, openAtlas, toGexf } from '../../src/graph.ts'
import type { Atlas } from '../../src/index.ts'
import { bake, generate } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { RouteSearch } from '../../src/route/search.ts'
import { slotsOf } from '../support/columns.ts'
import { drawn, floodIslands } from '../support/plain.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const TIMEOUT_MS = 120_000
/** The fast search weighs what is left by this factor at most. */
const GREED_MAX = 1.05

async function open({ grid, directions }: World): Promise<Atlas> {
  return openAtlas(await bake(grid, { directions }))
}

const smallWorld = generate('terrain', { width: 200, height: 170, seed: 3 })

describe('the abstract graph', () => {
  it(
    'has the entries of its level as nodes, at their places and with their regions and ranks',
    async () => {
      const property = fc.asyncProperty(worlds(170), async world => {
        const atlas = await open(world)
        for (let level = 0; level < atlas.levelCount; level++) {
          const graph = abstractGraph(atlas, level)
          expect(graph.order).toBe(atlas.entryCount(level))
          graph.forEachNode((key, { x, y, leads, rank, region, regionBeyond }) => {
            const [xBeyond, yBeyond] = leads === 'east' ? [x + 1, y] : [x, y + 1]
            const told = [atlas.entryCells(Number(key)), atlas.rankOf(Number(key))]
            expect(told).toEqual([[x, y, xBeyond, yBeyond], rank])
            const regions = [atlas.regionOf(x, y, level), atlas.regionOf(xBeyond, yBeyond, level)]
            expect(regions).toEqual([region, regionBeyond])
          })
        }
      })
      await fc.assert(property, runs(25))
    },
    TIMEOUT_MS,
  )

  it(
    'joins the entries of each region with one another, and no others',
    async () => {
      const property = fc.asyncProperty(worlds(170), async world => {
        const atlas = await open(world)
        for (let level = 0; level < atlas.levelCount; level++) {
          const graph = abstractGraph(atlas, level)
          const expected = new Set<string>()
          for (let region = 0; region < atlas.regionCount(level); region++) {
            const entries = slotsOf(atlas.columns, level, region).map(({ entry }) => entry)
            for (const a of entries) for (const b of entries) if (a < b) expected.add(`${a}-${b}`)
          }
          expect(new Set(graph.edges())).toEqual(expected)
          graph.forEachEdge((_key, { weight, region }, a, b) => {
            expect(weight).toBeGreaterThan(0)
            for (const end of [a, b]) {
              const { region: one, regionBeyond: other } = graph.getNodeAttributes(end)
              expect([one, other]).toContain(region)
            }
          })
        }
      })
      await fc.assert(property, runs(25))
    },
    TIMEOUT_MS,
  )

  it('has one part for each island that has entries', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    const { islandOfCell } = floodIslands(smallWorld)
    const graph = abstractGraph(atlas, 0)
    const nodes = graph.nodes()
    const islandOf = (key: string) => {
      const { x, y } = graph.getNodeAttributes(key)
      return islandOfCell[y * smallWorld.width + x]
    }
    const random = new Random(1)
    for (let i = 0; i < 100; i++) {
      const [a, b] = [nodes[random.below(nodes.length)], nodes[random.below(nodes.length)]]
      const [from, to] = [a, b].map(key => ({ entries: [Number(key)], costs: [0] }))
      const route = graphRoute(graph, from, to)
      expect(route !== undefined).toBe(islandOf(a) === islandOf(b))
      if (route !== undefined) expect([route.entries[0], route.entries.at(-1)]).toEqual([Number(a), Number(b)])
    }
  })

  it('refuses a level and an entry that there are not', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    expect(() => abstractGraph(atlas, atlas.levelCount)).toThrow(/no level 4: .* 0 to 3\.$/)
    expect(() => abstractGraph(atlas, -1)).toThrow(/no level -1/)
    const graph = abstractGraph(atlas, 1)
    const ends = [0, atlas.entryCount(1)].map(entry => ({ entries: [entry], costs: [1] }))
    expect(() => graphRoute(graph, ends[0], ends[1])).toThrow(/no entry/)
    expect(graph.order).toBe(atlas.entryCount(1))
  })

  it('is empty for a map of one block', async () => {
    const graph = abstractGraph(openAtlas(await bake(drawn('..', '.#'))), 0)
    expect([graph.order, graph.size]).toEqual([0, 0])
    expect(toGexf(graph)).not.toMatch(/<(node|edge) /)
  })
})

describe('graphology’s Dijkstra', () => {
  it(
    'is never undercut by the fast search, whose greed costs no more than it admits',
    async () => {
      const property = fc.asyncProperty(worlds(64), async world => {
        const { columns } = await open(world)
        const graph = abstractGraph({ columns }, 0)
        const near = new NearSearch(columns.terrain)
        const [start, goal] = [new QueryEnd(columns, near), new QueryEnd(columns, near)]
        const search = new RouteSearch(columns)
        const random = new Random(2)
        for (const [x0, y0] of freeCells(world.grid, 20, random)) {
          const [[x1, y1]] = freeCells(world.grid, 1, random)
          goal.set(x1, y1)
          start.set(x0, y0)
          if (start.region === goal.region) continue
          const fast = search.find(start, goal, Number.POSITIVE_INFINITY)
          const best = unitsByGraph(graph, columns, start, goal)
          const about = `${x0},${y0} -> ${x1},${y1}: ${fast} for ${best}`
          expect(fast === best || (fast > best && fast <= GREED_MAX * best), about).toBe(true)
        }
      })
      await fc.assert(property, runs(60))
    },
    TIMEOUT_MS,
  )
})

/** The cost in units between two ends over the graph. */
function unitsByGraph(graph: AbstractGraph, columns: AtlasColumns, start: QueryEnd, goal: QueryEnd): number {
  const [from, to] = [start, goal].map(({ region, unitsOfSlot }) => {
    const entries = slotsOf(columns, 0, region).map(({ entry }) => entry)
    return { entries, costs: entries.map((_, slot) => unitsOfSlot[slot] / UNITS_PER_CELL) }
  })
  const route = graphRoute(graph, from, to)
  return route === undefined ? Number.POSITIVE_INFINITY : Math.round(route.cost * UNITS_PER_CELL)
}

describe('GEXF', () => {
  it('holds the whole graph, with places that Gephi shows the right way up', async () => {
    const graph = abstractGraph(openAtlas(await bake(smallWorld)), 1)
    const read = parse(UndirectedGraph, toGexf(graph))
    expect([read.order, read.size]).toEqual([graph.order, graph.size])
    graph.forEachNode((key, { x, y, rank, region, regionBeyond, leads }) => {
      expect(read.getNodeAttributes(key)).toMatchObject({ x, y: -y, rank, region, regionBeyond, leads })
    })
    graph.forEachEdge((_key, { weight, region }, a, b) => {
      expect(read.getEdgeAttributes(a, b)).toMatchObject({ weight, region })
    })
  })

  it('is the same each time', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    expect(toGexf(abstractGraph(atlas, 1))).toBe(toGexf(abstractGraph(atlas, 1)))
  })
})
