/**
 * The other HTTP paths: the list of maps, edits, events, reloading, health, metrics, and the page to try the service. All
 * paths together make the OpenAPI document: these from their table, questions from the table of operations. Their
 * schemas are JSON Schema already.
 */
import type { TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type * as Client from '../../client.ts'
import { checkToken } from './gate.ts'
import type { Service } from './limits.ts'
import { hooksOf, mapOf, tile } from './map-routes.ts'
import { OPERATIONS } from './operations.ts'
import { overloaded, Refusal } from './refusal.ts'
import { EditAnswer, EditAsked, ErrorAnswer, MapAnswer, MapsAnswer } from './schemas.ts'
import type { ServedMap } from './served-map.ts'
import { TRY_PAGE, TRY_SCRIPT, TRY_STYLE } from './try-page.ts'

const TYPE_OF = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' }

export function addAdmin(service: Service): void {
  const { app, maps, metrics } = service
  const paths: Record<string, object> = {}
  const names = [...maps.keys()]
  /** Adds a path, and what the document tells of it; `answer` is the schema of JSON, or the type of any other answer. */
  const add = (
    method: 'GET' | 'PATCH' | 'POST',
    [url, id, summary]: readonly [url: string, id: string, summary: string],
    answer: TSchema | string,
    route: Omit<RouteOptions, 'method' | 'url'>,
  ) => {
    app.route({ ...route, method, url })
    paths[url.replace(/:(\w+)/g, '{$1}')] = {
      [method.toLowerCase()]: {
        ...operation(id, summary, parametersOf(url, names), answer),
        ...(route.schema !== undefined && { requestBody: bodyOf(route.schema.body as TSchema) }),
        ...(method !== 'GET' && { security: [{ token: [] }] }),
      },
    }
  }
  const map = (request: FastifyRequest) => mapOf(service, request)
  add('GET', ['/v1', 'maps', 'The names of the maps'], MapsAnswer, { handler: async () => ({ maps: names }) })
  add('GET', ['/livez', 'live', 'Whether the service lives'], 'text/plain', { handler: async () => 'live\n' })
  add('GET', ['/readyz', 'ready', 'Whether the service takes questions'], 'text/plain', {
    handler: async (_request, reply) => {
      if (service.isEnding) reply.code(503)
      return service.isEnding ? 'ending\n' : 'ready\n'
    },
  })
  add('GET', ['/metrics', 'metrics', 'Metrics for Prometheus'], 'text/plain', {
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })
  add('GET', ['/v1/:map', 'about', 'What a map is'], MapAnswer, { handler: async request => aboutOf(map(request)) })
  add('PATCH', ['/v1/:map/cells', 'edit', 'Changes cells of a live map: all of them or none'], EditAnswer, {
    schema: { body: EditAsked },
    ...guarded(service, 'edit'),
    handler: request => map(request).edit((request.body as Client.EditAsked).cells),
  })
  add('POST', ['/v1/:map/reload', 'reload', 'Takes the file of a map as it is now'], MapAnswer, {
    ...guarded(service, 'reload'),
    handler: request => reload(map(request)),
  })
  add('GET', ['/v1/:map/events', 'events', 'What changes, as server-sent events'], 'text/event-stream', {
    exposeHeadRoute: false,
    ...hooksOf(service, 'events'),
    handler: async (request, reply) => listen(service, map(request), request, reply),
  })
  add('GET', ['/v1/:map/tile/:z/:x/:y.png', 'tile', 'A picture of 256 x 256 pixels'], 'image/png', {
    ...hooksOf(service, 'tile'),
    handler: (request, reply) => tile(service, request, reply),
  })
  addPages(service, openApi(paths, names, service.version))
}

function addPages({ app }: Service, document: object): void {
  const give = (path: string, type: keyof typeof TYPE_OF, text: string) =>
    app.get(path, async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
      )
      return reply.type(`${TYPE_OF[type]}; charset=utf-8`).send(text)
    })
  give('/', 'html', TRY_PAGE)
  give('/try.css', 'css', TRY_STYLE)
  give('/try.js', 'js', TRY_SCRIPT)
  give('/openapi.json', 'json', JSON.stringify(document))
  // Browsers send this request before one from another origin; onRequest has refused origins that are not allowed.
  app.options('/*', async (_request, reply) => {
    reply.header('access-control-allow-methods', 'GET, POST, PATCH')
    reply
      .header('access-control-allow-headers', 'authorization, content-type, accept')
      .header('access-control-max-age', 600)
    return reply.code(204).send()
  })
}

/** The hooks of what only takes requests with the token. */
function guarded(service: Service, op: string) {
  const { onRequest, onResponse } = hooksOf(service, op)
  const check = async ({ headers }: FastifyRequest) => checkToken(service.gate, headers.authorization)
  return { onRequest: [check, onRequest], onResponse }
}

async function reload(map: ServedMap): Promise<Client.MapAnswer> {
  try {
    await map.reload()
  } catch (error) {
    const message = `${(error as Error).message} The map is served as it was.`
    throw new Refusal(409, { code: 'NOT_RELOADED', message })
  }
  return aboutOf(map)
}

function listen({ maps, limits }: Service, map: ServedMap, { headers }: FastifyRequest, reply: FastifyReply): void {
  let count = 0
  for (const { events } of maps.values()) count += events.listenerCount
  if (count >= limits.events) throw overloaded(`${count} listen to events already.`, 'events', limits.events)
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  } as never)
  const lastSeen = headers['last-event-id']
  map.events.listen(raw, Array.isArray(lastSeen) ? lastSeen[0] : lastSeen)
}

function aboutOf({ opened, dataVersion }: ServedMap): Client.MapAnswer {
  const { kind, width, height, directions, islands, travellers, maps } = opened.info
  const about = { kind, width, height, directions, islands, travellers: [...travellers], maps: [...maps] }
  return { data_version: dataVersion, ...about }
}

/** The map by its name, and numbers of a tile. */
function parametersOf(url: string, maps: readonly string[]): object[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name]) => {
    const schema = name === 'map' ? { type: 'string', enum: maps } : { type: 'integer' }
    return { name, in: 'path', required: true, schema }
  })
}

/** Adds the questions to the other paths. */
function openApi(paths: Record<string, object>, maps: readonly string[], version: string): object {
  const [map] = parametersOf('/v1/:map', maps)
  for (const { name, summary, asked, answers, forms } of OPERATIONS) {
    const answer = answers.length === 1 ? answers[0] : { anyOf: answers }
    const query = Object.entries(asked.properties).map(([property, schema]) => ({
      name: property,
      in: 'query',
      required: asked.required?.includes(property) === true,
      style: 'form',
      explode: false,
      ...inQuery(schema),
    }))
    paths[`/v1/{map}/${name}`] = {
      get: operation(`${name}ByGet`, summary, [map, ...query], answer, forms),
      post: { ...operation(name, summary, [map], answer, forms), requestBody: bodyOf(asked) },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'isthmus',
      version,
      description: 'Paths on huge grid maps.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

/** How a GET writes a value: a list with commas, a list of cells with semicolons between them, an object as JSON. */
function inQuery(schema: TSchema): object {
  if (schema.items?.type === 'array') return { description: 'cells, as x,y;x,y', schema: { type: 'string' } }
  const hasObject = schema.anyOf?.some(({ type }: TSchema) => type === 'object')
  return hasObject ? { description: 'a cell as x,y; an object as JSON', schema } : { schema }
}

/** `answer` is the schema of an answer in JSON, or the type of any other answer. */
function operation(
  operationId: string,
  summary: string,
  parameters: readonly object[],
  answer: TSchema | object | string,
  forms: readonly string[] = [],
): object {
  const [type, form] = typeof answer === 'string' ? [answer, {}] : ['application/json', { schema: answer }]
  const content = Object.fromEntries([[type, form], ...forms.map(other => [other, {}])])
  return { operationId, summary, parameters, responses: { 200: { description: 'The answer', content }, ...refusals() } }
}

function refusals(): object {
  const content = { 'application/json': { schema: ErrorAnswer } }
  return {
    400: { description: 'The request makes no sense, or is beyond a limit', content },
    404: { description: 'There is no such map', content },
    503: { description: 'Too busy: ask again after Retry-After', content },
    default: { description: 'Any other refusal', content },
  }
}

function bodyOf(schema: TSchema): object {
  return { required: true, content: { 'application/json': { schema } } }
}
