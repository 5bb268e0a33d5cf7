/**
 * `isthmus path --explain` and `--quality`: the same explanation and the same path as the library's.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openAtlas } from '../../src/index.ts'
import { jsonOf, runCli, temporaryFolder } from '../support/cli.ts'

const { path } = temporaryFolder()
const ENDS = ['1,1', '180,150']

async function bakeScatter(size = 200): Promise<void> {
  await runCli('generate', 'scatter', '--size', String(size), '--seed', '7', '-o', path('world.map'))
  await runCli('bake', path('world.map'), '-o', path('world.atlas'))
}

describe('path', () => {
  it('explains an answer in words and, for a program, in numbers', async () => {
    await bakeScatter(600)
    const atlas = openAtlas(new Uint8Array(readFileSync(path('world.atlas'))))
    const finder = atlas.finder()
    const from = finder.find(1, 1, 580, 550, { nearest: true })
    const { segments, lowerBound } = from.explain()
    const ends = [from.start, from.goal].map(({ x, y }) => `${x},${y}`)
    const { explanation } = await jsonOf('path', path('world.atlas'), ...ends, '--explain')
    expect(explanation).toMatchObject({ status: 'found', lowerBound, segments })
    expect(explanation.timeUs.route).toBeGreaterThanOrEqual(0)
    const { out } = await runCli('path', path('world.atlas'), ...ends, '--explain')
    expect(out.match(/^ {4}\d /gm)).toHaveLength(segments.length)
    expect(out).toContain('no path costs less than')
  })

  it('explains a refusal', async () => {
    writeFileSync(path('wall.txt'), '..#..\n..#..\n')
    await runCli('bake', path('wall.txt'), '-o', path('wall.atlas'))
    const { status, out } = await runCli('path', path('wall.atlas'), '0,0', '4,1', '--explain')
    expect(status).toBe(0)
    expect(out).toContain('on island 0, 4 cells')
    expect(out).toContain('2.00 cells from 1,0 to 3,0')
  })

  it('finds the optimum when asked for it, and knows no other qualities', async () => {
    await bakeScatter()
    const plain = await jsonOf('path', path('world.atlas'), ...ENDS, '--nearest')
    const exact = await jsonOf('path', path('world.atlas'), ...ENDS, '--nearest', '--quality', 'exact')
    const atlas = openAtlas(new Uint8Array(readFileSync(path('world.atlas'))))
    expect(exact.cost).toBe(atlas.finder().find(1, 1, 180, 150, { nearest: true, quality: 'exact' }).cost)
    expect(exact.cost).toBeLessThanOrEqual(plain.cost)
    expect(await runCli('path', path('world.atlas'), ...ENDS, '--quality', 'superb')).toMatchObject({ status: 2 })
  })
})
