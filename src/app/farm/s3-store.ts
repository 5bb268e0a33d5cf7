/**
 * A store in a bucket of S3 or of a compatible server. Keys, region and address come from the environment, under the
 * names that all AWS tools use. An upload is one request, which succeeds whole or not at all.
 */
import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { IsthmusError } from '../../base/errors.ts'
import { persistent, rangeOf, readAnswer, refusalOf } from '../../tiles/http-store.ts'
import type { TileStore } from '../../tiles/object-store.ts'
import { inputProblem } from '../cli/problem.ts'
import { type Environment, keysFrom } from './bucket-keys.ts'
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
