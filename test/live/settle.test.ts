/**
 * A map that has changed much is settled: its searches are as short as on a fresh atlas, and it says what it said. Before that
 * routes cost what they do on a fresh atlas all the same.
 */

import { describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exact } from '../../src/exact.ts'
import { Atlas } from '../../src/find/atlas.ts'
import type { LiveMap, View } from '../../src/index.ts'
import { bake, generate, openAtlas, openLive } from '../../src/index.ts'
import { box } from '../../src/live.ts'
import { many } from '../../src/many.ts'
import { EntrySearch } from '../../src/route/entry-search.ts'
import { painted } from '../support/plain.ts'
import { expectRoutes } from '../support/views.ts'

const SIDE = 320
type Ends = [x0: number, y0: number, x1: number, y1: number]

/** Opens walls, of one cell and of many, and puts some. */
function edit(live: LiveMap | View, random: Random, count: number): void {
  const at = (size: number) => random.below(SIDE - size)
  for (let i = 0; i < count; i++) {
    if (i % 10 === 0) live.fill({ x: at(40), y: at(1), width: 40, height: 1 }, 1)
    else live.set(at(1), at(1), i % 3 === 0 ? 0 : 1)
    live.commit()
  }
}

async function changed(kind: 'rooms' | 'caves') {
  const live = openLive(await bake(generate(kind, { width: SIDE, height: SIDE, seed: 4 })))
  const random = new Random(9)
  edit(live, random, 250)
  const ends: Ends[] = []
  while (ends.length < 60) {
    const some = [0, 1, 2, 3].map(() => random.below(SIDE)) as Ends
    if (live.isReachable(...some)) ends.push(some)
  }
  return { live, random, ends }
}

/** Entries settled, and what all routes are estimated to cost. */
function asked(atlas: Atlas, ends: readonly Ends[]) {
  const finder = atlas.finder()
  let [settled, estimates] = [0, 0]
  for (const some of ends) {
    estimates += finder.find(...some).estimate
    settled += finder.effort.settledCount
  }
  return { settled, estimates }
}

/** Asks the map, and a fresh atlas of it, for 40 routes. */
function askedBeside(live: LiveMap, side: number) {
  const [random, ends]: [Random, Ends[]] = [new Random(3), []]
  while (ends.length < 40) {
    const some = [0, 1, 2, 3].map(() => random.below(side)) as Ends
    if (live.isReachable(...some)) ends.push(some)
  }
  return [asked(live.snapshot(), ends), asked(openAtlas(live.save()), ends)]
}

/** Settles a map in the shortest pieces, and between two of them does what a test wants to come there. */
async function settleWhile(map: LiveMap | View, doMore: (turn: number) => void): Promise<void> {
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 9))
  let isSettled = false
  const settled = map.settle().finally(() => {
    isSettled = true
  })
  const others = (async () => {
    for (let turn = 0; !isSettled; turn++) {
      await new Promise(resolve => setImmediate(resolve))
      doMore(turn)
    }
  })()
  await Promise.all([settled, others]).finally(() => clock.mockRestore())
}

describe('a map that has changed much', () => {
  it('costs what a fresh atlas does with searches about as long, and once it is settled as short', async () => {
    const { live, ends } = await changed('rooms')
    const fresh = asked(openAtlas(live.save()), ends)
    const before = live.snapshot()
    const changedMuch = asked(before, ends)
    expect(changedMuch.estimates).toBeLessThan(fresh.estimates * 1.001)
    expect(changedMuch.settled).toBeLessThan(fresh.settled * 1.2)
    await live.settle()
    const settled = asked(live.snapshot(), ends)
    expect(settled.settled).toBeLessThan(fresh.settled * 1.1)
    expect(settled.estimates / fresh.estimates).toBeCloseTo(1, 3)
    expect(asked(before, ends)).toEqual(changedMuch)
  })

  it('takes the routes that a fresh atlas takes once it is settled, with the same searches', async () => {
    const side = 640
    const live = openLive(await bake(generate('scatter', { width: side, height: side, seed: 4 })))
    const random = new Random(9)
    for (let i = 0; i < 600; i++) {
      if (i % 10 === 0) live.fill({ x: random.below(side - 40), y: random.below(side), width: 40, height: 1 }, 1)
      else live.set(random.below(side), random.below(side), i % 3)
      if (i % 3 === 0) live.commit()
    }
    await live.settle()
    const atlas = openAtlas(live.save())
    const [fresh, settled] = [atlas.finder(), live.snapshot().finder()]
    for (let asked = 0; asked < 100; asked++) {
      const ends = [0, 1, 2, 3].map(() => random.below(side)) as Ends
      if (!atlas.isReachable(...ends)) continue
      expect(settled.find(...ends).cells()).toEqual(fresh.find(...ends).cells())
      expect(settled.effort).toEqual(fresh.effort)
    }
  })

  it('lies in memory as a fresh one once it is settled, and routes found before can be drawn until the next commit', async () => {
    const { live, ends } = await changed('rooms')
    const finder = live.finder()
    const far = ends.filter(some => finder.find(...some).steps !== null)
    const routes = far.map(some => finder.find(...some))
    expect(routes.length).toBeGreaterThan(1)
    const cells = live
      .snapshot()
      .finder()
      .find(...far[0])
      .cells()
    await live.settle()
    expect(routes[0].cells()).toEqual(cells)
    const fresh = openLive(live.save())
    for (const [l, level] of live.columns.levels.entries()) {
      const { regionsOfBlock, rowOfRegion, slots, tableOfRegion, tables } = fresh.columns.levels[l]
      expect(level).toMatchObject({ regionsOfBlock, rowOfRegion, slots, tableOfRegion, tables })
    }
    const [x, y] = far[0]
    live.set(x, y, 0)
    live.commit()
    expect(() => routes[1].cells()).toThrow(expect.objectContaining({ code: 'MAP_CHANGED' }))
  })

  it('is settled as a view, and the map below stays as it is', async () => {
    const { live, ends } = await changed('caves')
    const below = asked(live.snapshot(), ends)
    const view = live.branch()
    edit(view, new Random(10), 100)
    const still = ends.filter(some => view.isReachable(...some))
    const cost = Uint8Array.from({ length: SIDE ** 2 }, (_, i) => view.costAt(i % SIDE, Math.floor(i / SIDE)))
    const fresh = asked(openAtlas(await bake({ width: SIDE, height: SIDE, cost })), still)
    const ask = () => asked(new Atlas(view.columns, 0, { ...exact, ...many }), still)
    expect(ask().settled).toBeGreaterThan(fresh.settled)
    await view.settle()
    expect(ask()).toEqual(fresh)
    expect(asked(live.snapshot(), ends).estimates).toBe(below.estimates)
  })

  it('is settled while it goes on changing', async () => {
    const { live, random, ends } = await changed('rooms')
    const file = live.save()
    let isSettled = false
    const settled = live.settle().then(() => {
      isSettled = true
    })
    while (!isSettled) {
      edit(live, random, 3)
      live.finder().find(...ends[random.below(ends.length)])
      // What is half made meanwhile is left alone.
      live.fill({ x: random.below(SIDE), y: random.below(SIDE), width: 9, height: 9 }, random.below(2))
      await live.commitInSlices()
      await new Promise(resolve => setTimeout(resolve))
    }
    await settled
    expect(live.save()).not.toEqual(file)
    const still = ends.filter(some => live.isReachable(...some))
    const fresh = asked(openAtlas(live.save()), still)
    expect(asked(live.snapshot(), still).estimates).toBeLessThan(fresh.estimates * 1.001)
    await live.settle()
    expect(asked(live.snapshot(), still).settled).toBeLessThan(fresh.settled * 1.1)
  })

  it('is saved as a bake, and snapshots stay, wherever commits come between pieces of settling', async () => {
    const [width, height] = [200, 150]
    const { cost } = generate('rooms', { width, height, seed: 6 })
    const live = openLive(await bake({ width, height, cost }))
    const random = new Random(2)
    const commit = () => {
      const cell = random.below(cost.length)
      cost[cell] = 1 - Math.min(1, cost[cell])
      live.set(cell % width, Math.floor(cell / width), cost[cell])
      live.commit()
    }
    for (let i = 0; i < 40; i++) commit()
    const snapshots: { atlas: Atlas; cost: Uint8Array }[] = []
    await settleWhile(live, turn => {
      if (turn % 40 === 0) commit()
      if (turn % 400 === 0) snapshots.push({ atlas: live.snapshot(), cost: cost.slice() })
    })
    expect(Buffer.compare(live.save(), await bake({ width, height, cost }))).toBe(0)
    for (const { atlas, cost } of snapshots) {
      const fresh = openAtlas(await bake({ width, height, cost }))
      const ends = Array.from({ length: 30 }, () => [0, 1, 0, 1].map(i => random.below([width, height][i])) as Ends)
      const [known, baked] = [atlas, fresh].map(one =>
        asked(
          one,
          ends.filter(some => fresh.isReachable(...some)),
        ),
      )
      expect(known.estimates / baked.estimates).toBeCloseTo(1, 3)
    }
  })

  it('is settled where commits between pieces of a table give parts of its region to others', async () => {
    const [width, height] = [160, 96]
    const { cost } = generate('maze', { width, height, seed: 8 })
    const live = openLive(await bake({ width, height, cost }))
    const random = new Random(3)
    const commit = () => {
      for (let i = 0; i < 3; i++) {
        const cell = random.below(cost.length)
        cost[cell] = 1 - Math.min(1, cost[cell])
        live.set(cell % width, Math.floor(cell / width), cost[cell])
      }
      live.commit()
    }
    for (let i = 0; i < 40; i++) commit()
    await settleWhile(live, turn => {
      if (turn % 10 === 0 && turn < 600) commit()
    })
    expect(Buffer.compare(live.save(), await bake({ width, height, cost }))).toBe(0)
  })

  it('is settled where a view is edited between pieces of a table whose region has changed', async () => {
    const [width, height] = [160, 96]
    const live = openLive(await bake(generate('rooms', { width, height, seed: 8 })))
    const random = new Random(3)
    const view = live.branch()
    const edit = (map: LiveMap | View) => {
      for (let i = 0; i < 3; i++) {
        const cell = random.below(width * height)
        map.set(cell % width, Math.floor(cell / width), random.below(2))
      }
      map.commit()
    }
    edit(view)
    for (let i = 0; i < 40; i++) edit(live)
    await settleWhile(live, turn => {
      if (turn >= 800) return
      if (random.below(6) === 0) edit(live)
      edit(view)
    })
    const grid = painted(width, height, (x, y) => live.costAt(x, y))
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })

  it('is not settled while a commit in slices is half made', async () => {
    const live = openLive(await bake(generate('rooms', { width: SIDE, height: SIDE, seed: 5 })))
    const order: string[] = []
    live.fill({ x: 0, y: 0, width: SIDE, height: SIDE }, 1)
    const committed = live.commitInSlices().then(() => order.push('committed'))
    const settled = live.settle().then(() => order.push('settled'))
    await Promise.all([committed, settled])
    expect(order).toEqual(['committed', 'settled'])
  })

  it('knows what its own entries cost to landmarks, where another version has none and more entries', async () => {
    const [side, random] = [128, new Random(5)]
    const cost = Uint8Array.from({ length: side * side }, () => Number(random.below(4) > 0))
    const live = openLive(await bake({ width: side, height: side, cost }))
    const [bare, settled] = [live.branch(), live.branch()]
    await bare.unknown()
    await settled.unknown()
    settled.set(1, 1, 2)
    settled.commit()
    await settled.settle()
    for (const view of [bare, settled]) {
      view.see(box(0, 0, side, side))
      view.commit()
    }
    const finder = settled.finder()
    const fresh = openAtlas(await bake({ width: side, height: side, cost })).finder()
    for (let i = 0; i < 60; i++) {
      const ends = [0, 1, 2, 3].map(() => random.below(side)) as Ends
      const { cost: least, status } = fresh.find(...ends)
      if (status === 'found') expect(finder.find(...ends).cost).toBeLessThan(least * 1.1 + 1)
    }
  })

  it('is settled as a view too, while commits to it leave tables to be made', async () => {
    const [side, random] = [128, new Random(3)]
    const view = openLive(await bake(generate('open', { width: side, height: side }))).branch()
    view.fill(box(10, 10, 90, 90), 2)
    view.commit()
    const cost = Uint8Array.from({ length: side * side }, (_, cell) =>
      view.costAt(cell % side, Math.floor(cell / side)),
    )
    await settleWhile(view, turn => {
      const cell = random.below(cost.length)
      cost[cell] = turn % 3 === 0 ? 0 : 3
      view.set(cell % side, Math.floor(cell / side), cost[cell])
      view.commit()
    })
    expectRoutes(view, side, cost, random, 8)
  })

  it('is searched about as a fresh atlas where small islands have become part of a large one', async () => {
    const isles = Array.from({ length: 36 }, (_, i) => [50 + 100 * (i % 6), 50 + 100 * Math.floor(i / 6)])
    const sums = [0, 0, 0, 0]
    for (const seed of [3, 4, 5]) {
      const map = generate('rooms', { width: 640, height: 640, seed })
      for (const [x, y] of isles)
        for (let i = 0; i <= 30; i++)
          for (const at of [i, i + 30 * 640, 640 * i, 640 * i + 30]) map.cost[y * 640 + x + at] = 0
      const live = openLive(await bake(map))
      for (const [x, y] of isles) {
        live.fill(box(x + 10, y - 2, 5, 5), 1)
        live.commit()
      }
      const [now, fresh] = askedBeside(live, 640)
      for (const [i, one] of [now.settled, fresh.settled, now.estimates, fresh.estimates].entries()) sums[i] += one
    }
    expect(sums[0]).toBeLessThan(sums[1] * 1.2)
    expect(sums[2]).toBeLessThan(sums[3] * 1.001)
  })

  it('is still guided by landmarks where two large islands have joined', async () => {
    const live = openLive(await bake(generate('rooms', { width: 1400, height: 1400, seed: 4 })))
    live.fill(box(700, 0, 1, 1400), 0)
    live.commit()
    await live.settle()
    live.fill(box(698, 600, 5, 3), 1)
    expect(live.commit().islandsMerged).toBe(1)
    const [now, fresh] = askedBeside(live, 1400)
    expect(now.settled).toBeLessThan(fresh.settled * 2.2)
    expect(now.estimates).toBeLessThan(fresh.estimates * 1.01)
  })

  it('leaves tables beside new walls to the searches that come there, and makes those beside openings', async () => {
    const map = { width: 96, height: 96, cost: new Uint8Array(96 * 96).fill(1) }
    map.cost[50 * 96 + 50] = 0
    const live = openLive(await bake(map))
    const inDoubt = () => live.columns.levels[0].tableOfRegion.filter(table => table < 0).length
    live.set(45, 45, 0)
    live.commit()
    expect(inDoubt()).toBe(1)
    expect(live.finder().find(0, 0, 95, 95).cells().length).toBeGreaterThan(90)
    live.set(50, 50, 1)
    live.commit()
    expect(inDoubt()).toBe(0)
  })

  it('search no far route a second time before they are settled', async () => {
    const live = openLive(await bake(generate('rooms', { width: 2600, height: 160, seed: 4 })))
    const finder = live.finder()
    const secondSearch = vi.spyOn(EntrySearch.prototype, 'find')
    const timesSearched = () => {
      const before = secondSearch.mock.calls.length
      expect(finder.find(5, 80, 2590, 80).cells().length).toBeGreaterThan(2500)
      return secondSearch.mock.calls.length - before
    }
    for (const x of [5, 2590]) live.set(x, 80, 1)
    live.commit()
    expect(timesSearched()).toBe(1)
    for (let x = 100; x < 2500; x += 100) live.fill({ x, y: 40, width: 60, height: 4 }, 1)
    live.commit()
    expect(timesSearched()).toBe(0)
    await live.settle()
    expect(timesSearched()).toBe(1)
    secondSearch.mockRestore()
  })
})
