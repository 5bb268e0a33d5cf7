/** `npm run bench:readme FILE...`: writes the README's performance section from saved results. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './peers/load.ts'
import { withPerformance } from './report/readme.ts'
import { loadResults } from './report/results.ts'
import { orTell } from './session.ts'

await orTell(() => {
  const files = process.argv.slice(2)
  if (files.length === 0) throw new Error('Name the files of saved results: npm run bench:readme FILE...')
  const readme = join(repositoryRoot(), 'README.md')
  writeFileSync(readme, withPerformance(readFileSync(readme, 'utf8'), files.map(loadResults)))
})
