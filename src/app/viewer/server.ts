/**
 * A server for one site, on the loopback interface and for this machine only. It gives out only the site's files, reads
 * nothing from disk, and tells the browser to load nothing from elsewhere.
 *
 * It bounds what a client can make it hold: the number of connections, and the time that each may rest. Node reads no more
 * requests of a connection while answers wait to be taken. Bytes of a file are never copied.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inputProblem } from '../cli/problem.ts'
import type { SiteFile } from './folder.ts'

const HOST = '127.0.0.1'
/** A browser opens six. */
export const CONNECTIONS_MAX = 48
/** A connection without traffic is closed after this time. */
const REST_MS_MAX = 30_000
/** A request on this machine is here in milliseconds. */
const ASK_MS_MAX = 5_000

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
export async function serve(site: readonly SiteFile[], port: number) {
  const files = new Map(site.map(file => [`/${file.name}`, file]))
  const timeouts = { headersTimeout: ASK_MS_MAX, requestTimeout: ASK_MS_MAX, connectionsCheckingInterval: 1_000 }
  const server = createServer(timeouts, (request, response) => answer(files, request, response))
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(REST_MS_MAX)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(portProblem(port, error)))
    server.listen(port, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
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
