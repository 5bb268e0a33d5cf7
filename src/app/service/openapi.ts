/**
 * The service as an OpenAPI document, made from the table of operations and their schemas, which are JSON Schema
 * already.
 */
import type { TSchema } from '@sinclair/typebox'
import { OPERATIONS } from './operations.ts'
import { EditAnswer, EditAsked, ErrorAnswer, MapAnswer } from './schemas.ts'

const MAP = { name: 'map', in: 'path', required: true, schema: { type: 'string' } }

export function openApi(maps: readonly string[], version: string): object {
  const map = { ...MAP, schema: { type: 'string', enum: maps } }
  const paths: Record<string, object> = {
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
    '/v1/{map}/events': { get: plain('events', 'What changes, as server-sent events', [map], 'text/event-stream') },
    '/v1/{map}/tile/{z}/{x}/{y}.png': { get: plain('tile', 'A picture of 256 x 256 pixels', tileOf(map), 'image/png') },
  }
  for (const { name, summary, asked, answers, forms } of OPERATIONS) {
    const answer = answers.length === 1 ? answers[0] : { anyOf: answers }
    const query = Object.entries(asked.properties).map(([property, schema]) => ({
      name: property,
      in: 'query',
      required: asked.required?.includes(property) === true,
      description: 'cells as x,y; several as x,y;x,y',
      schema,
    }))
    paths[`/v1/{map}/${name}`] = {
      get: operation(`${name}ByGet`, summary, [map, ...query], answer, forms),
      post: { ...operation(name, summary, [map], answer, forms), requestBody: bodyOf(asked) },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'isthmus', version, description: 'Paths on huge grid maps.' },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function operation(
  operationId: string,
  summary: string,
  parameters: readonly object[],
  answer: TSchema | object,
  forms: readonly string[] = [],
): object {
  const content: Record<string, object> = { 'application/json': { schema: answer } }
  for (const form of forms) content[form] = {}
  return { operationId, summary, parameters, responses: { 200: { description: 'The answer', content }, ...refusals() } }
}

function plain(operationId: string, summary: string, parameters: readonly object[], type: string): object {
  const responses = { 200: { description: 'The answer', content: { [type]: {} } }, ...refusals() }
  return { operationId, summary, parameters, responses }
}

function refusals(): object {
  const content = { 'application/json': { schema: ErrorAnswer } }
  return {
    400: { description: 'The request makes no sense, or is beyond a limit', content },
    404: { description: 'There is no such map', content },
    503: { description: 'Too busy: ask again after Retry-After', content },
  }
}

function bodyOf(schema: TSchema): object {
  return { required: true, content: { 'application/json': { schema } } }
}

function tileOf(map: object): object[] {
  return [map, ...['z', 'x', 'y'].map(name => ({ name, in: 'path', required: true, schema: { type: 'integer' } }))]
}
