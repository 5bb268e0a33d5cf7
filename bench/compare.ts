/**
 * `npm run bench:compare`: suites that compare several ways of doing one thing. Benny runs them. The table after each
 * gives the time of each case relative to the first, which Benny's "percent slower" hides.
 */
import { argumentsOf } from './arguments.ts'
import { terminalText } from './report/table.ts'
import { firstAnswer } from './suites/first-answer.ts'
import { longPath } from './suites/long-path.ts'
import { refusal } from './suites/refusal.ts'
import { casesTable } from './tables/cases.ts'

argumentsOf('npm run bench:compare      it has no options\n', {})

const suites = [longPath, refusal, firstAnswer]

for (const suite of suites) process.stdout.write(`\n${terminalText(casesTable(await suite()))}\n`)
