/**
 * The abstract graph as a graphology graph, and graphology's own Dijkstra as the reference for ours: on maps that no
 * level but the lowest divides, the fast search must find routes of hardly more than the cost that Dijkstra finds.
 */
import fc from 'fast-check'
import { UndirectedGraph } from 'graphology'
import { parse } from 'graphology-gexf'
import { dijkstra } from 'graphology-shortest-path'
import { describe, expect, it } from 'vitest'
import type { AtlasColumns } from '../../src/atlas/columns.ts'
import { Random } from '../../src/base/random.ts'
import { entryGraph, graphRoute } from '../../src/graph/abstract-graph.ts'
import type { AbstractGraph } from '../../src/graph/attributes.ts'
import { abstractGraph, addCell, openAtlas, routeOfPath, toGexf } from '../../src/graph.ts'
import { type Atlas, bake, checkPath, type Grid, generate, type Point } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { routeSearch } from '../../src/route/route-guide.ts'
import { chokePoints, deadEnds, widthAt } from '../../src/travellers.ts'
import { slotsOf } from '../support/columns.ts'
import { drawn, floodIslands } from '../support/plain.ts'
import { freeCells, runs, type World, worlds } from '../support/worlds.ts'

/** The fast search weighs what is left by this factor at most. */
const GREED_MAX = 1.05

async function open({ grid, directions }: World): Promise<Atlas> {
  return openAtlas(await bake(grid, { directions }))
}

const smallWorld = generate('terrain', { width: 200, height: 170, seed: 3 })

describe('the abstract graph', () => {
  it('has the entries of its level as nodes, at their places and with their regions and ranks', async () => {
    const property = fc.asyncProperty(worlds(170), async world => {
      const atlas = await open(world)
      for (let level = 0; level < atlas.levelCount; level++) {
        const graph = entryGraph(atlas, level)
        expect(graph.order).toBe(atlas.entryCount(level))
        graph.forEachNode((key, { cellX: x, cellY: y, leads, rank, region, regionBeyond }) => {
          const [xBeyond, yBeyond] = leads === 'east' ? [x + 1, y] : [x, y + 1]
          const told = [atlas.entryCells(Number(key)), atlas.rankOf(Number(key))]
          expect(told).toEqual([[x, y, xBeyond, yBeyond], rank])
          const regions = [atlas.regionOf(x, y, level), atlas.regionOf(xBeyond, yBeyond, level)]
          expect(regions).toEqual([region, regionBeyond])
        })
      }
    })
    await fc.assert(property, runs(12))
  })

  it('joins the entries of each region with one another, and no others', async () => {
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
    await fc.assert(property, runs(12))
  })

  it('has one part for each island that has entries', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    const { islandOfCell } = floodIslands(smallWorld)
    const graph = entryGraph(atlas, 0)
    const nodes = graph.nodes()
    const islandOf = (key: string) => {
      const { cellX, cellY } = graph.getNodeAttributes(key)
      return islandOfCell[cellY * smallWorld.width + cellX]
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
    const graph = entryGraph(atlas, 1)
    const ends = [0, atlas.entryCount(1)].map(entry => ({ entries: [entry], costs: [1] }))
    expect(() => graphRoute(graph, ends[0], ends[1])).toThrow(/no entry/)
    expect(graph.order).toBe(atlas.entryCount(1))
  })

  it('has the islands without entries as nodes, so that every island is in it once', async () => {
    for (const grid of [smallWorld, drawn('..', '.#'), drawn('.#.', '##.'), drawn('#')]) {
      const atlas = openAtlas(await bake(grid))
      const { sizeOfIsland } = plainSizes(grid, atlas)
      for (let level = 0; level < atlas.levelCount; level++) {
        const graph = abstractGraph(atlas, level)
        const lone = graph.filterNodes((_key, { kind }) => kind === 'island')
        const joined = new Set(graph.filterNodes((_key, { kind }) => kind === 'entry').map(islandOfNode))
        for (const key of lone) {
          const { island, cellX, cellY, size, region } = graph.getNodeAttributes(key)
          expect([key, atlas.islandOf(cellX, cellY)]).toEqual([`island ${island}`, island])
          expect([joined.has(island), graph.degree(key)]).toEqual([false, 0])
          expect(size).toBeCloseTo(1 + Math.sqrt(sizeOfIsland[island]) / 32)
          expect(region).toBe(atlas.regionOf(cellX, cellY, level))
        }
        expect(new Set([...joined, ...lone.map(islandOfNode)]).size).toBe(joined.size + lone.length)
        expect(joined.size + lone.length).toBe(atlas.islandCount)

        function islandOfNode(key: string): number {
          return graph.getNodeAttribute(key, 'island')
        }
      }
    }
  })

  it('is drawn with y upwards and its nodes by rank, and says how far and how close its nodes are', async () => {
    const graph = abstractGraph(openAtlas(await bake(smallWorld)), 0)
    graph.forEachNode((_key, { kind, x, y, cellX, cellY, size, rank, label, leads }) => {
      expect([x, y + cellY]).toEqual([cellX, 0])
      if (kind === 'entry') expect([size, label]).toEqual([1 + rank, `${cellX},${cellY} ${leads}`])
    })
    graph.forEachEdge((_key, { weight, strength }) => expect(weight * strength).toBeCloseTo(1))
  })
})

/** How many cells each island of the atlas has. */
function plainSizes(grid: Grid, atlas: Atlas): { sizeOfIsland: number[] } {
  const sizeOfIsland: number[] = new Array(atlas.islandCount).fill(0)
  grid.cost.forEach((cost, cell) => {
    if (cost > 0) sizeOfIsland[atlas.islandOf(cell % grid.width, Math.floor(cell / grid.width))]++
  })
  return { sizeOfIsland }
}

describe('a path through the graph', () => {
  it('between cells becomes a route that costs what the finder of that level finds', async () => {
    const property = fc.asyncProperty(worlds(100), async world => {
      const atlas = await open(world)
      const level = world.grid.width % atlas.levelCount
      const graph = abstractGraph(atlas, level)
      const finder = atlas.finder({ level })
      const cells = freeCells(world.grid, 8, new Random(3))
      const keys = cells.map(([x, y]) => addCell(graph, atlas, x, y))
      for (let i = 1; i < cells.length; i++) {
        const [[x0, y0], [x1, y1]] = [cells[i - 1], cells[i]]
        const path: string[] | null = dijkstra.bidirectional(graph, keys[i - 1], keys[i], 'weight')
        expect(path !== null).toBe(atlas.isReachable(x0, y0, x1, y1))
        if (path === null) continue
        const route = routeOfPath(graph, atlas, path)
        const best = finder.find(x0, y0, x1, y1)
        // Tables round costs up, so a way by another cell that was added may cost a trifle less than theirs.
        expect(route.estimate).toBeGreaterThan(0.999 * best.estimate - 1e-6)
        expect(route.estimate).toBeLessThan(1.001 * best.estimate + 1e-6)
        expect(checkPath(atlas, route.cells(), x0, y0, x1, y1, world.directions).status).toBe('legal')
        expect(route.cost).toBeLessThanOrEqual(route.estimate + 1e-6)
      }
    })
    await fc.assert(property, runs(12))
  })

  it('between entries leads from a cell of the first to a cell of the last', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    const graph = abstractGraph(atlas, 1)
    const random = new Random(4)
    const entries = graph.filterNodes((_key, { kind }) => kind === 'entry')
    let found = 0
    for (let i = 0; i < 60; i++) {
      const [a, b] = [entries[random.below(entries.length)], entries[random.below(entries.length)]]
      const path: string[] | null = dijkstra.bidirectional(graph, a, b, 'weight')
      if (path === null) continue
      found++
      const route = routeOfPath(graph, atlas, path)
      const sides = [a, b].map(key => atlas.entryCells(Number(key)))
      expect([sides[0].slice(0, 2), sides[0].slice(2)]).toContainEqual([route.start.x, route.start.y])
      expect([sides[1].slice(0, 2), sides[1].slice(2)]).toContainEqual([route.goal.x, route.goal.y])
      const { start, goal } = route
      expect(checkPath(atlas, route.cells(), start.x, start.y, goal.x, goal.y, 8).status).toBe('legal')
      let weight = 0
      for (let at = 1; at < path.length; at++) weight += graph.getEdgeAttribute(path[at - 1], path[at], 'weight')
      // It begins and ends half a step away from the middles that weights are measured between.
      expect(Math.abs(route.estimate - weight)).toBeLessThan(1.5)
    }
    expect(found).toBeGreaterThan(10)
  })

  it('is refused where it is none, with what is wrong with it', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    const graph = abstractGraph(atlas, 0)
    expect(() => routeOfPath(graph, atlas, [])).toThrow(/keys of the nodes/)
    expect(() => routeOfPath(graph, atlas, null as unknown as string[])).toThrow(/path is null: the keys/)
    expect(() => routeOfPath(graph, atlas, ['nobody'])).toThrow('There is no node "nobody" in this graph.')
    const far = graph.nodes().find(key => key !== '0' && !graph.hasEdge('0', key))!
    expect(() => routeOfPath(graph, atlas, ['0', far])).toThrow(`No edge joins "0" and "${far}"`)
    expect(() => addCell(graph, atlas, -1, 4)).toThrow('The cell (-1, 4) is not free')
    expect(() => addCell(new UndirectedGraph() as never, atlas, 1, 4)).toThrow(/as abstractGraph/)
  })
})

describe('graphology’s Dijkstra', () => {
  it('is never undercut by the fast search, whose greed costs no more than it admits', async () => {
    const property = fc.asyncProperty(worlds(64), async world => {
      const { columns } = await open(world)
      const graph = entryGraph({ columns }, 0)
      const [start, goal] = [new QueryEnd(columns), new QueryEnd(columns)]
      const search = routeSearch(columns)
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
    await fc.assert(property, runs(30))
  })
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
    graph.forEachNode((key, attributes) => expect(read.getNodeAttributes(key)).toMatchObject(attributes))
    graph.forEachEdge((_key, attributes, a, b) => expect(read.getEdgeAttributes(a, b)).toMatchObject(attributes))
  })

  it('is the same each time', async () => {
    const atlas = openAtlas(await bake(smallWorld))
    expect(toGexf(abstractGraph(atlas, 1))).toBe(toGexf(abstractGraph(atlas, 1)))
  })
})

/** The cells side by side that can be reached from one without passing another. */
function areaWithout({ terrain }: Atlas, from: Point, closed: Point): Set<number> {
  const found = new Set<number>()
  const todo = [from]
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const { x, y } = at
    if (!terrain.isFree(x, y) || found.has(y * terrain.width + x) || (x === closed.x && y === closed.y)) continue
    found.add(y * terrain.width + x)
    todo.push({ x: x + 1, y }, { x: x - 1, y }, { x, y: y + 1 }, { x, y: y - 1 })
  }
  return found
}

/** What nodes of the abstract graph tell of narrow places, held against a plain walk and what the atlas says of each cell. */
describe('the abstract graph', () => {
  it('tells on request how narrow it is at each node, and of what its closing would part', async () => {
    const atlas = openAtlas(await bake(generate('maze', { width: 90, height: 70, seed: 2 })))
    const graph = abstractGraph(atlas, 0, { survey: true })
    const chokes = new Map(chokePoints(atlas).map(({ x, y, parts }) => [`${x},${y}`, parts[1]]))
    const isInside = new Set<number>()
    for (const { door, inside, cells } of deadEnds(atlas)) {
      const area = areaWithout(atlas, inside, door)
      expect(area.size).toBe(cells)
      for (const cell of area) isInside.add(cell)
    }
    const told = { chokes: 0, deadEnds: 0 }
    graph.forEachNode((_key, { cellX: x, cellY: y, leads, width, deadEnd, parts }) => {
      const cells = [[x, y], ...(leads === 'nowhere' ? [] : [leads === 'east' ? [x + 1, y] : [x, y + 1]])]
      expect(width).toBe(Math.min(...cells.map(([atX, atY]) => widthAt(atlas, atX, atY))))
      expect(parts).toBe(Math.max(...cells.map(([atX, atY]) => chokes.get(`${atX},${atY}`) ?? 0)))
      expect(deadEnd).toBe(cells.every(([atX, atY]) => isInside.has(atY * 90 + atX)))
      if (parts! > 0) told.chokes++
      if (deadEnd) told.deadEnds++
    })
    expect(told.chokes).toBeGreaterThan(0)
    expect(told.deadEnds).toBeGreaterThan(0)
    expect(abstractGraph(atlas, 0).getNodeAttributes('0')).not.toHaveProperty('width')
    expect(toGexf(graph)).toContain('deadEnd')
  })
})
