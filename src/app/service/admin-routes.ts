/**
 * The other HTTP paths: the list of maps, edits, events, reloading, health, metrics, and the page to try the service.
 */
import type { FastifyRequest } from 'fastify'
import type * as Client from '../../client.ts'
import { checkToken } from './gate.ts'
import type { Service } from './limits.ts'
import { hooksOf, mapOf } from './map-routes.ts'
import { openApi } from './openapi.ts'
import { overloaded, Refusal } from './refusal.ts'
import { EditAsked } from './schemas.ts'
import type { ServedMap } from './served-map.ts'
import { TRY_PAGE, TRY_SCRIPT, TRY_STYLE } from './try-page.ts'

const TYPE_OF = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' }

export function addAdmin(service: Service): void {
  addHealth(service)
  addPages(service)
  addChanges(service)
  addEvents(service)
}

function addHealth(service: Service): void {
  const { app, metrics } = service
  app.get('/livez', async () => 'live\n')
  app.get('/readyz', async (_request, reply) => {
    if (service.isEnding) reply.code(503)
    return service.isEnding ? 'ending\n' : 'ready\n'
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}

function addPages(service: Service): void {
  const { app, maps, version } = service
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
  give('/openapi.json', 'json', JSON.stringify(openApi([...maps.keys()], version)))
  app.get('/v1', async () => ({ maps: [...maps.keys()] }))
  app.get('/v1/:map', async request => aboutOf(mapOf(service, request)))
  // Browsers send this request before one from another origin; onRequest has refused origins that are not allowed.
  app.options('/*', async (_request, reply) => {
    reply.header('access-control-allow-methods', 'GET, POST, PATCH')
    reply
      .header('access-control-allow-headers', 'authorization, content-type, accept')
      .header('access-control-max-age', 600)
    return reply.code(204).send()
  })
}

function addChanges(service: Service): void {
  const { app, gate } = service
  const guarded = (op: string) => {
    const { onRequest, onResponse } = hooksOf(service, op)
    const check = async ({ headers }: FastifyRequest) => checkToken(gate, headers.authorization)
    return { onRequest: [check, onRequest], onResponse }
  }
  app.patch('/v1/:map/cells', { schema: { body: EditAsked }, ...guarded('edit') }, request =>
    mapOf(service, request).edit((request.body as Client.EditAsked).cells),
  )
  app.post('/v1/:map/reload', guarded('reload'), async request => {
    const map = mapOf(service, request)
    try {
      await map.reload()
    } catch (error) {
      const message = `${(error as Error).message} The map is served as it was.`
      throw new Refusal(409, { code: 'NOT_RELOADED', message })
    }
    return aboutOf(map)
  })
}

function addEvents(service: Service): void {
  const { app, maps, limits } = service
  app.get('/v1/:map/events', { exposeHeadRoute: false, ...hooksOf(service, 'events') }, async (request, reply) => {
    const map = mapOf(service, request)
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
    const lastSeen = request.headers['last-event-id']
    map.events.listen(raw, Array.isArray(lastSeen) ? lastSeen[0] : lastSeen)
  })
}

function aboutOf({ opened, dataVersion }: ServedMap): Client.MapAnswer {
  const { kind, width, height, directions, islands, travellers, maps } = opened.info
  const about = { kind, width, height, directions, islands, travellers: [...travellers], maps: [...maps] }
  return { data_version: dataVersion, ...about }
}
