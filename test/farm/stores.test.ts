/** Stores of tiles: a folder, a bucket and a web server hold the same objects in the same way. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { FolderStore } from '../../src/app/farm/plan-place.ts'
import { keysFrom, openS3 } from '../../src/app/farm/s3-store.ts'
import { HttpStore, MemoryStore, type TileStore } from '../../src/tiled.ts'
import { temporaryFolder } from '../support/cli.ts'
import { startBucket, startWebFolder } from '../support/stores.ts'

const { path } = temporaryFolder()
const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes))

const openers: Record<string, () => Promise<TileStore>> = {
  memory: async () => new MemoryStore(),
  folder: async () => new FolderStore(path('objects')),
  bucket: async () => openS3('s3://maps/some/prefix', await startBucket(path('bucket'))),
}

describe.each(Object.entries(openers))('a store in %s', (_, open) => {
  it('gives back what was written, whole, in part, and after another writing', async () => {
    const store = await open()
    expect(await store.read('tiles/a.tile')).toBe(null)
    expect(await store.list('tiles/')).toEqual([])
    await store.write('tiles/a.tile', bytesOf('hello, tile'))
    await store.write('tiles/b-1.tile', bytesOf(''))
    await store.write('plan.json', bytesOf('{}'))
    expect(textOf(await store.read('tiles/a.tile'))).toBe('hello, tile')
    expect(textOf(await store.read('tiles/a.tile', 7))).toBe('tile')
    expect(textOf(await store.read('tiles/a.tile', 1, 4))).toBe('ello')
    expect(textOf(await store.read('tiles/a.tile', 7, 100))).toBe('tile')
    expect(textOf(await store.read('tiles/a.tile', 50, 5))).toBe('')
    expect(textOf(await store.read('tiles/b-1.tile'))).toBe('')
    expect((await store.list('tiles/')).sort()).toEqual(['tiles/a.tile', 'tiles/b-1.tile'])
    expect(await store.list('tiles/b')).toEqual(['tiles/b-1.tile'])
    expect((await store.list('')).sort()).toEqual(['plan.json', 'tiles/a.tile', 'tiles/b-1.tile'])
    for (const name of ['tiles/b-1.tile', 'tiles/never.tile']) await store.remove!(name)
    expect(await store.list('tiles/')).toEqual(['tiles/a.tile'])
    await store.write('plan.json', bytesOf('[]'))
    expect(textOf(await store.read('plan.json'))).toBe('[]')
  })
})

describe('a folder', () => {
  it('shows no file that is still written, and no name leads out of it', async () => {
    const store = new FolderStore(path('apart'))
    await store.write('done/1.json', bytesOf('1'))
    writeFileSync(path('apart/done/.2.json.isthmus-0123456789abcdef.tmp'), 'half')
    expect(await store.list('done/')).toEqual(['done/1.json'])
    for (const name of ['../secret', 'a/../../b', '/etc/passwd', '', 'a//b', '.hidden', 'a\\b']) {
      await expect(store.read(name)).rejects.toThrow(expect.objectContaining({ code: 'STORE_FAILED' }))
      await expect(store.write(name, bytesOf('x'))).rejects.toThrow(/no name of an object/)
    }
  })

  it('says what is wrong where it cannot be written', async () => {
    writeFileSync(path('file'), '')
    await expect(new FolderStore(path('file')).write('a/b', bytesOf('x'))).rejects.toThrow(/Cannot write .*file/)
  })

  it.runIf(process.platform === 'linux')('is refused at once where no folder can be made', async () => {
    await expect(new FolderStore('/proc/none').write('a/b', bytesOf('x'))).rejects.toThrow(/Cannot write \/proc\/none/)
  })
})

describe('a bucket', () => {
  it('is listed page by page, to the last page', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      const isFirst = !request.url!.includes('continuation-token')
      const key = `<Contents><Key>x/done/${isFirst ? 'a&amp;b' : 'c'}.json</Key></Contents>`
      const next = isFirst ? '<NextContinuationToken>1+/=</NextContinuationToken>' : ''
      response.end(`<?xml version="1.0"?><ListBucketResult>${key}${next}</ListBucketResult>`)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_ENDPOINT_URL: address }
    expect(await (await openS3('s3://maps/x/', keys)).list('done/')).toEqual(['done/a&b.json', 'done/c.json'])
    server.close()
    expect(asked.length).toBe(2)
    expect(asked[1]).toContain('continuation-token=1%2B%2F%3D')
  })

  it('takes the keys of its container, and others before those end', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      if (request.headers.authorization !== 'secret') return response.writeHead(403).end()
      const Expiration = new Date(Date.now() + (asked++ === 0 ? 60_000 : 3_600_000)).toISOString()
      return response.end(JSON.stringify({ AccessKeyId: `key${asked}`, SecretAccessKey: 's', Token: 't', Expiration }))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const environment = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: url,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'secret',
    }
    const keys = keysFrom('s3://maps', environment)
    expect((await keys()).accessKeyId).toBe('key1')
    expect(await keys()).toMatchObject({ accessKeyId: 'key2', sessionToken: 't' })
    expect((await keys()).accessKeyId).toBe('key2')
    const refused = keysFrom('s3://maps', { ...environment, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'wrong' })
    await expect(refused()).rejects.toThrow(/gets no keys: the server answers 403/)
    server.close()
  })

  it('is refused without keys, and where its name is none', async () => {
    await expect(openS3('s3://maps/x', {})).rejects.toThrow(/AWS_ACCESS_KEY_ID/)
    await expect(openS3('s3://', { AWS_ACCESS_KEY_ID: 'a' })).rejects.toThrow(/write s3:\/\/bucket\/prefix/)
  })

  it('says what the server said, and which object it was about', async () => {
    const store = await openS3('s3://nobody/x', await startBucket(path('other')))
    await expect(store.write('plan.json', bytesOf('{}'))).rejects.toThrow(/plan.json cannot be written.*NoSuchBucket/)
  })
})

describe('a web server', () => {
  it('gives objects whole and by range, whether or not it knows ranges', async () => {
    mkdirSync(path('site/tiles'), { recursive: true })
    writeFileSync(path('site/tiles/a.tile'), 'hello, tile')
    const web = await startWebFolder(path('site'))
    const store = new HttpStore(`${web.url}/`)
    const readAll = async () => [
      textOf(await store.read('tiles/a.tile')),
      textOf(await store.read('tiles/a.tile', 1, 4)),
      textOf(await store.read('tiles/a.tile', 7)),
      textOf(await store.read('tiles/a.tile', 50, 5)),
      await store.read('tiles/none'),
    ]
    const expected = ['hello, tile', 'ello', 'tile', '', null]
    expect(await readAll()).toEqual(expected)
    expect(web.asked[1]).toBe('/tiles/a.tile bytes=1-4')
    web.ignoreRanges()
    expect(await readAll()).toEqual(expected)
  })

  it('is asked again while it is busy, and is an error where it refuses', async () => {
    mkdirSync(path('busy'), { recursive: true })
    writeFileSync(path('busy/a'), 'x')
    const web = await startWebFolder(path('busy'))
    const store = new HttpStore(web.url)
    web.fail(2, 503)
    expect(textOf(await store.read('a'))).toBe('x')
    expect(web.asked.length).toBe(3)
    web.fail(1, 403)
    await expect(store.read('a')).rejects.toThrow(/a cannot be read: the server answers 403 busy/)
    await expect(store.write('a')).rejects.toThrow(/over HTTP/)
    await expect(store.list()).rejects.toThrow(/over HTTP/)
  })

  it('is an error where nobody listens', async () => {
    await expect(new HttpStore('http://127.0.0.1:9').read('plan.json')).rejects.toThrow(
      expect.objectContaining({
        code: 'STORE_FAILED',
        message: expect.stringMatching(/plan.json was asked for 6 times/),
      }),
    )
  })
})
