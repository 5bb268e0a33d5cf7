/**
 * Keys of buckets: from the environment, or from the address that AWS gives to containers, as on Batch, ECS and EKS.
 * Keys of containers end after some hours; new ones are fetched before that.
 */
import { readFile } from 'node:fs/promises'
import { persistent, refusalOf } from '../../tiles/http-store.ts'
import { inputProblem } from '../cli/problem.ts'

export interface BucketKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  /** In milliseconds since 1970; Infinity where they do not end. */
  readonly endMs: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/** New keys are fetched this long before the old ones end. */
const MARGIN_MS = 300_000
const CONTAINER_HOST = 'http://169.254.170.2'

/** Returns keys that stay valid for some minutes. */
export function keysFrom(place: string, environment: Environment): () => Promise<BucketKeys> {
  let held: Promise<BucketKeys> | undefined
  return async () => {
    const keys = await held?.catch(() => undefined)
    if (keys !== undefined && keys.endMs - MARGIN_MS > Date.now()) return keys
    held = fetchKeys(place, environment)
    return held
  }
}

async function fetchKeys(place: string, environment: Environment): Promise<BucketKeys> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const { AWS_SESSION_TOKEN: sessionToken } = environment
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), endMs: Infinity }
  }
  const relative = environment.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
  const url = relative ? CONTAINER_HOST + relative : environment.AWS_CONTAINER_CREDENTIALS_FULL_URI
  if (!url) {
    throw inputProblem(
      `${place} needs keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN where they are of a role`,
    )
  }
  const headers = await authorizationOf(environment)
  const response = await persistent('The keys of this container', () => fetch(url, { headers }))
  if (!response.ok) throw inputProblem(`This container gets no keys: ${await refusalOf(response)}. Check its role`)
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = (await response.json()) as Record<string, string>
  const endMs = Date.parse(Expiration)
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(Token && { sessionToken: Token }),
    endMs: Number.isNaN(endMs) ? Infinity : endMs,
  }
}

async function authorizationOf(environment: Environment): Promise<Record<string, string>> {
  const path = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
  const token = path ? (await readFile(path, 'utf8')).trim() : environment.AWS_CONTAINER_AUTHORIZATION_TOKEN
  return token ? { authorization: token } : {}
}
