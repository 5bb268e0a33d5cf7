/**
 * The service: maps and questions about them over HTTP. This file joins the parts: operations.ts has the questions and
 * answers, gate.ts the access rules, limits.ts the limits.
 */
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { ErrorAnswer } from '../../client.ts'
import { addAdmin } from './admin-routes.ts'
import { checkHost, checkOrigin, type Gate } from './gate.ts'
import type { Limits, Service } from './limits.ts'
import { HeldMemory } from './limits.ts'
import { addMapRoutes, JSON_TYPE } from './map-routes.ts'
import { makeMetrics } from './metrics.ts'
import type { MapSource } from './opened-file.ts'
import { badRequest, GIVEN_CHARACTERS_MAX, overloaded, Refusal, refusalOf } from './refusal.ts'
import { ServedMap } from './served-map.ts'

export interface ServiceOptions {
  readonly maps: readonly MapSource[]
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  readonly threads: number
  readonly limits: Limits
  readonly gate: Gate
  /** The version that the OpenAPI document shows. */
  readonly version: string
}

export interface RunningService {
  readonly url: string
  readonly maps: ReadonlyMap<string, ServedMap>
  /** Finishes open requests, takes no more, and ends. */
  close(): Promise<void>
}

const HEAD_MS = 10_000
const HEAD_BYTES_MAX = 16_384
const REQUEST_MS = 30_000
const IDLE_MS = 65_000
/** The interval for closing connections whose requests do not arrive. */
const LOOK_MS = 2000
/** The time for open requests to end. */
const GRACE_MS = 10_000
/** How often an ending service closes connections after their last answer; clients would keep them open. */
const IDLE_LOOK_MS = 50
const RETRY_SECONDS = 1
/** Connections beyond the limit are refused with an answer; those beyond these too are closed without one. */
const REFUSED_CONNECTIONS = 256

export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { limits, gate, threads, host, port, version } = options
  const size = { threads, waitingMax: limits.waiting, journalBytes: limits.journal, memoryBytes: limits.tiles }
  const opening = options.maps.map(source => ServedMap.open(source, size))
  const settled = await Promise.allSettled(opening)
  const failure = settled.find(result => result.status === 'rejected')
  const opened = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const closeMaps = () => Promise.all(opened.map(map => map.close()))
  if (failure !== undefined) {
    await closeMaps()
    throw failure.reason
  }
  const maps = new Map(opened.map(map => [map.name, map]))
  const held = new HeldMemory(limits.time)
  const metrics = makeMetrics({
    heldBytes: () => held.bytes,
    maps: () => opened.map(({ name, opened: { pool }, version }) => ({ name, waiting: pool.waiting, version })),
  })
  const app = makeApp(limits)
  const methods = methodsOfPaths(app as never)
  const service: Service = { app: app as never, maps, limits, gate, metrics, held, version, isEnding: false }
  const refused = new WeakSet<Socket>()
  addHooks(service, refused)
  addMapRoutes(service)
  addAdmin(service)
  refuseOtherMethods(app as never, methods)
  app.server.maxConnections = limits.connections + REFUSED_CONNECTIONS
  const connections = lastAnswers(app.server)
  app.server.on('connection', socket => connections.size > limits.connections && refused.add(socket))
  try {
    await app.listen({ host, port })
  } catch (error) {
    await closeMaps()
    throw error
  }
  const { address, port: boundPort, family } = app.server.address() as AddressInfo
  const close = async () => {
    service.isEnding = true
    for (const map of opened) map.events.close()
    for (const [socket, answer] of connections) {
      if (answer === null) socket.destroy()
      // The header Connection: close tells the caller to send no more this way.
      else answer.shouldKeepAlive = false
    }
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS)
    const grace = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    await app.close()
    clearInterval(idle)
    clearTimeout(grace)
    await closeMaps()
  }
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`, maps, close }
}

/**
 * The newest answer of each connection; null before the first request. Clients open connections ahead of need, and Node
 * does not close those as idle ones.
 */
function lastAnswers(server: Server): ReadonlyMap<Socket, ServerResponse | null> {
  const answers = new Map<Socket, ServerResponse | null>()
  server.on('connection', socket => {
    answers.set(socket, null)
    // Each of the requests that arrive together listens to it.
    socket.setMaxListeners(0)
    socket.once('close', () => answers.delete(socket))
  })
  server.on('request', ({ socket }, answer) => answers.set(socket, answer))
  return answers
}

function makeApp(limits: Limits) {
  const app = fastify({
    bodyLimit: limits.body,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionTimeout: IDLE_MS,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: LOOK_MS,
      maxHeaderSize: HEAD_BYTES_MAX,
      // checkHost refuses requests without one.
      requireHostHeader: false,
    },
    frameworkErrors: (error, _request, reply) => {
      void refuse(reply as never, refusalOf(error, limits))
    },
    clientErrorHandler: refuseBytes,
    routerOptions: { maxParamLength: 500 },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        verbose: true,
      },
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(badRequest('The body is not JSON.', { code: 'BAD_JSON', given: body, allowed: 'one JSON document' }))
    }
  })
  return app
}

/** Answers bytes that are no request, and closes the connection. */
function refuseBytes({ code }: Error & { code?: string }, socket: Socket): void {
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', `The head is larger than ${HEAD_BYTES_MAX} bytes.`]
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not come to its end in time.']
        : ['400 Bad Request', 'These bytes are no request of HTTP/1.1.']
  const body = JSON.stringify({ code: 'BAD_HTTP', message } satisfies ErrorAnswer)
  const head = `Content-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
  socket.destroy()
}

function refuse(reply: FastifyReply, { status, answer }: Refusal): FastifyReply {
  if (status === 503) reply.header('retry-after', RETRY_SECONDS)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 405) reply.header('allow', (answer.allowed as string[]).join(', '))
  reply.removeHeader('etag')
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(answer))
}

/** The methods of each path, as paths are added. */
function methodsOfPaths(app: FastifyInstance): ReadonlyMap<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const known = methods.get(url) ?? new Set()
    methods.set(url, known)
    for (const one of [method].flat()) known.add(one)
  })
  return methods
}

function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, Set<string>>): void {
  for (const [url, known] of [...methods].filter(([url]) => !url.includes('*'))) {
    const allowed = [...known]
    const method = app.supportedMethods.filter(one => one !== 'OPTIONS' && !known.has(one))
    const onRequest = async (request: FastifyRequest) => {
      const { method: given, url } = request
      const message = `${url.slice(0, GIVEN_CHARACTERS_MAX)} takes ${allowed.join(', ')}, not ${given}.`
      throw new Refusal(405, { code: 'NO_SUCH_METHOD', message, given, allowed })
    }
    app.route({ method, url, onRequest, handler: () => {} })
  }
}

function addHooks({ app, limits, gate }: Service, refused: WeakSet<Socket>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { host, origin } = request.headers
    if (refused.has(request.raw.socket)) {
      reply.header('connection', 'close')
      throw overloaded('Too many connections are open.', 'connections', limits.connections)
    }
    checkHost(gate, host)
    const readableBy = checkOrigin(gate, origin, host)
    if (readableBy !== undefined) {
      reply.header('access-control-allow-origin', readableBy).header('vary', 'origin')
      reply.header('access-control-expose-headers', 'allow, etag, retry-after')
    }
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  app.setErrorHandler((error, _request, reply) => refuse(reply, refusalOf(error, limits)))
  app.setNotFoundHandler(({ method, url }) => {
    const given = `${method} ${url}`.slice(0, GIVEN_CHARACTERS_MAX)
    throw new Refusal(404, {
      code: 'NO_SUCH_PATH',
      message: `There is no ${given} here: /openapi.json lists what there is.`,
      given,
    })
  })
}
