/** A pool of a live map: one thread writes, readers answer for whole commits, and for those that were acknowledged. */
import { beforeAll, describe, expect, it } from 'vitest'
import { bake, generate, openLive } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { randomPairs } from '../support/pairs.ts'

const SIDE = 96
let file: Uint8Array
beforeAll(async () => {
  file = await bake(generate('open', { width: SIDE, height: SIDE }))
})

/** A wall down the map with one gate. */
const wallWithGate = (gate: number, before: number) => [SIDE >> 1, before, 0, SIDE >> 1, gate, 1]

describe('a pool of a live map', () => {
  it('answers for a commit once it is acknowledged', async () => {
    const pool = new FinderPool(file, { threads: 2, live: true })
    expect(await pool.ready).toMatchObject({ kind: 'live', costMax: 255 })
    const across = [1, 40, SIDE - 2, 40]
    expect((await pool.find(across)).version[0]).toBe(0)
    const wall = Array.from({ length: SIDE }, (_, y) => [SIDE >> 1, y, 0]).flat()
    expect(await pool.commit(wall)).toMatchObject({ version: 1, cells: SIDE, islandsSplit: 1 })
    for (let i = 0; i < 8; i++) {
      const { status, version } = await pool.find(across)
      expect([status[0], version[0]]).toEqual([1, 1])
    }
    await pool.close()
  })

  it('shows no half of a commit to anybody, however often it moves a gate while others ask', async () => {
    const pool = new FinderPool(file, { threads: 2, live: true })
    const live = openLive(file)
    const wall = Array.from({ length: SIDE }, (_, y) => [SIDE >> 1, y, y === 0 ? 1 : 0]).flat()
    await pool.commit(wall)
    live.fill({ x: SIDE >> 1, y: 1, width: 1, height: SIDE - 1 }, 0)
    live.commit()
    // The cost of the way through each gate, by version.
    const across = [1, 40, SIDE - 2, 40] as const
    const costs = [Number.NaN, live.finder().find(...across).cost]
    const asking: Promise<void>[] = []
    for (let gate = 1; gate <= 30; gate++) {
      const edits = wallWithGate(gate, gate - 1)
      for (let i = 0; i < edits.length; i += 3) live.set(edits[i], edits[i + 1], edits[i + 2])
      live.commit()
      costs.push(live.finder().find(...across).cost)
      const committing = pool.commit(edits)
      const questions = Array.from({ length: 20 }, () => across).flat()
      asking.push(
        pool.find(questions).then(({ cost, version }) => {
          for (let i = 0; i < cost.length; i++) expect(cost[i]).toBe(costs[version[i]])
        }),
      )
      if (gate % 10 === 0) await committing
    }
    await Promise.all(asking)
    const { cost, version } = await pool.find([...across])
    expect([cost[0], version[0]]).toEqual([costs[31], 31])
    await pool.close()
  })

  it('is as openLive is after the same journal and the same commits', async () => {
    const live = openLive(file)
    live.fill({ x: 10, y: 10, width: 40, height: 3 }, 9)
    live.commit()
    const pool = new FinderPool(file, { threads: 1, live: true, journal: live.journal() })
    for (let i = 0; i < 20; i++) {
      live.set(3 * i, 50, 0)
      live.commit()
      await pool.commit([3 * i, 50, 0])
    }
    const pairs = randomPairs(300, SIDE, 6)
    const { cost } = await pool.find(pairs)
    const finder = live.finder()
    const expected = Array.from(
      cost,
      (_, i) => finder.find(pairs[4 * i], pairs[4 * i + 1], pairs[4 * i + 2], pairs[4 * i + 3]).cost,
    )
    expect([...cost]).toEqual(expected)
    expect(await pool.journal()).toEqual(live.journal())
    await pool.close()
  })

  it('tells nobody of a commit that cannot be kept, nor of those that were made on top of it', async () => {
    const pool = new FinderPool(file, { threads: 4, live: true })
    const parts: Uint8Array[] = []
    let isFull = false
    const keep = async (part: Uint8Array) => {
      const refuses = isFull
      await new Promise(resolve => setTimeout(resolve, 5))
      if (refuses) throw new Error('the disk is full')
      parts.push(part)
    }
    await pool.commit([1, 1, 0], keep)
    isFull = true
    const lost = pool.commit([2, 2, 0], keep)
    const onTop = pool.commit([3, 3, 0], keep)
    await expect(lost).rejects.toThrow('the disk is full')
    await expect(onTop).rejects.toThrow('the disk is full')
    isFull = false
    const throwing = () => {
      throw new Error('there is no disk')
    }
    await expect(pool.commit([2, 2, 0], throwing)).rejects.toThrow('there is no disk')
    expect(await pool.commit([4, 4, 0], keep)).toMatchObject({ version: 2, cells: 1 })
    const { status } = await pool.find([1, 1, 9, 9, 2, 2, 9, 9, 3, 3, 9, 9, 4, 4, 9, 9])
    expect([...status]).toEqual([2, 0, 0, 2])
    const live = openLive(file)
    for (const part of parts) live.apply(part)
    expect(await pool.journal()).toEqual(live.journal())
    await pool.close()
  })

  it('answers as before when its journal was folded, and so do threads that come later', async () => {
    const pool = new FinderPool(file, { threads: 2, live: true })
    for (let i = 0; i < 30; i++) await pool.commit([5, i % 7, i % 2, 6, i, 3])
    const before = openLive(file, await pool.journal())
    const folded = await pool.foldJournal()
    const after = openLive(file, folded)
    expect([after.version, after.journalCommits.length]).toEqual([before.version, 0])
    expect(after.save()).toEqual(before.save())
    expect(folded.length).toBeLessThan(before.journal().length / 2)
    // A commit that cannot be kept has its thread replaced by one that begins with the journal of the readers.
    const keep = async () => {
      throw new Error('the disk is full')
    }
    await expect(pool.commit([9, 9, 0], keep)).rejects.toThrow('the disk is full')
    expect((await pool.commit([8, 8, 0])).version).toBe(before.version + 1)
    before.set(8, 8, 0)
    before.commit()
    expect(openLive(file, await pool.journal()).save()).toEqual(before.save())
    await pool.close()
  })

  it('takes all of a commit or nothing', async () => {
    const pool = new FinderPool(file, { threads: 1, live: true })
    const wrong: [number[], RegExp][] = [
      [[1, 1, 0, SIDE, 1, 0], /outside/],
      [[1, 1, 0, 2, 2, 300], /255/],
      [[1, 1], /three numbers/],
      [[1, 1, 0.5], /whole numbers/],
      [[1, 1, 0n] as never, /whole numbers/],
    ]
    for (const [edits, message] of wrong) {
      await expect(pool.commit(edits)).rejects.toThrow(message)
      await expect(pool.commit(edits)).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    }
    expect(await pool.find([1, 1, 2, 2])).toMatchObject({ status: Uint8Array.of(0), version: Int32Array.of(0) })
    expect((await pool.commit([5, 5, 0])).version).toBe(1)
    await pool.close()
  })
})
