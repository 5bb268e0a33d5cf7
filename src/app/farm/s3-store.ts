/**
 * A bucket of S3 or of what speaks its language as a store. Keys, region and address come from the environment, by the names
 * that all tools of AWS use. An upload is one request, which either lands whole or not at all.
 */
import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { IsthmusError } from '../../base/errors.ts'
import { persistent, rangeOf, readAnswer, refusalOf } from '../../tiles/http-store.ts'
import type { TileStore } from '../../tiles/object-store.ts'
import { inputProblem } from '../cli/problem.ts'
import { type Environment, keysFrom } from './bucket-keys.ts'
import { loadPackage } from './packages.ts'

/** Opens `s3://bucket/prefix`. */
export async function openS3(place: string, environment: Environment = process.env): Promise<S3Store> {
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/*$/s.exec(place) ?? []
  if (bucket === undefined) throw inputProblem(`${place} is no bucket: write s3://bucket/prefix`)
  const keys = keysFrom(place, environment)
  await keys()
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL
  // The certificates of AWS do not cover names with a dot, and other servers want the bucket in the path.
  const isInPath = endpoint !== undefined || bucket.includes('.')
  const host = endpoint?.replace(/\/+$/, '') ?? `https://${isInPath ? '' : `${bucket}.`}s3.${region}.amazonaws.com`
  const { AwsClient } = await loadPackage('aws4fetch', () => import('aws4fetch'))
  // This store asks again itself, after failures of the network too.
  const ask: SignedFetch = async (url, request) => {
    const { endMs: _, ...held } = await keys()
    return new AwsClient({ ...held, region, service: 's3', retries: 0 }).fetch(url, request)
  }
  return new S3Store(ask, isInPath ? `${host}/${bucket}` : host, prefix === '' ? '' : `${prefix}/`)
}

type SignedFetch = (url: string, request?: RequestInit) => Promise<Response>

export class S3Store implements TileStore {
  private readonly ask: SignedFetch
  private readonly url: string
  private readonly prefix: string

  constructor(ask: SignedFetch, url: string, prefix: string) {
    this.ask = ask
    this.url = url
    this.prefix = prefix
  }

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    if (length === 0) return new Uint8Array()
    const url = this.urlOf(name)
    const headers = rangeOf(from, length)
    return readAnswer(name, await persistent(name, () => this.ask(url, { headers })), from, length)
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const url = this.urlOf(name)
    const put = { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> }
    const response = await persistent(name, () => this.ask(url, put))
    if (!response.ok) throw failed(`${name} cannot be written: ${await refusalOf(response)}.`)
  }

  async remove(name: string): Promise<void> {
    const url = this.urlOf(name)
    const response = await persistent(name, () => this.ask(url, { method: 'DELETE' }))
    if (response.ok || response.status === 404) return
    throw failed(`${name} cannot be removed: ${await refusalOf(response)}.`)
  }

  async list(prefix: string): Promise<string[]> {
    const names: string[] = []
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.prefix + prefix })
      if (token !== undefined) query.set('continuation-token', token)
      const response = await persistent(prefix, () => this.ask(`${this.url}?${query}`))
      if (!response.ok) throw failed(`${prefix} cannot be listed: ${await refusalOf(response)}.`)
      const { root } = parseXml(await response.text())
      if (root === null || root.name !== 'ListBucketResult') throw failed(`${this.url} answers as no bucket does.`)
      for (const contents of childrenOf(root, 'Contents')) {
        for (const key of childrenOf(contents, 'Key')) names.push(key.text.slice(this.prefix.length))
      }
      token = childrenOf(root, 'NextContinuationToken')[0]?.text
    } while (token !== undefined)
    return names
  }

  private urlOf(name: string): string {
    return `${this.url}/${encodeURI(this.prefix + name)}`
  }
}

function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child): child is XmlElement => 'name' in child && child.name === name)
}

function failed(message: string): IsthmusError {
  return new IsthmusError('STORE_FAILED', message)
}
