/** What a browser loads: small, whole, and without a word of Node or of the builder. */
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundlePage, bundleQuery } from '../../src/app/viewer/bundle-pages.ts'
import type { SiteFile } from '../../src/app/viewer/folder.ts'

/** All that finding is good for; half of it are searches on cells. Who needs the least has isthmus/lite. */
const QUERY_GZIP_BYTES_MAX = 53_000
const PAGE_GZIP_BYTES_MAX = 95_000

const textOf = ({ bytes }: SiteFile) => new TextDecoder().decode(bytes)
const gzipBytes = ({ bytes }: SiteFile) => gzipSync(bytes, { level: 9 }).length

let page: SiteFile[]
const file = (name: string) => page.find(candidate => candidate.name === name)!

beforeAll(async () => {
  page = await bundlePage()
})

describe('the query bundle', () => {
  it('is small', async () => {
    expect(gzipBytes(await bundleQuery())).toBeLessThan(QUERY_GZIP_BYTES_MAX)
  })

  it('opens an atlas and knows nothing of bakes, maps and Node', async () => {
    const text = textOf(await bundleQuery())
    // Found or not, without the text itself: a failure would print all of it.
    expect(/export\s*\{[^}]*openAtlas/.test(text)).toBe(true)
    const foreign = [
      /["']node:/,
      /\bprocess\./,
      /\brequire\(/,
      /\bimport\s*[("'{*]/,
      /octile/,
      /UndirectedGraph/,
      /IHDR/,
    ]
    expect(foreign.filter(pattern => pattern.test(text))).toEqual([])
  })

  it('is what the page itself runs: the worker loads it and has no copy of its own', async () => {
    expect(file('isthmus-query.js').bytes).toEqual((await bundleQuery()).bytes)
    const worker = textOf(file('worker.js'))
    expect(worker.includes('from"./isthmus-query.js"')).toBe(true)
    expect(worker.includes('does not start with')).toBe(false)
  })
})

describe('the page', () => {
  it('has every file that it names, and no name leads elsewhere', () => {
    const html = textOf(file('index.html'))
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1])
    expect(named.length).toBeGreaterThan(3)
    for (const name of named) expect(page.map(candidate => candidate.name)).toContain(name)
    for (const { name, bytes } of page) {
      const addresses = new TextDecoder().decode(bytes).match(/\bhttps?:\/\/[^\s"'`]+/g) ?? []
      expect([name, addresses.filter(address => !address.startsWith('http://www.w3.org/'))]).toEqual([name, []])
    }
  })

  it('states the true size of the finder', async () => {
    const stated = gzipBytes(file('isthmus-query.js'))
    expect(textOf(file('page.js')).includes(String(stated))).toBe(true)
  })

  it('is small as well', () => {
    // What makes atlases is loaded by those who draw or bring a map.
    const parts = page.filter(({ name }) => name !== 'isthmus-query.js' && name !== 'making.js')
    expect(parts.reduce((sum, part) => sum + gzipBytes(part), 0)).toBeLessThan(PAGE_GZIP_BYTES_MAX)
  })

  it('has every element that its script asks for', () => {
    const html = textOf(file('index.html'))
    const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(match => match[1]))
    expect(ids.size).toBe([...html.matchAll(/\bid="/g)].length)
    for (const [, id] of html.matchAll(/aria-(?:labelledby|controls)="([^"]+)"/g)) expect(ids).toContain(id)
  })
})
