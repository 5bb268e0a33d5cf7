/**
 * The HTTP paths of questions about maps, by POST, and by GET with the same question in its query. This file adds what
 * each answer needs: map, time limit, abort when the caller leaves, requested form, tag for caches.
 */

import { Readable } from 'node:stream'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonPieces, nextText, TEXT_CHARACTERS, textsInTurns } from './json-pieces.ts'
import type { Service } from './limits.ts'
import { QUESTION_BYTES } from './limits.ts'
import type { Answer } from './map-answers.ts'
import { type Form, type MapOperation, OPERATIONS } from './operations.ts'
import type { MapInfo } from './plan-pool.ts'
import { badRequest, overloaded, Refusal } from './refusal.ts'
import type { ServedMap } from './served-map.ts'
import { type TileJob, zoomMaxOf } from './tile.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export function addMapRoutes(service: Service): void {
  const { app } = service
  for (const operation of OPERATIONS) {
    const { name: op, asked } = operation
    const url = `/v1/:map/${op}`
    const hooks = hooksOf(service, op)
    app.route({
      method: 'POST',
      url,
      ...hooks,
      schema: { body: asked },
      handler: (request, reply) => answerTo(service, operation, request.body, request, reply),
    })
    app.route({
      method: 'GET',
      url,
      ...hooks,
      schema: { querystring: asked },
      preValidation: async request => {
        request.query = askedByQuery(asked, request.query as Record<string, unknown>)
      },
      handler: (request, reply) => {
        if (isKnown(mapOf(service, request), request, reply)) return reply
        return answerTo(service, operation, request.query, request, reply)
      },
    })
  }
}

/** Refuses a question while the service is too full, and counts it under this name. */
export function hooksOf({ held, limits, maps, metrics }: Service, op: string) {
  return {
    onRequest: ({ headers }: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      if (held.bytes > limits.memory) {
        return done(overloaded(`${held.bytes} bytes of requests and answers are under way.`, 'memory', limits.memory))
      }
      // The length of a body in chunks is not known before its end.
      const length = headers['transfer-encoding'] === undefined ? headers['content-length'] : limits.body
      if (length !== undefined) held.hold(reply.raw, Math.min(Number(length), limits.body))
      done()
    },
    onResponse: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const { map } = request.params as { map: string }
      metrics.count(maps.has(map) ? map : '', op, reply.statusCode, reply.elapsedTime / 1000)
      done()
    },
  }
}

/** The map that a request names. */
export function mapOf({ maps }: Service, request: FastifyRequest): ServedMap {
  const { map: name } = request.params as { map: string }
  const map = maps.get(name)
  if (map !== undefined) return map
  const allowed = [...maps.keys()]
  throw new Refusal(404, { code: 'NO_SUCH_MAP', message: `There is no map ${name} here.`, given: name, allowed })
}

function answerTo(
  service: Service,
  { name, forms, answer, quick }: MapOperation,
  asked: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { limits } = service
  const map = mapOf(service, request)
  const { pool, quick: quickRoutes, info } = map.opened
  if (info.kind === 'world' && name !== 'route') {
    throw badRequest(`${map.name} is a world, which answers routes only.`, { given: name, allowed: ['route'] })
  }
  // A trip through a world has legs, for which there is no other form.
  const form = formOf(request.headers.accept, info.kind === 'world' ? [] : forms)
  checkTraveller(info, (asked as { traveller?: string }).traveller)
  const asking = { pool, quick: quickRoutes, info, data_version: map.dataVersion, limits }
  const made = form === 'application/octet-stream' ? null : quick?.(asking, asked as never)
  if (made) return send(service, reply, form, made)
  service.held.hold(reply.raw, QUESTION_BYTES)
  const making = inTime(service, reply, signal => answer({ ...asking, signal }, asked as never))
  return map.hold(making).then(made => send(service, reply, form, made))
}

function checkTraveller({ travellers: allowed }: MapInfo, given: string | undefined): void {
  if (given === undefined || allowed.includes(given)) return
  throw badRequest(`There is no traveller ${given} here.`, { at: '/traveller', given, allowed })
}

/** The answer to a tile of a map's picture. */
export async function tile(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const map = mapOf(service, request)
  const { pool, info } = map.opened
  const { width, height, kind } = info
  const { z, x, y } = request.params as Record<'z' | 'x' | 'y', string>
  const asked: TileJob = { z: Number(z), x: Number(x), y: Number(y) }
  const side = 2 ** asked.z
  const isThere = [z, x, y].every(text => /^\d{1,5}$/.test(text)) && asked.x < side && asked.y < side
  const hasPictures = kind === 'atlas' || kind === 'live'
  if (!hasPictures || !isThere || asked.z > zoomMaxOf(width, height)) {
    const allowed = !hasPictures ? 'atlases' : `zooms 0 to ${zoomMaxOf(width, height)}`
    throw new Refusal(404, { code: 'NO_SUCH_TILE', message: `There is no tile ${z}/${x}/${y}.`, allowed })
  }
  if (isKnown(map, request, reply)) return reply
  const png = await inTime(service, reply, signal => pool.run<Uint8Array>('tile', asked, signal))
  service.held.hold(reply.raw, png.length)
  return reply.type('image/png').send(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
}

/** Tags the answer with the version of its data. True if the caller already has that version, so no answer is made. */
function isKnown(map: ServedMap, { headers }: FastifyRequest, reply: FastifyReply): boolean {
  const tag = `"${map.dataVersion}"`
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept, origin')
  const known = headers['if-none-match']?.split(',').map(text => text.trim().replace(/^W\//, ''))
  if (known === undefined || !(known.includes(tag) || known.includes('*'))) return false
  reply.code(304).send()
  return true
}

/** Runs the work until it takes too long or the caller leaves. */
async function inTime<T>(
  { limits }: Service,
  reply: FastifyReply,
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = (message: string) => controller.abort(overloaded(message, 'time', limits.time))
  const late = () => end(`There was no answer within ${limits.time} ms, the limit 'time' of this service.`)
  const timer = setTimeout(late, limits.time)
  const gone = () => end('The caller has gone.')
  const { socket } = reply.raw.req
  socket.once('close', gone)
  try {
    return await make(controller.signal)
  } finally {
    clearTimeout(timer)
    socket.off('close', gone)
  }
}

/** The first form that the caller accepts. Weights are ignored, except 0. */
function formOf(accept: string | undefined, more: readonly Form[]): Form {
  if (accept === undefined || accept === '') return 'application/json'
  const forms: readonly Form[] = ['application/json', ...more]
  for (const part of accept.toLowerCase().split(',')) {
    const [type, ...rest] = part.split(';').map(text => text.trim())
    if (rest.some(text => /^q=0(\.0*)?$/.test(text))) continue
    const form = type === '*/*' || type === 'application/*' ? forms[0] : forms.find(each => each === type)
    if (form !== undefined) return form
  }
  const message = `There is no answer of the type ${accept} here.`
  throw new Refusal(406, { code: 'NO_SUCH_TYPE', message, given: accept, allowed: forms })
}

/** Sends a long text in pieces; other requests get turns in between. */
function send({ held }: Service, reply: FastifyReply, form: Form, answer: Answer): FastifyReply {
  reply.type(form === 'application/octet-stream' ? form : `${form}; charset=utf-8`)
  if (form === 'application/octet-stream') {
    const words = answer.words!()
    const octets = Buffer.concat(
      words.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    )
    held.hold(reply.raw, octets.length)
    return reply.send(octets)
  }
  const pieces = jsonPieces(form === 'application/geo+json' ? answer.geojson!() : answer.json())
  const text = nextText(pieces)
  if (text.length < TEXT_CHARACTERS) return reply.send(text)
  held.hold(reply.raw, answer.bytes ?? text.length)
  return reply.send(Readable.from(textsInTurns(text, pieces)))
}

function askedByQuery(schema: TObject, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      return [name, typeof value === 'string' && property !== undefined ? formed(property, value) : value]
    }),
  )
}

function formed(schema: TSchema, text: string): unknown {
  if (schema.type === 'array') return arrayOf(schema, text)
  if (schema.type === 'string') return text
  if (schema.anyOf === undefined) return parsed(text)
  // A cell, a boolean, an object, or a word.
  if (/^-?\d+,-?\d+$/.test(text)) return text.split(',').map(parsed)
  return /^(true|false|\{.*)$/s.test(text) ? parsed(text) : text
}

function arrayOf({ items }: TSchema, text: string): unknown[] {
  const parts = text === '' ? [] : text.split(items.type === 'array' ? ';' : ',')
  return parts.map(part => formed(items, part))
}

function parsed(text: string): unknown {
  // JSON has no zeros before a number.
  if (/^-?\d+$/.test(text)) return Number(text)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
