/**
 * Refusals of the service: an HTTP status, and an answer that names the given value and the allowed ones. "No path" is
 * not a refusal.
 */
import { IsthmusError } from '../../base/errors.ts'
import { type ErrorAnswer, ServiceError as Refusal } from '../../client.ts'

export const GIVEN_CHARACTERS_MAX = 200

export { Refusal }

export function badRequest(message: string, { given, ...more }: Partial<ErrorAnswer>): Refusal {
  return new Refusal(400, { code: 'BAD_REQUEST', message, ...more, ...shortened(given) })
}

/** A request beyond one of the service's limits. */
export function beyondLimit(limit: string, what: string, given: number, allowed: number): Refusal {
  const message = `${what}: ${given}. The limit '${limit}' of this service is ${allowed}.`
  return new Refusal(400, { code: 'LIMIT', message, limit, given, allowed })
}

export function overloaded(message: string, limit: string, allowed: number): Refusal {
  return new Refusal(503, { code: 'OVERLOADED', message, limit, allowed })
}

/** The limits that refusals of other parts tell. */
type ToldLimits = Readonly<Record<'body' | 'cells' | 'waiting', number>>

interface Validation {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Record<string, unknown>
  readonly data?: unknown
  readonly parentSchema?: { readonly description?: string; readonly properties?: object }
}

interface Thrown {
  readonly code?: string
  readonly name?: string
  readonly message?: string
  readonly statusCode?: number
  readonly validation?: readonly Validation[]
}

/** Turns any error of a request into a refusal. */
export function refusalOf(error: unknown, limits: ToldLimits): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof IsthmusError) return refusalOfLibrary(error, limits)
  const thrown = (error ?? {}) as Thrown
  if (thrown.validation !== undefined) return refusalOfSchema(thrown.validation)
  if (thrown.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `The body is larger than ${limits.body} bytes, the limit 'body' of this service.`
    return new Refusal(413, { code: 'LIMIT', message, limit: 'body', allowed: limits.body })
  }
  if (thrown.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const message = 'Bodies are JSON, with the header Content-Type: application/json.'
    return new Refusal(415, { code: 'NO_SUCH_TYPE', message, allowed: 'application/json' })
  }
  const { statusCode = 500, message = '' } = thrown
  if (statusCode < 500) return new Refusal(statusCode, { code: 'BAD_HTTP', message })
  return new Refusal(500, { code: 'INTERNAL', message: 'Something went wrong inside the service.' })
}

function refusalOfLibrary({ code, message }: IsthmusError, { cells, waiting }: ToldLimits): Refusal {
  if (code === 'BAD_ARGUMENT') return badRequest(message, { code })
  if (code === 'TOO_LARGE') {
    const message = `The answer has more than ${cells} cells, the limit 'cells' of this service.`
    return new Refusal(400, { code: 'LIMIT', message, limit: 'cells', allowed: cells })
  }
  if (code === 'POOL_FULL') return overloaded(message, 'waiting', waiting)
  if (code === 'POOL_CLOSED') return new Refusal(503, { code: 'CLOSING', message: 'The service is ending.' })
  return new Refusal(500, { code, message })
}

function refusalOfSchema(errors: readonly Validation[]): Refusal {
  // If a value may have several forms, the last error covers them all.
  const { instancePath, keyword, params, data, parentSchema, message } = errors.at(-1)!
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const allowed = Object.keys(parentSchema?.properties ?? {})
    return badRequest(`There is no ${name} here.`, { at: `${instancePath}/${name}`, given: name, allowed })
  }
  if (keyword === 'required') {
    const name = String(params.missingProperty)
    return badRequest(`${name} is missing.`, { at: `${instancePath}/${name}`, allowed: 'a value' })
  }
  const at = instancePath === '' ? '/' : instancePath
  const allowed = parentSchema?.description ?? message?.replace(/^must (be )?/, '') ?? keyword
  return badRequest(`${at} is wrong: allowed is ${allowed}.`, { at, given: data, allowed })
}

/** The value, shortened if it is long; nothing if it is nested too deeply to be written. */
function shortened(given: unknown): { given?: unknown } {
  try {
    const text = JSON.stringify(given) ?? ''
    if (text === '') return {}
    return { given: text.length <= GIVEN_CHARACTERS_MAX ? given : `${text.slice(0, GIVEN_CHARACTERS_MAX)}..` }
  } catch {
    return {}
  }
}
