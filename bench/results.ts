/** `npm run bench:results FILE...`: writes the tables of RESULTS.md from saved results. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './peers/load.ts'
import { withPerformance } from './report/page.ts'
import { loadResults } from './report/saved-results.ts'
import { orTell } from './session.ts'

await orTell(() => {
  const files = process.argv.slice(2)
  if (files.length === 0) throw new Error('Name the files of saved results: npm run bench:results FILE...')
  const page = join(repositoryRoot(), 'bench/RESULTS.md')
  writeFileSync(page, withPerformance(readFileSync(page, 'utf8'), files.map(loadResults)))
})
