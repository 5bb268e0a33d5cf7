/**
 * The recipes are run as they stand on their page: all are compiled, those for a browser are bundled, the others print what
 * their comments say.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf, Project, pageText, printedByComments } from '../support/pages.ts'

const TIMEOUT_MS = 120_000

interface Recipe {
  readonly name: string
  /** 'browser' or 'worker' where it is bundled; empty where it runs by itself. */
  readonly kind: string
  readonly text: string
}

const recipes = blocksOf(pageText('src/RECIPES.md'), 'ts').map((text): Recipe => {
  const [, name, kind = ''] = /^\/\/ ([\w-]+\.ts)(?: \((\w+)\))?\n/.exec(text)!
  return { name, kind, text: `${text}\nexport {}\n` }
})
const project = new Project(['es2023', 'dom'])

beforeAll(() => {
  for (const { name, text } of recipes) project.add(name, text)
})
afterAll(() => rmSync(project.folder, { recursive: true }))

describe('the recipes', () => {
  it('compile', { timeout: TIMEOUT_MS }, () => {
    expect(recipes.length).toBeGreaterThan(5)
    expect(() => project.compile()).not.toThrow()
  })

  it.each(recipes.filter(({ kind }) => kind === 'browser'))('bundle for a browser: $name', async ({ name }) => {
    const text = await bundle(name, 'browser')
    expect(/["']node:/.test(text)).toBe(false)
  })

  it('print what their comments say, in the order of the page', { timeout: TIMEOUT_MS }, async () => {
    for (const { name, kind } of recipes) {
      if (kind === 'worker') project.add(name.replace('.ts', '.js'), await bundle(name, 'node'))
    }
    for (const { name, text } of recipes.filter(({ kind }) => kind === '')) {
      const printed = project.run(name).split('\n').filter(Boolean)
      expect(printed, name).toEqual(printedByComments(text))
    }
  })
})

async function bundle(name: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [join(project.folder, name)],
    ...{ bundle: true, write: false, format: 'esm', platform, logLevel: 'silent' },
    tsconfig: join(project.folder, 'tsconfig.json'),
  })
  expect(warnings).toEqual([])
  return outputFiles[0].text
}
