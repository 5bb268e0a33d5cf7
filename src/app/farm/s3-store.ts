/**
 * A bucket of S3 or of what speaks its language as a store. Keys, region and address come from the environment, by the names
 * that all tools of AWS use. An upload is one request, which either lands whole or not at all.
 */
import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import type { AwsClient } from 'aws4fetch'
import { IsthmusError } from '../../base/errors.ts'
import { persistent, rangeOf, readAnswer, refusalOf } from '../../tiles/http-store.ts'
import type { TileStore } from '../../tiles/object-store.ts'
import { inputProblem } from '../cli/problem.ts'
import { loadPackage } from './packages.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Opens `s3://bucket/prefix`. */
export async function openS3(place: string, environment: Environment = process.env): Promise<S3Store> {
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/*$/s.exec(place) ?? []
  if (bucket === undefined) throw inputProblem(`${place} is no bucket: write s3://bucket/prefix.`)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId || !secretAccessKey) {
    throw inputProblem(
      `${place} needs keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN where they are of a role.`,
    )
  }
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL
  const sessionToken = environment.AWS_SESSION_TOKEN
  const { AwsClient } = await loadPackage('aws4fetch', () => import('aws4fetch'))
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    region,
    service: 's3',
    // This store asks again itself, after failures of the network too.
    retries: 0,
  })
  // The certificates of AWS do not cover names with a dot, and other servers want the bucket in the path.
  const isInPath = endpoint !== undefined || bucket.includes('.')
  const host = endpoint?.replace(/\/+$/, '') ?? `https://${isInPath ? '' : `${bucket}.`}s3.${region}.amazonaws.com`
  return new S3Store(client, isInPath ? `${host}/${bucket}` : host, prefix === '' ? '' : `${prefix}/`)
}

export class S3Store implements TileStore {
  private readonly client: AwsClient
  private readonly url: string
  private readonly prefix: string

  constructor(client: AwsClient, url: string, prefix: string) {
    this.client = client
    this.url = url
    this.prefix = prefix
  }

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    if (length === 0) return new Uint8Array()
    const url = this.urlOf(name)
    const headers = rangeOf(from, length)
    return readAnswer(name, await persistent(name, () => this.client.fetch(url, { headers })), from, length)
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const url = this.urlOf(name)
    const put = { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> }
    const response = await persistent(name, () => this.client.fetch(url, put))
    if (!response.ok) throw failed(`${name} cannot be written: ${await refusalOf(response)}.`)
  }

  async list(prefix: string): Promise<string[]> {
    const names: string[] = []
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.prefix + prefix })
      if (token !== undefined) query.set('continuation-token', token)
      const response = await persistent(prefix, () => this.client.fetch(`${this.url}?${query}`))
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
