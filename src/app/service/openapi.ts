/**
 * The service as an OpenAPI document, made from the table of operations and their schemas, which are JSON Schema
 * already.
 */
import type { TSchema } from '@sinclair/typebox'
import { OPERATIONS } from './operations.ts'
import { EditAnswer, EditAsked, ErrorAnswer, MapAnswer, MapsAnswer } from './schemas.ts'

export function openApi(maps: readonly string[], version: string): object {
  const map = { name: 'map', in: 'path', required: true, schema: { type: 'string', enum: maps } }
  const paths: Record<string, object> = {
    '/v1': { get: operation('maps', 'The names of the maps', [], MapsAnswer) },
    '/livez': { get: operation('live', 'Whether the service lives', [], 'text/plain') },
    '/readyz': { get: operation('ready', 'Whether the service takes questions', [], 'text/plain') },
    '/metrics': { get: operation('metrics', 'Metrics for Prometheus', [], 'text/plain') },
    '/v1/{map}': { get: operation('about', 'What a map is', [map], MapAnswer) },
    '/v1/{map}/cells': {
      patch: {
        ...operation('edit', 'Changes cells of a live map: all of them or none', [map], EditAnswer),
        requestBody: bodyOf(EditAsked),
        security: [{ token: [] }],
      },
    },
    '/v1/{map}/reload': {
      post: {
        ...operation('reload', 'Takes the file of a map as it is now', [map], MapAnswer),
        security: [{ token: [] }],
      },
    },
    '/v1/{map}/events': { get: operation('events', 'What changes, as server-sent events', [map], 'text/event-stream') },
    '/v1/{map}/tile/{z}/{x}/{y}.png': {
      get: operation('tile', 'A picture of 256 x 256 pixels', tileOf(map), 'image/png'),
    },
  }
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

function tileOf(map: object): object[] {
  return [map, ...['z', 'x', 'y'].map(name => ({ name, in: 'path', required: true, schema: { type: 'integer' } }))]
}
