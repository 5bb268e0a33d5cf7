/** Live maps behind the service: an edit that was answered holds, whatever happens to the process, the disk or the file. */
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { text as streamText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { JournalFile } from '../../src/app/service/journal-file.ts'
import type { RunningService } from '../../src/app/service/service.ts'
import { MapClient } from '../../src/client.ts'
import { bake, generate, openLive } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { ask, edit, serveFiles, serveProcess, TOKEN } from '../support/service.ts'

const SIDE = 64
const { path, names } = temporaryFolder()
let file: Uint8Array
beforeAll(async () => {
  file = await bake(generate('open', { width: SIDE, height: SIDE }))
  writeFileSync(path('world.live.atlas'), file)
})

const journalOf = (name: string) => new Uint8Array(readFileSync(path(`${name}.journal`)))

describe('an edit', () => {
  let service: RunningService
  let url: string
  beforeAll(async () => {
    writeFileSync(path('fixed.atlas'), file)
    service = await serveFiles({ world: path('world.live.atlas'), fixed: path('fixed.atlas') })
    url = `${service.url}/v1/world`
  })
  afterAll(() => service.close())

  it('is on disk and seen by later questions when it is answered', async () => {
    const before = (await ask(url)).body.data_version
    const { status, body } = await edit(url, [5, 5, 0, 6, 6, 9])
    expect([status, body.cells]).toEqual([200, 2])
    expect(body.data_version).toBe(`${before.split('.')[0]}.${body.version}`)
    expect(openLive(file, journalOf('world.live.atlas')).costAt(6, 6)).toBe(9)
    expect((await ask(`${url}/locate?at=5,5`)).body).toMatchObject({ free: false, data_version: body.data_version })
    const client = new MapClient(url, { token: TOKEN })
    expect((await client.edit({ cells: [5, 5, 1] })).version).toBe(body.version + 1)
    expect((await client.route({ start: [5, 5], goal: [5, 5] })).status).toBe('found')
  })

  it('takes the token, and all of it or nothing', async () => {
    const { version } = (await edit(url, [1, 1, 3])).body
    expect((await edit(url, [1, 1, 0], 'wrong')).body.code).toBe('BAD_TOKEN')
    expect((await ask(`${url}/cells`, { cells: [1, 1, 0] }, { method: 'PATCH' })).status).toBe(401)
    for (const cells of [[1, 1, 0, SIDE, 0, 0], [1, 1, 0, 2, 2, 256], [1, 1], [], [1, 1, -1]]) {
      const { status, body } = await edit(url, cells)
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST'])
    }
    expect((await edit(url, [1, 1, 3])).body).toMatchObject({ version, cells: 0 })
    expect((await edit(`${service.url}/v1/fixed`, [1, 1, 0])).body.code).toBe('NOT_LIVE')
  })

  it('reaches those who listen, and those who come back', async () => {
    const first = await listen(`${url}/events`)
    const { body } = await edit(url, [7, 7, 0])
    const event = await first.next()
    expect(event).toMatchObject({ event: 'commit', data: { data_version: body.data_version, edits: [7, 7, 0] } })
    await edit(url, [8, 8, 0])
    await edit(url, [9, 9, 0])
    const again = await listen(`${url}/events`, event.id)
    expect((await again.next()).data.edits).toEqual([8, 8, 0])
    expect((await again.next()).data.edits).toEqual([9, 9, 0])
    const stranger = await listen(`${url}/events`, 'another-3')
    expect((await stranger.next()).event).toBe('reset')
    for (const listener of [first, again, stranger]) await listener.end()
  })

  it('of many callers at once keeps one order', async () => {
    const listener = await listen(`${url}/events`)
    const edits = Array.from({ length: 40 }, (_, i) => edit(url, [i, 60, 0, 63, 63, 1 + (i % 200)]))
    const bodies = (await Promise.all(edits)).map(({ body }) => body)
    const versions = bodies.map(({ version }) => version)
    expect(new Set(versions).size).toBe(40)
    for (const { data_version, version } of bodies) expect(data_version).toMatch(new RegExp(`\\.${version}$`))
    for (const version of versions.sort((a, b) => a - b))
      expect((await listener.next()).data.data_version).toMatch(new RegExp(`\\.${version}$`))
    await listener.end()
    const live = openLive(file, journalOf('world.live.atlas'))
    expect(live.version).toBe(Math.max(...versions))
    expect((await ask(`${url}/locate?at=63,63`)).body.cost).toBe(live.costAt(63, 63))
  })

  it('is kept from a second writer of the same journal', async () => {
    await expect(serveFiles({ world: path('world.live.atlas') })).rejects.toThrow(/is written by process/)
  })
})

describe('a journal', () => {
  it('survives kill -9 with every edit that was answered', async () => {
    copyFileSync(path('world.live.atlas'), path('killed.atlas'))
    // Each cell is edited once, so that what was answered is what the cell has to be.
    const answered = new Map<number, number>()
    for (let round = 0; round < 2; round++) {
      const service = await serveProcess(path('killed.atlas'), '--live')
      const url = `${service.url}/v1/killed`
      let next = 2000 * round
      let count = 0
      const editing = Array.from({ length: 8 }, async () => {
        for (;;) {
          const cell = next++
          const cost = 2 + (cell % 250)
          const told = await edit(url, [cell % SIDE, Math.floor(cell / SIDE), cost]).catch(() => null)
          if (told === null) return
          expect(told.status).toBe(200)
          answered.set(cell, cost)
          if (++count === 60 + 11 * round) service.child.kill('SIGKILL')
        }
      })
      await Promise.all(editing)
      await service.ended()
    }
    const live = openLive(file, journalOf('killed.atlas'))
    for (const [cell, cost] of answered) expect(live.costAt(cell % SIDE, Math.floor(cell / SIDE))).toBe(cost)
    expect(answered.size).toBeGreaterThan(100)
  })

  it('is cut where a crash tore it, and goes on from there', async () => {
    copyFileSync(path('world.live.atlas'), path('cut.live.atlas'))
    const first = await serveFiles({ cut: path('cut.live.atlas') })
    await edit(`${first.url}/v1/cut`, [1, 1, 0])
    await edit(`${first.url}/v1/cut`, [2, 2, 0])
    await first.close()
    const whole = readFileSync(path('cut.live.atlas.journal'))
    writeFileSync(path('cut.live.atlas.journal'), whole.subarray(0, whole.length - 5))
    appendFileSync(path('cut.live.atlas.journal.lock'), '999999999')
    const second = await serveFiles({ cut: path('cut.live.atlas') })
    expect((await edit(`${second.url}/v1/cut`, [3, 3, 0])).body.version).toBe(2)
    await second.close()
    const live = openLive(file, journalOf('cut.live.atlas'))
    expect([live.journalProblem, live.costAt(1, 1), live.costAt(2, 2), live.costAt(3, 3)]).toEqual(['', 0, 1, 0])
    expect(names().filter(name => name.startsWith('cut') && /lock|tmp/.test(name))).toEqual([])
  })

  it('is made short while edits go on, and kept by kill -9 at any moment of that', async () => {
    copyFileSync(path('world.live.atlas'), path('long.atlas'))
    const answered = new Map<number, number>()
    let version = 0
    for (let round = 0; round < 2; round++) {
      const service = await serveProcess(path('long.atlas'), '--live', '--limit', 'journal=1000')
      const url = `${service.url}/v1/long`
      let count = 0
      // A caller edits a row of its own again and again: of the last edit that was not answered both costs are right.
      const editing = Array.from({ length: 8 }, async (_, row) => {
        for (let i = 0; ; i++) {
          const cell = row * SIDE + (i % 5)
          const cost = 1 + ((7 * i + round) % 250)
          const told = await edit(url, [cell % SIDE, row, cost]).catch(() => null)
          if (told === null) {
            answered.delete(cell)
            return
          }
          answered.set(cell, cost)
          version = Math.max(version, told.body.version)
          if (++count === 120 + 13 * round) service.child.kill('SIGKILL')
        }
      })
      await Promise.all(editing)
      await service.ended()
      const live = openLive(file, journalOf('long.atlas'))
      expect(live.version).toBeGreaterThanOrEqual(version)
      expect(live.journalCommits.length).toBeLessThan(live.version)
      for (const [cell, cost] of answered) expect(live.costAt(cell % SIDE, Math.floor(cell / SIDE))).toBe(cost)
    }
    expect(readFileSync(path('long.atlas.journal')).length).toBeLessThan(3000)
    const log = await runCli('log', path('long.atlas'), path('long.atlas.journal'))
    expect(log.out).toMatch(/^1 to \d+: folded\n/)
  })

  it('goes on as it was where it cannot be made short', async () => {
    const live = openLive(file)
    const use = async () => ({ journal: live.journal(), version: 0 })
    const journal = await JournalFile.open(path('failed.journal'), 10, use)
    expect(journal.isLong).toBe(true)
    let fail = (_error: Error) => {}
    const never = new Promise<Uint8Array>((_, reject) => {
      fail = reject
    })
    const failing = journal.shorten(() => never)
    live.set(1, 1, 0)
    live.commit()
    const appended = journal.append(live.journal({ since: 0 }))
    expect([journal.version, journal.isLong]).toEqual([0, false])
    fail(new Error('no thread'))
    await expect(failing).rejects.toThrow('no thread')
    await appended
    live.set(2, 2, 0)
    live.commit()
    await journal.append(live.journal({ since: 1 }))
    expect(journal.isLong).toBe(true)
    await journal.shorten(async version => {
      live.foldJournal(version)
      return live.journal()
    })
    live.set(3, 3, 0)
    live.commit()
    await journal.append(live.journal({ since: 2 }))
    await journal.close()
    const opened = openLive(file, journalOf('failed'))
    expect([opened.version, opened.journalCommits.length, opened.journalProblem]).toEqual([3, 1, ''])
  })

  it('is made short though commits never end', async () => {
    const live = openLive(file)
    const empty = live.journal()
    const parts = Array.from({ length: 60 }, (_, i) => {
      live.set(i, 9, 0)
      live.commit()
      return live.journal({ since: i })
    })
    const journal = await JournalFile.open(path('busy.journal'), 10, async () => ({ journal: empty, version: 0 }))
    let shortened = Number.POSITIVE_INFINITY
    let shortening: Promise<void> | undefined
    // Two callers: while a commit of one is written, the next one of the other waits.
    const commit = async (first: number) => {
      for (let i = first; i < parts.length; i += 2) {
        await journal.append(parts[i])
        if (i !== 20) continue
        shortening = journal.shorten(async version => {
          shortened = version
          return openLive(file, new Uint8Array(readFileSync(path('busy.journal')))).journal()
        })
      }
    }
    const writing = commit(0)
    await new Promise(resolve => setImmediate(resolve))
    await Promise.all([writing, commit(1)])
    await shortening
    expect(shortened).toBeLessThan(30)
    await journal.close()
    expect(openLive(file, journalOf('busy')).version).toBe(parts.length)
  })

  it('takes no commit that does not follow on what is on disk', async () => {
    const live = openLive(file)
    const journal = await JournalFile.open(path('parts.journal'), 1e9, async () => ({
      journal: live.journal(),
      version: 0,
    }))
    live.set(1, 1, 0)
    live.commit()
    live.set(2, 2, 0)
    live.commit()
    await expect(journal.append(live.journal({ since: 1 }))).rejects.toThrow(/follows on version 1/)
    await journal.append(live.journal({ since: 0 }).slice())
    await journal.close()
    expect(openLive(file, journalOf('parts').slice()).version).toBe(2)
    expect(existsSync(path('parts.journal.lock'))).toBe(false)
  })
})

describe('a new file', () => {
  it('takes the place of the old one without a gap; a bad one changes nothing and says why', async () => {
    const name = path('new.atlas')
    writeFileSync(name, file)
    const service = await serveFiles({ new: name })
    const url = `${service.url}/v1/new`
    const reload = () => ask(`${url}/reload`, {}, { headers: { authorization: `Bearer ${TOKEN}` } })
    const before = (await ask(url)).body.data_version
    let isOver = false
    let answers = 0
    const asking = (async () => {
      while (!isOver) {
        expect((await ask(`${url}/route`, { start: [1, 1], goal: [9, 9] })).body.status).toBe('found')
        answers++
      }
    })()
    expect((await reload()).body.data_version).toBe(before)
    writeFileSync(name, file.slice(0, 500))
    expect(await reload()).toMatchObject({
      status: 409,
      body: { code: 'NOT_RELOADED', message: expect.stringMatching(/damaged/) },
    })
    expect((await ask(url)).body.data_version).toBe(before)
    writeFileSync(name, await bake(generate('open', { width: 80, height: 50 })))
    const listener = await listen(`${url}/events`)
    const { status, body } = await reload()
    expect([status, body.width]).toEqual([200, 80])
    expect(body.data_version).not.toBe(before)
    expect((await listener.next()).event).toBe('reload')
    await listener.end()
    isOver = true
    await asking
    expect(answers).toBeGreaterThan(2)
    expect((await ask(`${url}/reload`, {})).status).toBe(401)
    await service.close()
  })

  it('leaves the old one open for an answer of several steps', async () => {
    const name = path('steps.atlas')
    writeFileSync(name, file)
    const service = await serveFiles({ steps: name })
    const url = `${service.url}/v1/steps`
    const map = service.maps.get('steps')!
    const { pool } = map.opened
    writeFileSync(name, await bake(generate('open', { width: 80, height: 50 })))
    vi.spyOn(pool, 'costs').mockImplementation(async (...asked) => {
      await map.reload()
      return FinderPool.prototype.costs.apply(pool, asked)
    })
    const { status, body } = await ask(`${url}/nearest`, { start: [1, 1], goals: [[60, 60]] })
    expect([status, body.nearest?.length]).toEqual([200, 1])
    expect((await ask(url)).body.width).toBe(80)
    await service.close()
  })

  it('answers nothing that the old one was asked', async () => {
    const name = path('late.atlas')
    writeFileSync(name, file)
    const service = await serveFiles({ late: name })
    const url = `${service.url}/v1/late`
    const { data_version } = (await ask(url)).body
    writeFileSync(name, await bake(generate('open', { width: 80, height: 50 })))
    const pairs = Array.from({ length: 5000 }, () => [1, 1, 60, 60]).flat()
    const asking = ask(`${url}/route`, { pairs, quality: 'exact' })
    while (service.maps.get('late')!.opened.pool.waiting === 0) await new Promise(resolve => setTimeout(resolve, 1))
    await service.maps.get('late')!.reload()
    const { body } = await asking
    expect([body.routes[4999].status, body.data_version]).toEqual(['found', data_version])
    expect((await ask(url)).body.data_version).not.toBe(data_version)
    await service.close()
  })

  it('is taken on SIGHUP, and SIGTERM finishes what has begun', async () => {
    const name = path('signals.atlas')
    writeFileSync(name, file)
    const service = await serveProcess(name)
    const url = `${service.url}/v1/signals`
    writeFileSync(name, await bake(generate('open', { width: 90, height: 50 })))
    service.child.kill('SIGHUP')
    while (!service.told().includes('a new file') && service.child.exitCode === null)
      await new Promise(resolve => setTimeout(resolve, 20))
    expect((await ask(url)).body.width).toBe(90)
    const pairs = Array.from({ length: 3000 }, () => [1, 1, 88, 48]).flat()
    const { status, text } = await sentInTwo(`${url}/route`, JSON.stringify({ pairs }), () =>
      service.child.kill('SIGTERM'),
    )
    expect([status, JSON.parse(text).routes.length]).toEqual([200, 3000])
    expect(await service.ended()).toBe(0)
  })
})

/** Sends a body once the server has read what comes before it, and calls `between` first: the request has begun then. */
function sentInTwo(url: string, body: string, between: () => void): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
  const sent = request(url, { method: 'POST', headers })
  return new Promise((resolve, reject) => {
    sent.once('error', reject).once('continue', () => {
      between()
      sent.end(body)
    })
    sent.once('response', async response => resolve({ status: response.statusCode!, text: await streamText(response) }))
    sent.flushHeaders()
  })
}

interface Heard {
  readonly id: string
  readonly event: string
  readonly data: ReturnType<typeof JSON.parse>
}

/** Server-sent events, one by one. */
async function listen(url: string, lastSeen?: string) {
  const controller = new AbortController()
  const headers = lastSeen === undefined ? {} : { 'last-event-id': lastSeen }
  const response = await fetch(url, { headers, signal: controller.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Heard> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map(line => line.split(/: (.*)/s).slice(0, 2)),
        )
        text = text.slice(end + 2)
        if (fields.event !== undefined) return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
        continue
      }
      text += (await reader.read()).value ?? ''
    }
  }
  return { next, end: async () => controller.abort() }
}
