/**
 * A store in a bucket of S3 or of a compatible server. Keys, region and address come from the environment, under the
 * names that all AWS tools use. In containers, as on Batch, ECS and EKS, keys come from an address that AWS gives. They
 * end after some hours; new ones are fetched before that. An upload is one request, which succeeds whole or not at all.
 */
import { readFile } from 'node:fs/promises'
import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { IsthmusError } from '../../base/errors.ts'
import { persistent, rangeOf, readAnswer, refusalOf, type TileStore } from '../../tiles/tile-store.ts'
import { inputProblem } from '../cli/problem.ts'
import { loadPackage } from './packages.ts'

/** Opens `s3://bucket/prefix`. */
export async function openS3(place: string, environment: Environment = process.env): Promise<TileStore> {
  const [, bucket, folder] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/*$/s.exec(place) ?? []
  if (bucket === undefined) throw inputProblem(`${place} is no bucket: write s3://bucket/prefix`)
  const keys = keysFrom(place, environment)
  await keys()
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL
  // The certificates of AWS do not cover names with a dot, and other servers want the bucket in the path.
  const isInPath = endpoint !== undefined || bucket.includes('.')
  const host = endpoint?.replace(/\/+$/, '') ?? `https://${isInPath ? '' : `${bucket}.`}s3.${region}.amazonaws.com`
  const url = isInPath ? `${host}/${bucket}` : host
  const prefix = folder === '' ? '' : `${folder}/`
  const { AwsClient } = await loadPackage('aws4fetch', () => import('aws4fetch'))
  const ask = (name: string, address: string, request: RequestInit = {}) =>
    persistent(name, async () => {
      const { endMs: _, ...held } = await keys()
      // This store retries by itself, after network failures too.
      return new AwsClient({ ...held, region, service: 's3', retries: 0 }).fetch(address, request)
    })
  const urlOf = (name: string) => `${url}/${encodeURI(prefix + name)}`
  return {
    async read(name, from = 0, length = Infinity) {
      if (length === 0) return new Uint8Array()
      return readAnswer(name, await ask(name, urlOf(name), { headers: rangeOf(from, length) }), from, length)
    },
    async write(name, bytes) {
      const response = await ask(name, urlOf(name), { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> })
      if (!response.ok) throw await failureOf(`${name} cannot be written`, response)
    },
    async remove(name) {
      const response = await ask(name, urlOf(name), { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await failureOf(`${name} cannot be removed`, response)
    },
    async list(start) {
      const names: string[] = []
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start })
        if (token !== undefined) query.set('continuation-token', token)
        const response = await ask(start, `${url}?${query}`)
        if (!response.ok) throw await failureOf(`${start} cannot be listed`, response)
        const { root } = parseXml(await response.text())
        if (root?.name !== 'ListBucketResult')
          throw new IsthmusError('STORE_FAILED', `${url} answers as no bucket does.`)
        for (const contents of childrenOf(root, 'Contents')) {
          for (const key of childrenOf(contents, 'Key')) names.push(key.text.slice(prefix.length))
        }
        token = childrenOf(root, 'NextContinuationToken')[0]?.text
      } while (token !== undefined)
      return names
    },
  }
}

async function failureOf(what: string, response: Response): Promise<IsthmusError> {
  return new IsthmusError('STORE_FAILED', `${what}: ${await refusalOf(response)}.`)
}

function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child): child is XmlElement => 'name' in child && child.name === name)
}

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
