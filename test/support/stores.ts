/** Places for tiles as they are found in the world, on this machine: a bucket, and a folder behind a web server. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Keys of the local server, as it expects them. */
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_REGION: 'us-east-1' }

/** An empty bucket `maps`; the environment that leads to it. */
export async function startBucket(folder: string): Promise<Record<string, string>> {
  const { default: S3rver } = (await import('s3rver' as string)) as {
    default: new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> }
  }
  const configureBuckets = [{ name: 'maps', configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return { ...KEYS, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` }
}

export interface WebFolder {
  readonly url: string
  /** The number of next answers that have this status instead. */
  fail(count: number, status: number): void
  /** From now on the server sends whole files, whatever range is asked for. */
  ignoreRanges(): void
  readonly asked: string[]
}

/** A plain web server with ranges. */
export async function startWebFolder(folder: string): Promise<WebFolder> {
  const asked: string[] = []
  let [failures, failureStatus, hasRanges] = [0, 503, true]
  const server = createServer(async (request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? ''}`.trim())
    if (failures > 0) {
      failures--
      return response.writeHead(failureStatus).end('busy')
    }
    const bytes = await readFile(join(folder, request.url!)).catch(() => null)
    if (bytes === null) return response.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined || !hasRanges) return response.end(bytes)
    if (Number(from) >= bytes.length) return response.writeHead(416).end()
    return response.writeHead(206).end(bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(count, status) {
      failures = count
      failureStatus = status
    },
    ignoreRanges() {
      hasRanges = false
    },
    asked,
  }
}
