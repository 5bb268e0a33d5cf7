/** The command line in this very process, with streams that remember and a folder that goes away. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { run } from '../../src/app/cli/run.ts'

export interface CliResult {
  readonly status: number
  readonly out: string
  readonly err: string
}

export async function runCli(...argv: string[]): Promise<CliResult> {
  const result = { status: 0, out: '', err: '' }
  result.status = await run(argv, {
    out: text => {
      result.out += text
    },
    err: text => {
      result.err += text
    },
    isErrTerminal: false,
    errColumns: 80,
    nowMs: () => performance.now(),
  })
  return result
}

/** The JSON document of a run that must succeed, which is all of its standard output. */
export async function jsonOf(...argv: string[]): Promise<ReturnType<typeof JSON.parse>> {
  const { status, out, err } = await runCli(...argv, '--json')
  if (status !== 0) throw new Error(`status ${status}: ${err}`)
  if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one line of JSON: ${out}`)
  return JSON.parse(out)
}

/** A folder for the tests of one file. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-cli-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return { path: (name: string) => join(folder, name), names: () => readdirSync(folder).sort() }
}
