/** `npm run bench:results FILE...`: writes the tables of RESULTS.md from saved results. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argumentsOf } from './arguments.ts'
import { repositoryRoot } from './peers/load.ts'
import { withPerformance } from './report/page.ts'
import { loadResults } from './report/saved-results.ts'
import { orTell } from './session.ts'

const HELP = `npm run bench:results FILE..
  FILE            what other benches saved with --json FILE: their tables replace those of the same commands in RESULTS.md
`

const { positionals: files } = argumentsOf(HELP, {}, true)

await orTell(() => {
  if (files.length === 0) throw new Error('Name the files of saved results: npm run bench:results FILE...')
  const page = join(repositoryRoot(), 'bench/RESULTS.md')
  writeFileSync(page, withPerformance(readFileSync(page, 'utf8'), files.map(loadResults)))
})
