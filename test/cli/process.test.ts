/** What only a process of its own can show: streams, exit status, a reader that leaves. */
import { execFile, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { nativePath } from '../support/native.ts'

const PROGRAM = nativePath('src/app/cli/main.ts')
const { path } = temporaryFolder()

beforeAll(async () => {
  await runCli('generate', 'open', '--size', '300', '-o', path('open.map'))
  await runCli('bake', path('open.map'), '-o', path('open.atlas'))
})

function isthmus(...argv: string[]): Promise<{ status: unknown; out: string; err: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [PROGRAM, ...argv], (error, out, err) => {
      resolve({ status: error?.code ?? 0, out, err })
    })
  })
}

describe('the program', () => {
  it('answers on standard output and says nothing else', async () => {
    const answer = await isthmus('path', path('open.atlas'), '0,0', '299,299', '--json')
    expect([answer.status, answer.err]).toEqual([0, ''])
    expect(JSON.parse(answer.out).cells).toHaveLength(300)
  })

  it('ends with 1 for bad input and 2 for wrong usage, in one line, without a stack trace', async () => {
    const [missing, wrong] = await Promise.all([isthmus('info', path('none.atlas')), isthmus('info', '--no')])
    expect([missing.status, wrong.status]).toEqual([1, 2])
    for (const { out, err } of [missing, wrong]) {
      expect(out).toBe('')
      expect(err).toMatch(/^isthmus info: [^\n]+\n$/)
    }
  })

  it('ends quietly when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'path', path('open.atlas'), '0,0', '299,0', '--json'])
    child.stdout.destroy()
    let err = ''
    child.stderr.on('data', text => {
      err += text
    })
    const status = await new Promise(resolve => child.once('close', resolve))
    expect([status, err]).toEqual([0, ''])
  })

  it('reads from a pipe and writes into one, from the map to the answer', async () => {
    const cli = `'${process.execPath}' '${PROGRAM}'`
    const line = [
      `${cli} generate open --size 60 --format text -o -`,
      `${cli} bake - -o -`,
      `${cli} path - 0,0 59,59 --json`,
    ].join(' | ')
    const { out, err } = await new Promise<{ out: string; err: string }>(resolve => {
      execFile('/bin/sh', ['-c', line], (_, out, err) => resolve({ out, err }))
    })
    expect(JSON.parse(out).cells).toHaveLength(60)
    // What the first two say of their files went to standard error.
    expect(err).toMatch(/^-: open of 60 x 60 cells[\s\S]*\n-: 60 x 60 cells, [\s\S]*bytes a cell\.\n$/)
  })

  it('answers each pair of a pipe before it reads the next', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'path', path('open.atlas'), '--pairs', '-'])
    const answer = async (pair: string) => {
      child.stdin.write(`${pair}\n`)
      return JSON.parse(String(await new Promise(resolve => child.stdout.once('data', resolve))))
    }
    expect((await answer('0,0,5,0')).cost).toBe(5)
    expect((await answer('0,0,0,7')).cost).toBe(7)
    child.stdin.end()
    expect(await new Promise(resolve => child.once('close', resolve))).toBe(0)
  })

  it('reads standard input once: a second input of it is refused', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'verify', '-', '--map', '-'])
    let err = ''
    child.stderr.on('data', text => {
      err += text
    })
    child.stdin.end('....\n')
    expect(await new Promise(resolve => child.once('close', resolve))).toBe(2)
    expect(err).toContain('only one input can be -')
  })

  it('says so when its output has no room', async () => {
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
    const child = spawn(process.execPath, [PROGRAM, '--help'], { stdio: [...stdio] })
    let err = ''
    child.stderr!.on('data', text => {
      err += text
    })
    const status = await new Promise(resolve => child.once('close', resolve))
    expect(status).toBe(1)
    expect(err).toMatch(
      /^isthmus: Cannot write to standard output: no space left[^\n]*\n$|^isthmus: [^\n]*no space[^\n]*\n$/,
    )
  })
})
