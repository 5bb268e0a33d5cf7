/**
 * `npm run bench:compare`: suites that hold one way of doing a thing against another. Benny runs them; the table after each
 * says how many times as long as the first case the others take, which its "percent slower" hides.
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
