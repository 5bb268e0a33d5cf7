/**
 * A server for one site, on the loopback interface and for this machine only. It gives out the site's files and nothing
 * else, reads nothing from disk, and tells the browser to take nothing from anywhere but here.
 *
 * What a client can make it hold is bounded: the number of connections, one request at a time on each, and none that rests
 * for long. Where all connections are taken, the one whose last request is oldest gives way. A file's bytes go to the system
 * as they are, never copied, however slowly the client takes them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inputProblem } from '../cli/problem.ts'
import type { SiteFile } from './site.ts'

export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
/** A browser opens six. */
export const CONNECTIONS_MAX = 48
/** As long as nothing goes over a connection, either way. */
const REST_MS_MAX = 30_000
/** A request on this machine is here in milliseconds. */
const ASK_MS_MAX = 5_000
const GIVE_WAY_AFTER_MS = 500

const TYPE_OF: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  atlas: 'application/octet-stream',
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Only a page that is isolated from others is given a fine clock, and times of queries are some microseconds.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Port 0 takes any free one. */
export async function serve(site: readonly SiteFile[], port: number): Promise<RunningServer> {
  const files = new Map(site.map(file => [`/${file.name}`, file]))
  const busy = new WeakSet<Socket>()
  const door = new Door()
  const timeouts = { headersTimeout: ASK_MS_MAX, requestTimeout: ASK_MS_MAX, connectionsCheckingInterval: 1_000 }
  const server = createServer(timeouts, (request, response) => {
    door.hasAsked(request.socket)
    if (takesTurn(busy, request.socket, response)) answer(files, request, response)
  })
  server.on('connection', socket => door.enter(socket))
  server.setTimeout(REST_MS_MAX)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(portProblem(port, error)))
    server.listen(port, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Counts connections. */
class Door {
  /** When each connection came or last asked for something; the one that has been quiet longest is first. */
  private readonly sinceMs = new Map<Socket, number>()

  enter(socket: Socket): void {
    if (this.sinceMs.size >= CONNECTIONS_MAX) {
      const [[quietest, sinceMs]] = this.sinceMs
      const isBusy = performance.now() - sinceMs < GIVE_WAY_AFTER_MS
      const leaving = isBusy ? socket : quietest
      this.sinceMs.delete(leaving)
      leaving.destroy()
      if (isBusy) return
    }
    this.sinceMs.set(socket, performance.now())
    socket.once('close', () => this.sinceMs.delete(socket))
  }

  /** A request came whole. */
  hasAsked(socket: Socket): void {
    if (!this.sinceMs.delete(socket)) return
    this.sinceMs.set(socket, performance.now())
  }
}

/**
 * Requests that come before the one ahead of them is answered would pile up as fast as they can be sent, their answers as
 * slowly as they are read. No browser sends any, so such a client is cut off.
 */
function takesTurn(busy: WeakSet<Socket>, socket: Socket, response: ServerResponse): boolean {
  if (busy.has(socket)) {
    socket.destroy()
    return false
  }
  busy.add(socket)
  response.once('close', () => busy.delete(socket))
  return true
}

function answer(files: ReadonlyMap<string, SiteFile>, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').replace(/[?#].*$/s, '')
  const file = files.get(path === '/' ? '/index.html' : path)
  if (!isMeantForUs(request.headers.host)) refuse(response, 421, 'This server answers to 127.0.0.1 only.')
  else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405, 'Only GET and HEAD.')
  else if (file === undefined) refuse(response, 404, 'There is no such file here.')
  else give(response, file, request.method === 'GET')
}

function give(response: ServerResponse, { name, bytes }: SiteFile, withContent: boolean): void {
  const type = TYPE_OF[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  response.writeHead(200, { ...HEADERS, 'Content-Type': type, 'Content-Length': bytes.length })
  response.end(withContent ? bytes : undefined)
}

/** A foreign name that was made to lead here (DNS rebinding) would let a foreign page read the map. */
function isMeantForUs(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '')
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`${sentence}\n`)
}

function portProblem(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') {
    return inputProblem(`Port ${port} is in use. Give another --port, or none: then a free one is taken.`)
  }
  if (error.code === 'EACCES') {
    return inputProblem(`Port ${port} is reserved on this machine. Give a --port above 1023, or none.`)
  }
  return error
}
