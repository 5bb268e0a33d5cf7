/** Who may ask, and callers that are slow, large, broken or too many: the others notice nothing of them. */

import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { IncomingMessage, request, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HeldMemory } from '../../src/app/service/limits.ts'
import { EventLog } from '../../src/app/service/served-map.ts'
import type { RunningService } from '../../src/app/service/service.ts'
import { bake, generate } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { randomPairs } from '../support/pairs.ts'
import { ask, rawConnection, serveFiles, type Told } from '../support/service.ts'

const SIDE = 200
const { path } = temporaryFolder()
let service: RunningService
let url: string

beforeAll(async () => {
  writeFileSync(path('map.atlas'), await bake(generate('rooms', { width: SIDE, height: SIDE, seed: 4 })))
  const gate = { hosts: ['maps.example'], origins: ['https://game.example'], token: undefined }
  service = await serveFiles({ map: path('map.atlas') }, { gate })
  url = `${service.url}/v1/map`
})
afterAll(() => service.close())

/** As `fetch` would not: with any host. */
function askAs(
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; headers: NodeJS.Dict<unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/locate?at=1,1`, { headers, method }, response => {
      response.resume()
      resolve({ status: response.statusCode!, headers: response.headers })
    })
    asked.on('error', reject).end()
  })
}

describe('a request', () => {
  it.each([
    ['127.0.0.1:80', 200],
    ['localhost', 200],
    ['[::1]:9', 200],
    ['maps.example:8080', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example', 421],
  ])('is taken for the name %s with %i', async (host, status) => expect((await askAs({ host })).status).toBe(status))

  it('is taken from pages of this service and of origins that are allowed, which may read the answer', async () => {
    const host = new URL(service.url).host
    expect((await askAs({ host, origin: service.url })).status).toBe(200)
    expect((await askAs({ host, origin: 'https://evil.example' })).status).toBe(403)
    expect((await askAs({ host, origin: 'null' })).status).toBe(403)
    const allowed = await askAs({ host, origin: 'https://game.example' })
    expect(allowed.headers['access-control-allow-origin']).toBe('https://game.example')
    expect(allowed.headers['access-control-expose-headers']).toBe('allow, etag, retry-after')
    expect((await askAs({ host, origin: 'https://game.example' }, 'OPTIONS')).status).toBe(204)
    expect((await askAs({ host, origin: 'https://evil.example' }, 'OPTIONS')).status).toBe(403)
  })

  it('by a method that the path does not take is refused with those that it takes', async () => {
    for (const [path, method, allowed] of [
      ['/v1/map/route', 'DELETE', 'POST, GET, HEAD'],
      ['/v1/map/cells', 'GET', 'PATCH'],
      ['/v1/map/events', 'HEAD', 'GET'],
      ['/v1/none/table', 'PUT', 'POST, GET, HEAD'],
      ['/livez', 'POST', 'GET, HEAD'],
    ]) {
      const { status, headers } = await fetch(service.url + path, { method })
      expect([status, headers.get('allow')]).toEqual([405, allowed])
    }
  })

  it('may have zeros before its numbers', async () => {
    const queries = ['start=3,4&goal=40,9', 'start=03,004&goal=040,09']
    const [plain, padded] = await Promise.all(queries.map(query => ask(`${url}/route?${query}`)))
    expect(padded).toEqual(plain)
    expect((await ask(`${url}/table?starts=03,4&goals=40,09;1,1`)).status).toBe(200)
  })

  it('changes nothing where there is no token', async () => {
    const headers = { authorization: 'Bearer undefined' }
    expect((await ask(`${url}/reload`, {}, { headers })).body.code).toBe('NO_EDITS')
  })
})

describe('callers that err', () => {
  const closed = (socket: Socket) => new Promise(resolve => socket.once('close', resolve).resume())

  it('hold connections half open, send too much and nonsense, and the others are answered', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => rawConnection(service.url)))
    for (const [i, socket] of sockets.entries()) {
      if (i % 3 === 0)
        socket.write('POST /v1/map/route HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"start"')
      if (i % 3 === 1) socket.write('GET /v1/map/rou')
    }
    const nonsense = [
      '\0\x01\x02 nonsense',
      'GET /v1/%ff/locate HTTP/1.1',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`,
    ]
    for (const text of nonsense) {
      const socket = await rawConnection(service.url)
      let answer = ''
      socket.setEncoding('utf8').on('data', piece => {
        answer += piece
      })
      socket.write(`${text}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      await closed(socket)
      expect(answer).toMatch(/^HTTP\/1.1 4.*\{"code":"[A-Z_]+","message":"/s)
    }
    const large = await ask(`${url}/route`, `"${'x'.repeat(3e6)}"`).catch(() => null)
    expect(large === null || large.status === 413).toBe(true)
    expect((await ask(`${url}/locate?at=1,1`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('hear that they are too many, and how long to wait, before memory grows', async () => {
    const narrow = await serveFiles({ map: path('map.atlas') }, { limits: { waiting: 2000, time: 60_000 } })
    const pairs = [...randomPairs(1500, SIDE, 5)]
    const asking = Array.from({ length: 12 }, () => ask(`${narrow.url}/v1/map/route`, { pairs }))
    const answers = await Promise.all(asking)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.length - refused.length).toBeGreaterThan(0)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'OVERLOADED', limit: 'waiting' })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect((await ask(`${narrow.url}/v1/map/locate?at=1,1`)).status).toBe(200)
    await narrow.close()
  })

  it('hear that too many are connected', async () => {
    const narrow = await serveFiles({ map: path('map.atlas') }, { limits: { connections: 3 } })
    const sockets = await Promise.all(Array.from({ length: 3 }, () => rawConnection(narrow.url)))
    const refused = await ask(`${narrow.url}/v1/map/locate?at=1,1`)
    expect([refused.status, refused.body.limit, refused.body.allowed]).toEqual([503, 'connections', 3])
    expect(refused.headers.get('retry-after')).toBe('1')
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect((await ask(`${narrow.url}/v1/map/locate?at=1,1`)).status).toBe(200))
    await narrow.close()
  })

  it('leave before they are answered, and their questions are dropped', async () => {
    const controller = new AbortController()
    const pairs = [...randomPairs(9000, SIDE, 5)]
    const asking = ask(`${url}/route`, { pairs, quality: 'exact' }, { signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await expect(asking).rejects.toThrow()
    while (service.maps.get('map')!.opened.pool.waiting > 0) await new Promise(resolve => setTimeout(resolve, 5))
    expect((await ask(`${url}/locate?at=1,1`)).status).toBe(200)
  })

  it('wait no longer than the limit of time', async () => {
    const hasty = await serveFiles({ map: path('map.atlas') }, { limits: { time: 1 } })
    const { status, body } = await ask(`${hasty.url}/v1/map/route`, { pairs: [...randomPairs(9000, SIDE, 5)] })
    expect([status, body.limit]).toEqual([503, 'time'])
    await hasty.close()
  })

  it.each([
    ['a length', 'Content-Length: 20000\r\n\r\n{'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
  ])('are turned away while too much is held for those who do not finish what they ask, with %s', async (_, length) => {
    const full = await serveFiles({ map: path('map.atlas') }, { limits: { memory: 300_000 } })
    const head = 'POST /v1/map/route HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const sockets = await Promise.all(Array.from({ length: 20 }, () => rawConnection(full.url)))
    for (const socket of sockets) socket.write(head + length)
    const held = async () =>
      Number(/isthmus_held_bytes (\d+)/.exec(await (await fetch(`${full.url}/metrics`)).text())![1])
    while ((await held()) <= 300_000) await new Promise(resolve => setTimeout(resolve, 10))
    const refused = await ask(`${full.url}/v1/map/locate?at=1,1`)
    expect([refused.status, refused.body.limit]).toEqual([503, 'memory'])
    expect((await fetch(`${full.url}/livez`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    while ((await held()) > 0) await new Promise(resolve => setTimeout(resolve, 10))
    expect((await ask(`${full.url}/v1/map/locate?at=1,1`)).status).toBe(200)
    await full.close()
  })

  it('leave while a question of theirs waits behind another, and nothing of it is kept', async () => {
    const narrow = await serveFiles({ map: path('map.atlas') }, { limits: { events: 1 } })
    const map = narrow.maps.get('map')!
    const pairs = JSON.stringify({ pairs: [...randomPairs(3000, SIDE, 5)], quality: 'exact' })
    const post = (length: number) =>
      `POST /v1/map/route HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
    const events = 'GET /v1/map/events HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const metrics = async () => (await fetch(`${narrow.url}/metrics`)).text()
    for (const behind of [`${post(900_000)}{`, events]) {
      const socket = await rawConnection(narrow.url)
      socket.write(post(pairs.length) + pairs + behind)
      while (map.opened.pool.waiting === 0) await new Promise(resolve => setTimeout(resolve, 1))
      socket.destroy()
      while (map.opened.pool.waiting > 0 || !(await metrics()).includes('isthmus_held_bytes 0'))
        await new Promise(resolve => setTimeout(resolve, 10))
    }
    const listening = await fetch(`${narrow.url}/v1/map/events`)
    expect(listening.status).toBe(200)
    await listening.body!.cancel()
    await narrow.close()
  })

  it('are turned away while too many questions of others wait', async () => {
    const full = await serveFiles({ map: path('map.atlas') }, { limits: { memory: 10 * 2 ** 14 } })
    const { pool } = full.maps.get('map')!.opened
    let goOn = () => {}
    const waiting = new Promise<void>(resolve => {
      goOn = resolve
    })
    const find = vi.spyOn(pool, 'find').mockImplementation(async (...asked) => {
      await waiting
      return FinderPool.prototype.find.apply(pool, asked)
    })
    const asking: Promise<Told>[] = []
    let refusal: Told | undefined
    const next = async () => {
      const told = await ask(`${full.url}/v1/map/route`, { pairs: [1, 1, 9, 9] })
      if (told.status !== 200) refusal = told
      return told
    }
    while (refusal === undefined) {
      asking.push(next())
      while (refusal === undefined && find.mock.calls.length < asking.length)
        await new Promise(resolve => setTimeout(resolve, 1))
    }
    expect(refusal).toMatchObject({ status: 503, body: { code: 'OVERLOADED', limit: 'memory' } })
    goOn()
    const statuses = (await Promise.all(asking)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(11).fill(200), 503])
    await full.close()
  })

  it('are counted until their answer is gone', () => {
    const held = new HeldMemory(1)
    const socket = new EventEmitter()
    const response = Object.assign(new EventEmitter(), { req: { socket } })
    held.hold(response as never, 100_000)
    held.hold(response as never, 1_000_000)
    expect(held.bytes).toBe(1_100_000)
    response.emit('finish')
    socket.emit('close')
    held.hold(response as never, 10_000)
    expect(held.bytes).toBe(0)
  })
})

describe('a service that ends', () => {
  it('writes no event to a listener that it has ended', async () => {
    const listener = new ServerResponse(new IncomingMessage(new Socket()))
    const failed = vi.fn()
    listener.on('error', failed)
    const events = new EventLog()
    events.listen(listener, undefined)
    events.close()
    events.add('commit', {})
    await new Promise(setImmediate)
    expect(failed).not.toHaveBeenCalled()
  })

  it('finishes what was asked, and waits for no connection that asks nothing', async () => {
    const ending = await serveFiles({ map: path('map.atlas') })
    const silent = await rawConnection(ending.url)
    const asking = await rawConnection(ending.url)
    const body = JSON.stringify({ start: [1, 1], goal: [2, 2] }).padEnd(20_000)
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    asking.write(`POST /v1/map/route HTTP/1.1\r\n${head}\r\n\r\n${body[0]}`)
    while ((await (await fetch(`${ending.url}/metrics`)).text()).includes('isthmus_held_bytes 0'))
      await new Promise(resolve => setTimeout(resolve, 10))
    let answer = ''
    asking.setEncoding('utf8').on('data', text => {
      answer += text
    })
    const isSilentClosed = new Promise(resolve => silent.once('close', resolve))
    const isRead = new Promise(resolve => asking.once('close', resolve))
    const isEnded = ending.close()
    await isSilentClosed
    expect(answer).toBe('')
    asking.write(body.slice(1))
    await Promise.all([isEnded, isRead])
    expect(answer).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n/is)
  })
})

describe('those who watch over it', () => {
  it('learn whether it lives and is ready, and what it does', async () => {
    for (const map of ['map', 'none']) await ask(`${service.url}/v1/${map}/locate?at=1,1`)
    expect(await (await fetch(`${service.url}/livez`)).text()).toBe('live\n')
    expect(await (await fetch(`${service.url}/readyz`)).text()).toBe('ready\n')
    const text = await (await fetch(`${service.url}/metrics`)).text()
    expect(text).toMatch(/isthmus_requests_total\{map="map",op="locate",status="200"\} \d+/)
    expect(text).not.toMatch(/none/)
    expect(text).toMatch(/isthmus_request_seconds_bucket/)
  })
})

describe('isthmus serve', () => {
  it.each([
    [['none.atlas'], 1, /Cannot read none.atlas/],
    [[], 2, /FILE is missing/],
    [['a.atlas', 'b/a.atlas'], 2, /name a/],
    [['a.atlas', '--limit', 'cels=3'], 2, /Did you mean cells/],
    [['a.atlas', '--limit', 'cells=x'], 2, /whole number/],
    [['a.atlas', '--port', '70000'], 2, /0 to 65535/],
  ])('says what is wrong with %j', async (args, status, message) => {
    const told = await runCli('serve', ...args)
    expect([told.status, told.out]).toEqual([status, ''])
    expect(told.err).toMatch(message)
  })

  it('says so when its port is in use', async () => {
    const { port } = new URL(service.url)
    const { status, err } = await runCli('serve', path('map.atlas'), '--port', port)
    expect(status).toBe(1)
    expect(err).toBe(`isthmus serve: Port ${port} is in use. Give another --port, or 0 for any free one.\n`)
  })
})
