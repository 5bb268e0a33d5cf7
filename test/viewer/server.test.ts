/** The viewer's server, its command and its export: who is given what, and how bad input is met. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SiteFile, siteOf } from '../../src/app/viewer/folder.ts'
import { pageFiles } from '../../src/app/viewer/page-files.ts'
import { CONNECTIONS_MAX, serve } from '../../src/app/viewer/server.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { fixture } from '../support/fixtures.ts'
import { nativePath } from '../support/native.ts'

const { path, names } = temporaryFolder()

let atlas: Uint8Array
let site: SiteFile[]
let server: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  atlas = await bake(fixture('four-rooms'))
  site = siteOf(await pageFiles(), { title: 'four-rooms', atlas })
  server = await serve(site, 0)
})

afterAll(() => server.close())

interface Reply {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

/** As `fetch` would not: with a path that is not tidied up, and any host. */
function ask(urlPath: string, method = 'GET', host?: string): Promise<Reply> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { Host: host }
    const asked = request({ hostname, port, path: urlPath, method, headers }, response => {
      const pieces: Buffer[] = []
      response.on('data', piece => pieces.push(piece))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(pieces) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('the server', () => {
  it('gives out the page, its parts and the atlas, byte for byte', async () => {
    for (const { name, bytes } of site) {
      const { status, body, headers } = await ask(`/${name}`)
      expect([status, headers['content-length']]).toEqual([200, String(bytes.length)])
      expect(body.equals(bytes)).toBe(true)
    }
    expect((await ask('/')).body.equals(site.find(({ name }) => name === 'index.html')!.bytes)).toBe(true)
    expect((await ask('/?a=b')).status).toBe(200)
  })

  it.each(['/none', '/../package.json', '/%2e%2e/package.json', '//etc/passwd', '/.', '/world.atlas/', '/__proto__'])(
    'gives out nothing else: %s',
    async urlPath => expect((await ask(urlPath)).status).toBe(404),
  )

  it('tells the size of a file without its content', async () => {
    const { status, headers, body } = await ask('/world.atlas', 'HEAD')
    expect([status, headers['content-length'], body.length]).toEqual([200, String(atlas.length), 0])
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('takes nothing: %s', async method => {
    expect((await ask('/', method)).status).toBe(405)
  })

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])(
    'refuses a foreign name that leads here: "%s"',
    async host => expect((await ask('/world.atlas', 'GET', host)).status).toBe(421),
  )

  it('lets the page take things from its own origin and nowhere else', async () => {
    for (const urlPath of ['/', '/page.js', '/worker.js', '/none']) {
      const { headers } = await ask(urlPath)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy[0]).toBe("default-src 'none'")
      // Programs of WebAssembly come from the page's own scripts.
      expect(policy.every(rule => /^(\S+ ('none'|'self')|script-src 'self' 'wasm-unsafe-eval')$/.test(rule))).toBe(true)
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it('listens on this machine only', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  })

  it('says so when its port is in use', async () => {
    const port = new URL(server.url).port
    const { status, out, err } = await runCli('view', '--kind', 'open', '--size', '40', '--port', port)
    expect([status, out]).toEqual([1, ''])
    expect(err).toBe(`isthmus view: Port ${port} is in use. Give another --port, or none: then a free one is taken.\n`)
  })
})

describe('the server, met by clients that ask and do not read', () => {
  /** As often as `times`, in one go, and then not a byte is read. */
  const slowReader = (times: number): Socket => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.pause()
    socket.write('GET /world.atlas HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(times))
    return socket
  }
  const ended = (socket: Socket) => new Promise(resolve => socket.once('close', resolve).resume())

  it('holds next to nothing for those that send many requests at once, and serves the others', async () => {
    const fromBytes = process.memoryUsage().heapUsed
    const sockets = Array.from({ length: CONNECTIONS_MAX - 1 }, () => slowReader(400))
    await Promise.all(
      sockets.map(socket => new Promise(resolve => socket.once('drain', resolve).once('connect', resolve))),
    )
    expect((await ask('/')).status).toBe(200)
    expect(process.memoryUsage().heapUsed - fromBytes).toBeLessThan(64e6)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.map(socket => socket.closed || ended(socket)))
  })

  it('has a bounded number of connections', async () => {
    const sockets = Array.from({ length: CONNECTIONS_MAX + 10 }, () => slowReader(1))
    await Promise.all(sockets.slice(CONNECTIONS_MAX).map(ended))
    expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(CONNECTIONS_MAX)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.slice(0, CONNECTIONS_MAX).map(socket => socket.closed || ended(socket)))
  })

  it('answers one request after the other on one connection', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1').on('data', piece => {
      text += piece
    })
    for (let answers = 1; answers <= 3; answers++) {
      socket.write('GET /none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      while (text.split('There is no such file here.').length <= answers) await new Promise(setImmediate)
    }
    socket.destroy()
    expect(text.match(/HTTP\/1\.1 404/g)).toHaveLength(3)
  })
})

describe('isthmus view', () => {
  it('serves a generated world until it is interrupted', async () => {
    const argv = [nativePath('src/app/cli/main.ts'), 'view', '--kind', 'rooms', '--size', '90', '--seed', '3']
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', data => resolve(String(data).trim()))
      child.once('close', () => reject(new Error('It ended before it served anything.')))
    })
    const about = (await (await fetch(`${url}world.json`)).json()) as { title: string; atlas: string }
    expect(about.title).toBe('rooms, seed 3')
    const bytes = new Uint8Array(await (await fetch(url + about.atlas)).arrayBuffer())
    expect(openAtlas(bytes)).toMatchObject({ width: 90, height: 90 })
    const closed = new Promise(resolve => child.once('close', resolve))
    child.kill('SIGINT')
    expect(await closed).toBe(0)
  })

  it('writes the same site to a folder, and over an older one', async () => {
    writeFileSync(path('rooms.atlas'), atlas)
    for (let times = 0; times < 2; times++) {
      const { status, out } = await runCli('view', path('rooms.atlas'), '--export', path('site'))
      expect(status).toBe(0)
      expect(out).toMatch(/site: .* in \d+ files\. Serve it over HTTP/)
      for (const { name, bytes } of site) {
        if (name !== 'world.json') expect(readFileSync(path(`site/${name}`)).equals(bytes)).toBe(true)
      }
      expect(JSON.parse(readFileSync(path('site/world.json'), 'utf8'))).toMatchObject({ title: 'rooms.atlas' })
    }
  })

  it('bakes a map first', async () => {
    writeFileSync(path('two.txt'), '..#..\n..#..\n')
    expect((await runCli('view', path('two.txt'), '--directions', '4', '--export', path('two'))).status).toBe(0)
    expect(openAtlas(readFileSync(path('two/world.atlas')))).toMatchObject({ islandCount: 2, directions: 4 })
  })

  it('never writes into a folder with files that are not its own', async () => {
    mkdirSync(path('mine'))
    writeFileSync(path('mine/index.html'), 'mine')
    writeFileSync(path('mine/notes.txt'), 'mine')
    const { status, err } = await runCli('view', '--size', '40', '--export', path('mine'))
    expect(status).toBe(1)
    expect(err).toMatch(/holds notes\.txt, which is not the viewer's\. Name a new or an empty folder\.\n$/)
    expect(readFileSync(path('mine/index.html'), 'utf8')).toBe('mine')
  })

  it('leaves no folder behind when the map is bad', async () => {
    writeFileSync(path('bad.map'), 'this is no map\u0000\u0001')
    expect((await runCli('view', path('bad.map'), '--export', path('never'))).status).toBe(1)
    expect(names()).not.toContain('never')
  })

  it.each([
    [
      'a damaged atlas',
      () => atlas.map((byte, i) => (i === 900 ? byte ^ 1 : byte)),
      /bad\.atlas: The atlas is damaged/,
    ],
    ['half an atlas', () => atlas.slice(0, atlas.length / 2), /bad\.atlas: The atlas is damaged/],
    ['another version', () => atlas.map((byte, i) => (i === 8 ? 99 : byte)), /Atlas format 99; this reader knows \d/],
  ])('tells in one line what is wrong with %s', async (_, bytes, message) => {
    writeFileSync(path('bad.atlas'), bytes())
    const { status, out, err } = await runCli('view', path('bad.atlas'))
    expect([status, out]).toEqual([1, ''])
    expect(err).toMatch(message)
    expect(err).toMatch(/^isthmus view: [^\n]+\n$/)
  })

  it.each([
    [['none.map'], 1],
    [['--port', '0'], 2],
    [['--port', '70000'], 2],
    [['--kind', 'ocean'], 2],
    [['--size', '40000'], 2],
    [['world.map', '--seed', '3'], 2],
    [['--export', 'x', '--open'], 2],
    [['--export', 'x', '--port', '8000'], 2],
    [['a.map', 'b.map'], 2],
  ])('refuses %s in one line, with status %i', async (argv, expected) => {
    const { status, out, err } = await runCli('view', ...argv)
    expect([status, out]).toEqual([expected, ''])
    expect(err).toMatch(/^isthmus view: [^\n]+\n$/)
  })
})
