/**
 * Replicas: maps that take over the commits of another map of the same file. They are that map to the byte, whatever came
 * twice, late, in parts or not at all.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openLive } from '../../src/index.ts'
import { patchyGrounds } from '../support/grounds.ts'

describe('a replica', () => {
  it('follows a writer commit by commit, in parts of many, and what comes twice does no harm', async () => {
    const file = await bake(generate('rooms', { width: 120, height: 90, seed: 4 }))
    const writer = openLive(file)
    const [near, far] = [openLive(file), openLive(file)]
    const random = new Random(3)
    let disk = Buffer.from(writer.journal())
    for (let version = 1; version <= 12; version++) {
      for (let i = 0; i < 5; i++) writer.set(random.below(120), random.below(90), random.below(3))
      writer.commit()
      const part = writer.journal({ since: near.version })
      const change = near.apply(part)
      expect([change.version, near.version, change.cells > 0]).toEqual([version, version, true])
      expect(near.apply(part).cells).toBe(0)
      disk = Buffer.concat([disk, part])
    }
    far.apply(writer.journal({ since: 0 }))
    expect(far.version).toBe(12)
    expect(far.apply(writer.journal()).cells).toBe(0)
    for (const map of [near, far, openLive(file, disk)]) {
      expect(Buffer.compare(map.save(), writer.save())).toBe(0)
    }
    expect(Buffer.compare(openLive(file, disk).journal(), writer.journal())).toBe(0)
    expect(openLive(file, disk.subarray(0, disk.length - 3)).version).toBe(11)
  })

  it('takes a folded journal, goes on from it, and refuses what it cannot compare', async () => {
    const file = await bake(generate('rooms', { width: 120, height: 90, seed: 4 }))
    const [writer, plain, early] = [openLive(file), openLive(file), openLive(file)]
    const random = new Random(3)
    const commit = () => {
      for (let i = 0; i < 5; i++) writer.set(random.below(20), random.below(20), random.below(3))
      writer.commit()
    }
    for (let i = 0; i < 30; i++) commit()
    plain.apply(writer.journal())
    early.apply(writer.journal({ upTo: 4 }))
    expect([plain.version, early.version]).toEqual([30, 4])
    writer.foldJournal(20)
    expect([writer.version, writer.journalCommits.length]).toEqual([30, 10])
    for (let i = 0; i < 5; i++) commit()
    plain.apply(writer.journal({ since: 30 }))
    // Both have taken the same: the one folded, the other commit by commit.
    plain.apply(writer.journal())
    writer.apply(plain.journal())
    writer.foldJournal(33)
    const late = openLive(file)
    late.apply(writer.journal({ since: 0 }))
    const opened = [
      openLive(file, writer.journal()),
      openLive(file, Buffer.concat([writer.journal({ upTo: 33 }), plain.journal({ since: 33 })])),
    ]
    for (const map of [plain, late, ...opened]) {
      expect([map.version, map.journalProblem]).toEqual([35, ''])
      expect(Buffer.compare(map.save(), writer.save())).toBe(0)
    }
    expect(Buffer.compare(late.journal(), writer.journal())).toBe(0)
    expect(openLive(file, writer.journal({ upTo: 33 })).version).toBe(33)
    expect(() => early.apply(writer.journal())).toThrow(/come as one, and this map is at 4/)
    expect(() => writer.journal({ since: 7 })).toThrow(/versions 0 and 33 to 35/)
    const other = openLive(file)
    for (let i = 0; i < 34; i++) {
      other.set(50, 50, i % 2)
      other.set(51, 50, 2 + i)
      other.commit()
    }
    expect(() => other.apply(writer.journal())).toThrow(/follow on others/)
    const bytes = writer.journal()
    for (let i = 0; i < 200; i++) {
      const forged = bytes.slice(0, random.below(2) === 0 ? bytes.length : random.below(bytes.length))
      if (forged.length > 0) forged[random.below(forged.length)] ^= 1 << random.below(8)
      try {
        expect(openLive(file, forged).version).toBeLessThanOrEqual(35)
      } catch (error) {
        expect(error).toMatchObject({ code: 'JOURNAL_DAMAGED' })
      }
    }
  })

  it('takes nothing where commits are missing, cut or others, and says what to do', async () => {
    const file = await bake(generate('open', { width: 40, height: 40 }))
    const [writer, replica] = [openLive(file), openLive(file)]
    for (const x of [1, 2, 3]) {
      writer.set(x, 1, 0)
      writer.commit()
    }
    const codeOf = (take: () => unknown) => {
      try {
        take()
      } catch (error) {
        return [(error as { code: string }).code, (error as Error).message]
      }
      return []
    }
    expect(codeOf(() => replica.apply(writer.journal({ since: 2 })))).toEqual([
      'JOURNAL_GAP',
      expect.stringMatching(/this map is at 0: ask for journal\({ since: 0 }\)/),
    ])
    const whole = writer.journal({ since: 0 })
    expect(codeOf(() => replica.apply(whole.slice(0, -4)))).toEqual([
      'JOURNAL_DAMAGED',
      expect.stringMatching(/send all/),
    ])
    expect(replica.version).toBe(0)
    replica.set(9, 9, 0)
    replica.commit()
    expect(codeOf(() => replica.apply(writer.journal({ since: 1 })))[0]).toBe('JOURNAL_DAMAGED')
    expect(codeOf(() => replica.apply(whole))[0]).toBe('JOURNAL_DAMAGED')
    const other = openLive(await bake(generate('open', { width: 41, height: 40 })))
    expect(codeOf(() => other.apply(whole))).toEqual(['JOURNAL_DAMAGED', expect.stringMatching(/another atlas/)])
    for (const since of [-1, 4, 0.5, Number.NaN])
      expect(codeOf(() => writer.journal({ since }))[0]).toBe('BAD_ARGUMENT')
    for (const bytes of [null, 'x', new Uint8Array(0), new Uint8Array(50)]) {
      expect(codeOf(() => replica.apply(bytes as Uint8Array))[0]).toMatch(/BAD_ARGUMENT|JOURNAL_DAMAGED/)
    }
    expect([replica.version, replica.costAt(1, 1)]).toEqual([1, 1])
  })

  it('tells watchers and views what came, and keeps edits of its own for its next commit', async () => {
    const file = await bake(generate('open', { width: 40, height: 40 }))
    const [writer, replica] = [openLive(file), openLive(file)]
    const heard: number[] = []
    replica.watch(replica.finder().find(1, 1, 30, 1), ({ version }) => heard.push(version))
    const view = replica.branch()
    view.set(0, 0, 7)
    view.commit()
    replica.set(5, 5, 3)
    writer.set(9, 1, 0)
    writer.commit()
    replica.apply(writer.journal({ since: 0 }))
    expect([heard, view.costAt(9, 1), replica.costAt(5, 5)]).toEqual([[1], 0, 1])
    expect(replica.commit()).toMatchObject({ version: 2, cells: 1 })
  })

  it('of several travellers has the same file, though cost that no ground has came and went', async () => {
    const grounds = patchyGrounds(50, 40, 2)
    const costs = { grass: 2, forest: 3, road: 1, swamp: 6 }
    const file = await bake(grounds, { travellers: { scout: { costs }, tank: { costs, size: 3 } } })
    const [writer, replica] = [openLive(file), openLive(file, null, { traveller: 'tank' })]
    for (const cost of [77, 9, 33, 77]) {
      writer.set(4, 4, cost)
      writer.set(20, 20, cost === 9 ? 9 : 'rock')
      writer.commit()
      if (cost !== 77) replica.apply(writer.journal({ since: replica.version }))
    }
    replica.apply(writer.journal({ since: replica.version }))
    expect(Buffer.compare(replica.save(), writer.save())).toBe(0)
    expect(Buffer.compare(openLive(file, writer.journal()).save(), writer.save())).toBe(0)
  })
})

describe('a journal', () => {
  it('is refused where it gives cells what they cannot have', async () => {
    const wide = await bake({ width: 4, height: 1, cost: Uint16Array.of(1, 1, 1, 300) })
    const narrow = await bake({ width: 4, height: 1, cost: Uint8Array.of(1, 1, 1, 1) })
    const live = openLive(wide)
    live.set(0, 0, 300)
    live.commit()
    const journal = live.journal()
    journal.set(openLive(narrow).journal()) // the head
    expect(() => openLive(narrow, journal)).toThrow(/gives cell 0 the value 300/)
  })
})
