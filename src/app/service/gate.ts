/**
 * Who may send requests. Otherwise a page of another site could read the map through its visitor's browser, by a host name of
 * this machine or from its origin. Edits also need a token.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusal.ts'

export interface Gate {
  /** Host names that requests may use, beside those of this machine; * for all. */
  readonly hosts: readonly string[]
  /** Origins of pages that may send requests, such as https://example.org; * for all. */
  readonly origins: readonly string[]
  /** The token for edits; without one, all edits are refused. */
  readonly token: string | undefined
}

const OWN_NAME = /^(127(?:\.\d{1,3}){3}|localhost|\[::1\])$/

export function checkHost({ hosts }: Gate, host: string | undefined): void {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (OWN_NAME.test(name) || hosts.includes('*') || hosts.includes(name)) return
  const message = `This service does not answer to the name ${JSON.stringify(host ?? '')}: allow it with --allow-host.`
  throw new Refusal(421, { code: 'FOREIGN_HOST', message, given: host ?? null, allowed: ['localhost', ...hosts] })
}

/** Returns the origin that may read the answer, if any. */
export function checkOrigin(
  { origins }: Gate,
  origin: string | undefined,
  host: string | undefined,
): string | undefined {
  if (origin === undefined) return undefined
  if (origin === `http://${host}` || origin === `https://${host}`) return undefined
  if (origins.includes('*') || origins.includes(origin)) return origin
  const message = `Pages of ${origin} may not ask this service: allow them with --allow-origin.`
  throw new Refusal(403, { code: 'FOREIGN_ORIGIN', message, given: origin, allowed: origins })
}

export function checkToken({ token }: Gate, authorization: string | undefined): void {
  if (token === undefined) {
    const message = 'This service takes no edits: start it with a token in ISTHMUS_TOKEN.'
    throw new Refusal(403, { code: 'NO_EDITS', message })
  }
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  // Digests have equal lengths, so the comparison takes the same time for any token.
  if (timingSafeEqual(digest(given), digest(token))) return
  throw new Refusal(401, { code: 'BAD_TOKEN', message: 'This takes the header Authorization: Bearer, with the token.' })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
