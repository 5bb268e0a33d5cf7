/**
 * Versions share columns, yet each says what it said: whatever is written, forked, dropped and asked in whatever order. So do
 * snapshots and maps in the middle of a commit in slices.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstPairOf } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { finish } from '../../src/base/work.ts'
import { Requests } from '../../src/crowd.ts'
import { bake, generate, openAtlas, openLive } from '../../src/index.ts'
import { Arena } from '../../src/live/arena.ts'
import { LiveVersion, plainSurroundings } from '../../src/live/live-version.ts'
import { type Store, storeOf } from '../../src/live/store.ts'
import { type Version, VersionedColumn, Versions } from '../../src/live/versions.ts'
import { checkPath } from '../../src/proof/check.ts'
import { plainMap } from '../support/plain.ts'
import { expectSame } from '../support/same.ts'
import { runs } from '../support/worlds.ts'

const LENGTH = 40

interface Known {
  version: Version
  readonly owner: object
  ints: Int32Array
  readonly bytes: Uint8Array
}

interface Holder {
  version: Version
  readonly owner: object
  readonly records: Map<number, { readonly size: number; readonly value: number }>
}

describe('records of versions', () => {
  it('stay where a version was made in the middle of a commit that hands them back', () => {
    const versions = new Versions()
    const [owner, second] = [{}, {}]
    versions.begin(owner)
    const arena = new Arena(versions, new Int32Array(9), 0, 1)
    const at = arena.take(3)
    const [version, other] = versions.fork(second)
    arena.give(at, 3)
    expect(arena.take(3)).not.toBe(at)
    versions.turn(other)
    expect(arena.take(3)).not.toBe(at)
    versions.turn(version)
    versions.drop(other)
    versions.prune()
    expect(arena.take(3)).toBe(at)
  })

  it('keep what they hold while a version has them, and leave their room to others after that', () => {
    const property = fc.property(fc.nat(), seed => {
      const random = new Random(seed)
      const versions = new Versions()
      const owner = {}
      const all: Holder[] = [{ version: versions.begin(owner), owner, records: new Map() }]
      const arena = new Arena(versions, new Int32Array(4), 0, 1)
      for (let step = 0, mark = 1; step < 300; step++) {
        const one = all[random.below(all.length)]
        const { records } = one
        versions.turn(one.version)
        expectSame(all.filter(({ version }) => version.edges.length > 1).length, 0)
        for (const [at, { size, value }] of records) {
          const held = arena.data.subarray(at, at + size)
          expectSame(held.filter(word => word !== value).length, 0)
        }
        const deed = random.below(8)
        if (deed === 0 && all.length < 6) {
          const next = {}
          const [version, other] = versions.fork(next)
          one.version = version
          all.push({ version: other, owner: next, records: new Map(records) })
        } else if (deed === 1 && all.length > 1) {
          versions.drop(one.version)
          all.splice(all.indexOf(one), 1)
          versions.turn(all[0].version)
          versions.prune()
        } else if (deed < 5 || records.size === 0) {
          const [size, value] = [1 + random.below(2), mark++]
          const at = arena.take(size)
          arena.data.fill(value, at, at + size)
          records.set(at, { size, value })
        } else {
          const [at, { size }] = [...records][random.below(records.size)]
          arena.give(at, size)
          records.delete(at)
        }
      }
      while (all.length > 1) versions.drop(all.pop()!.version)
      const [{ version, records }] = all
      versions.turn(version)
      versions.prune()
      for (const [at, { size }] of records) arena.give(at, size)
      const sizes = [...records.values()]
      expect(arena.difference).toBe(null)
      const before = arena.data.length
      for (const size of [1, 2]) {
        const count = sizes.filter(record => record.size === size).length
        const places = Array.from({ length: count }, () => arena.take(size))
        expect(new Set(places).size).toBe(count)
      }
      expect(arena.data.length).toBe(before)
    })
    fc.assert(property, runs(20))
  })

  it('of a map that commits in slices beside a view take no more room with each commit', async () => {
    const live = openLive(await bake(generate('rooms', { width: 96, height: 96, seed: 3 })))
    const view = live.branch()
    view.set(3, 3, 2)
    view.commit()
    const { store } = (view as unknown as { own: { store: Store } }).own
    const rooms = () => store.levels.map(({ slotArena, tableArena }) => slotArena.data.length + tableArena.data.length)
    const before = rooms()
    for (let commit = 0; commit < 150; commit++) {
      live.fill({ x: 40, y: 0, width: 20, height: 96 }, 1 + (commit % 2))
      await live.commitInSlices()
    }
    expect(rooms()).toEqual(before)
  })
})

describe('columns of versions', () => {
  it('say of each version what it wrote, and nothing that others did', () => {
    const property = fc.property(fc.nat(), seed => {
      const random = new Random(seed)
      const versions = new Versions()
      const ints = new VersionedColumn(versions, new Int32Array(LENGTH))
      const bytes = new VersionedColumn(versions, new Uint8Array(LENGTH), 2)
      const owner = {}
      const all: Known[] = [
        { version: versions.begin(owner), owner, ints: new Int32Array(LENGTH), bytes: new Uint8Array(LENGTH) },
      ]
      for (let step = 0; step < 120; step++) {
        const one = all[random.below(all.length)]
        versions.turn(one.version)
        expect([ints.data, bytes.data]).toEqual([one.ints, one.bytes])
        expectSame(all.filter(({ version }) => version.edges.length > 1).length, 0)
        const deed = random.below(6)
        if (deed === 0) {
          const next = {}
          const [version, other] = versions.fork(next)
          one.version = version
          all.push({ version: other, owner: next, ints: one.ints.slice(), bytes: one.bytes.slice() })
        } else if (deed === 1 && all.length > 1) {
          versions.drop(one.version)
          all.splice(all.indexOf(one), 1)
          versions.turn(all[0].version)
          versions.prune()
          expect([ints.difference, bytes.difference].includes(null)).toBe(all.length === 1)
        } else {
          for (let i = 0; i < 5; i++) {
            const [at, value] = [random.below(LENGTH), random.below(256)]
            ints.write(at, -value)
            bytes.write(at, value)
            one.ints[at] = -value
            one.bytes[at] = value
          }
        }
      }
    })
    fc.assert(property, runs(20))
  })
})

describe('a map that changes', () => {
  it('has snapshots that answer as they did, however many, after any edits', async () => {
    const grid = generate('rooms', { width: 150, height: 120, seed: 3 })
    const { width, height } = grid
    const live = openLive(await bake(grid))
    const random = new Random(5)
    const kept: { cost: Uint8Array; atlas: ReturnType<typeof live.snapshot> }[] = []
    for (let round = 0; round < 40; round++) {
      if (round % 5 === 0) kept.push({ cost: Uint8Array.from(grid.cost), atlas: live.snapshot() })
      for (let i = 0; i < 3; i++) {
        const [x, y, cost] = [random.below(width), random.below(height), random.below(3)]
        live.set(x, y, cost)
        grid.cost[y * width + x] = cost
      }
      live.commit()
      const { cost, atlas } = kept[random.below(kept.length)]
      const [x0, y0, x1, y1] = [random.below(width), random.below(height), random.below(width), random.below(height)]
      const route = atlas.finder().find(x0, y0, x1, y1)
      live.finder().find(x1, y1, x0, y0)
      expect(route.status === 'found').toBe(atlas.isReachable(x0, y0, x1, y1))
      const plain = plainMap({ width, height, cost }, 8)
      if (route.status === 'found') expect(checkPath(plain, route.cells(), x0, y0, x1, y1, 8).message).toBe('')
      const { terrain } = atlas
      live.islandOf(x0, y0)
      for (let i = 0; i < 50; i++) {
        const [x, y] = [random.below(width), random.below(height)]
        expect([terrain.costAt(x, y), atlas.costAt(x, y)]).toEqual([cost[y * width + x], cost[y * width + x]])
      }
    }
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })

  it('keeps the costs of its paths, whatever is asked and committed before they are read', async () => {
    const live = openLive(await bake({ width: 40, height: 9, cost: new Uint8Array(360).fill(2) }))
    const view = live.branch()
    view.fill({ x: 0, y: 0, width: 40, height: 9 }, 5)
    view.set(1, 8, 4)
    view.commit()
    for (const goal of [
      { x: 9, y: 0 },
      { x: 39, y: 8 },
    ]) {
      const routes = [live, view].map(map => map.finder().find({ x: 0, y: 0 }, goal))
      for (const route of routes) route.cells()
      const cells = goal.x + goal.y * (Math.SQRT2 - 1)
      live.costAt(0, 0)
      expect(routes[1].cost).toBeCloseTo(5 * cells, 6)
      view.costAt(0, 0)
      live.set(1, 8, 2 + goal.x)
      live.commit()
      expect(routes[0].cost).toBeCloseTo(2 * cells, 6)
    }
  })

  it('has snapshots whose requests with one goal go on while the map changes', async () => {
    const { width, height } = { width: 160, height: 160 }
    const cost = new Uint8Array(width * height).map((_, i) => 1 + ((i * 7) % 5))
    const live = openLive(await bake({ width, height, cost }))
    const requests = new Requests(live.snapshot().finder(), { stepsPerTick: 100 })
    const random = new Random(7)
    const goal = { x: 80, y: 80 }
    const tickets = Array.from({ length: 120 }, () =>
      requests.ask({ x: random.below(width), y: random.below(height) }, goal),
    )
    live.fill({ x: 0, y: 0, width, height }, 9)
    live.set(0, 0, 8)
    live.commit()
    while (requests.stats().waiting > 0) {
      requests.tick()
      live.costAt(0, 0)
    }
    const finder = openAtlas(await bake({ width, height, cost })).finder()
    for (const { route } of tickets) {
      expect(route!.cost).toBeCloseTo(finder.costOf(route!.cells()), 6)
      expect(route!.cost).toBeLessThan(1.1 * finder.find(route!.start, goal, { quality: 'exact' }).cost)
    }
  })

  it('keeps a field of a snapshot, and routes whose cells are asked for later', async () => {
    const live = openLive(await bake(generate('rooms', { width: 200, height: 200, seed: 4 })))
    const [snapshot, other] = [live.snapshot(), live.snapshot()]
    const field = snapshot.finder().fieldTo({ x: 190, y: 190 })
    const route = snapshot.finder().find(5, 5, 190, 190)
    const [before, cells] = [other.finder().fieldTo({ x: 190, y: 190 }), other.finder().find(5, 5, 190, 190).cells()]
    const costs = Array.from({ length: 50 }, (_, i) => before.costAt(4 * i, 3 * i))
    live.fill({ x: 20, y: 20, width: 150, height: 150 }, 0)
    live.commit()
    live.finder().find(5, 5, 10, 10)
    expect(route.cells()).toEqual(cells)
    expect(Array.from({ length: 50 }, (_, i) => field.costAt(4 * i, 3 * i))).toEqual(costs)
  })

  it('answers as before until the last slice of a commit, and is then saved as the bytes of a bake', async () => {
    const grid = generate('terrain', { width: 170, height: 150, seed: 2 })
    const { width, height } = grid
    const live = openLive(await bake(grid))
    const cost = Uint8Array.from(grid.cost)
    const random = new Random(3)
    for (let i = 0; i < 600; i++) {
      const [x, y] = [random.below(width), random.below(height)]
      cost[y * width + x] = 1 - Math.min(1, cost[y * width + x])
      live.set(x, y, cost[y * width + x])
    }
    let isDone = false
    const change = live.commitInSlices().finally(() => {
      isDone = true
    })
    let looks = 0
    for (; !isDone; await new Promise(resolve => setTimeout(resolve))) {
      looks++
      const [x, y] = [random.below(width), random.below(height)]
      const free = grid.cost.findIndex((value, cell) => value > 0 && cell > y * width + x)
      expect(live.costAt(free % width, Math.floor(free / width))).toBe(1)
      const route = live.finder().find(free % width, Math.floor(free / width), x, y)
      if (route.status === 'found') expect(plainCostOf(grid.cost, width, route.cells())).toBeGreaterThan(0)
      expect(() => live.commit()).toThrow(/slices is under way/)
      expect(live.version).toBe(0)
    }
    expect(looks).toBeGreaterThan(1)
    expect(await change).toMatchObject({ version: 1 })
    expect(Buffer.compare(live.save(), await bake({ width, height, cost }))).toBe(0)
  })
})

it('joins two halves the same where another version makes columns longer in the middle', async () => {
  const SIDE = 256
  const grid = { width: SIDE, height: SIDE, cost: new Uint8Array(SIDE * SIDE).fill(1) }
  grid.cost.fill(0, 40 * SIDE, 41 * SIDE)
  const { columns } = openAtlas(await bake(grid))
  const joined = (stepOfGrowth: number) => {
    const store = finish(storeOf(columns))
    const edits = { valueOfCell: new Map([[40 * SIDE + 9, 1]]), grounds: new Map() }
    const commit = new LiveVersion(store, plainSurroundings()).repairing(edits)
    let steps = 0
    for (; commit.next().done !== true; steps++) {
      if (steps !== stepOfGrowth) continue
      const before = store.landmarks.costToLandmark
      store.columns.costToLandmark.grow(before.length + 64)
      before.fill(0)
    }
    return { steps, values: [...store.landmarks.costToLandmark.subarray(0, store.landmarks.count * store.entryEnd)] }
  }
  const { steps, values } = joined(-1)
  for (let step = 0; step < steps; step++) expect(joined(step).values).toEqual(values)
})

it('makes tables from present ones once the version that it began as is gone and columns are longer', async () => {
  const SIDE = 256
  const { cost } = generate('rooms', { width: SIDE, height: SIDE, seed: 5 })
  const store = finish(storeOf(openAtlas(await bake({ width: SIDE, height: SIDE, cost })).columns))
  const version = new LiveVersion(store, plainSurroundings())
  const random = new Random(9)
  const edit = (map: LiveVersion) => {
    const valueOfCell = new Map(Array.from({ length: 60 }, () => [random.below(SIDE * SIDE), random.below(2)]))
    for (const [cell, value] of valueOfCell) cost[cell] = value
    finish(map.repairing({ valueOfCell, grounds: new Map() }))
    for (const level of map.columns.levels) {
      for (let region = 0; region < level.regionCount; region++) expect(firstPairOf(level, region)).toBeGreaterThan(0)
    }
  }
  edit(version)
  const other = version.fork()
  store.drop()
  for (const { slotArena, tableArena } of store.levels) {
    finish(slotArena.growing())
    finish(tableArena.growing())
  }
  edit(other)
  expect(Buffer.compare(other.save(), await bake({ width: SIDE, height: SIDE, cost }))).toBe(0)
})

it('repairs a store of a snapshot, whose tables lie in no order, to the bytes of a bake', async () => {
  const SIDE = 160
  const { cost } = generate('rooms', { width: SIDE, height: SIDE, seed: 6 })
  const live = openLive(await bake({ width: SIDE, height: SIDE, cost: cost.slice() }))
  const random = new Random(4)
  const edits = () => {
    const valueOfCell = new Map(Array.from({ length: 40 }, () => [random.below(SIDE * SIDE), random.below(2)]))
    for (const [cell, value] of valueOfCell) cost[cell] = value
    return valueOfCell
  }
  for (let commit = 0; commit < 6; commit++) {
    for (const [cell, value] of edits()) live.set(cell % SIDE, Math.floor(cell / SIDE), value)
    live.commit()
  }
  const version = new LiveVersion(finish(storeOf(live.snapshot().columns)), plainSurroundings())
  for (let commit = 0; commit < 6; commit++) finish(version.repairing({ valueOfCell: edits(), grounds: new Map() }))
  expect(Buffer.compare(version.save(), await bake({ width: SIDE, height: SIDE, cost }))).toBe(0)
})

/** The least that a cell of a path costs: 0 where it goes through a wall. */
function plainCostOf(cost: Uint8Array, width: number, cells: Int32Array): number {
  let least = Infinity
  for (let i = 0; i < cells.length; i += 2) least = Math.min(least, cost[cells[i + 1] * width + cells[i]])
  return least
}

it('a snapshot finds the nearest cell of an island by its own numbers', async () => {
  const live = openLive(await bake({ width: 64, height: 64, cost: new Uint8Array(64 * 64).fill(1) }))
  live.fill({ x: 0, y: 40, width: 64, height: 1 }, 0)
  live.commit()
  const snapshot = live.snapshot()
  expect(snapshot.nearest(1, 1, { island: snapshot.islandOf(1, 60) })).toMatchObject({ status: 'found', x: 1, y: 41 })
})
