import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkWritable, readBytes, writeBytes } from '../../src/app/cli/files.ts'
import { Problem } from '../../src/app/cli/problem.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isthmus-files-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
const inFolder = (name: string) => join(folder, name)
const someBytes = Uint8Array.from({ length: 100_000 }, (_, i) => i * 7)

describe('a file', () => {
  it('is read back as it was written, and nothing lies beside it', async () => {
    await writeBytes(inFolder('a.atlas'), someBytes)
    expect(await readBytes(inFolder('a.atlas'))).toEqual(someBytes)
    expect(readdirSync(folder)).toEqual(['a.atlas'])
  })

  it('of no bytes is a file all the same', async () => {
    await writeBytes(inFolder('empty'), new Uint8Array(0))
    expect(await readBytes(inFolder('empty'))).toEqual(new Uint8Array(0))
  })

  it('is replaced whole and keeps its rights', async () => {
    writeFileSync(inFolder('a'), 'older and longer than what comes', { mode: 0o640 })
    await writeBytes(inFolder('a'), Uint8Array.of(65))
    expect(readFileSync(inFolder('a'), 'utf8')).toBe('A')
    expect(statSync(inFolder('a')).mode & 0o777).toBe(0o640)
  })

  it('behind a link is replaced where it lies', async () => {
    mkdirSync(inFolder('real'))
    writeFileSync(inFolder('real/a'), 'old')
    symlinkSync(inFolder('real/a'), inFolder('link'))
    await writeBytes(inFolder('link'), Uint8Array.of(66))
    expect(readFileSync(inFolder('real/a'), 'utf8')).toBe('B')
    expect(readdirSync(inFolder('real'))).toEqual(['a'])
  })

  it('that is a device is written to and stays one', async () => {
    await writeBytes('/dev/null', someBytes)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    expect(await readBytes('/dev/null')).toHaveLength(0)
  })

  it('on a full disk leaves a sentence', async () => {
    await expect(writeBytes('/dev/full', someBytes)).rejects.toThrow(
      'Cannot write /dev/full: no space is left on the disk. Make room, or choose another disk.',
    )
  })
})

describe('what cannot be read or written', () => {
  it('is told with the remedy', async () => {
    mkdirSync(inFolder('sub'))
    writeFileSync(inFolder('file'), 'x')
    const refusals = [
      [() => readBytes(inFolder('none')), 'does not exist. Check the name and the current folder.'],
      [() => readBytes(inFolder('sub')), 'it is a folder. Name a file inside it.'],
      [() => readBytes(inFolder('file/x')), 'a part of its path is not a folder. Check the path.'],
      [() => writeBytes(inFolder('none/x'), someBytes), 'it does not exist. Create its folder first.'],
      [() => writeBytes(inFolder('sub'), someBytes), 'it is a folder. Add a file name to it.'],
      [() => writeBytes(inFolder('file/x'), someBytes), 'a part of its path is not a folder. Check the path.'],
      [() => checkWritable(inFolder('none/x')), 'Create its folder first.'],
      [() => checkWritable(inFolder('sub')), 'Add a file name to it.'],
      [() => checkWritable(''), 'The output has no name: write -o FILE.'],
    ] as const
    for (const [work, message] of refusals) {
      const problem = await work().then(
        () => 'nothing was refused',
        (error: unknown) => error,
      )
      expect(problem).toBeInstanceOf(Problem)
      expect((problem as Problem).message).toContain(message)
    }
    expect(readdirSync(folder).sort()).toEqual(['file', 'sub'])
  })

  it('is an output that is the input as well, by whatever name', async () => {
    writeFileSync(inFolder('map'), 'x')
    symlinkSync(inFolder('map'), inFolder('link'))
    await expect(checkWritable(inFolder('sub/../link'), [inFolder('map')])).rejects.toThrow(Problem)
    await expect(checkWritable(inFolder('link'), [inFolder('map')])).rejects.toThrow('is the input as well')
    await expect(checkWritable(inFolder('other'), [inFolder('map')])).resolves.toBeUndefined()
  })
})

describe('a process that is stopped while it writes', () => {
  // A process takes its time to start where others are busy.
  vi.setConfig({ testTimeout: 60_000 })

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s leaves neither a half nor a temporary file', async signal => {
    const files = new URL('../../src/app/cli/files.ts', import.meta.url).href
    const script = `
      const { writeBytes } = await import(${JSON.stringify(files)})
      const bytes = new Uint8Array(1 << 27)
      process.stdout.write('ready')
      for (;;) await writeBytes(${JSON.stringify(inFolder('large'))}, bytes)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
    await new Promise(resolve => child.stdout.once('data', resolve))
    while (!readdirSync(folder).some(name => name.endsWith('.tmp')))
      await new Promise(resolve => setTimeout(resolve, 2))
    child.kill(signal)
    const ended = await new Promise(resolve => child.once('exit', (_, by) => resolve(by)))
    expect(ended).toBe(signal)
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
    if (existsSync(inFolder('large'))) expect(statSync(inFolder('large')).size).toBe(1 << 27)
  })
})
