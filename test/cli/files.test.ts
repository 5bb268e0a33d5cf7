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
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Arguments } from '../../src/app/cli/arguments.ts'
import { checkWritable, readBytes, writeBytes } from '../../src/app/cli/files.ts'
import type { Io } from '../../src/app/cli/io.ts'
import { Problem } from '../../src/app/cli/problem.ts'
import { loadAtlas, loadSource, loadWorld } from '../../src/app/cli/source.ts'
import { nativePath } from '../support/native.ts'

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

describe('temporary names', () => {
  it('never meet: of several writers to one file at once each succeeds, and one has the last word', async () => {
    const pieces = [65, 66, 67, 68].map(letter => new Uint8Array(3_000_000).fill(letter))
    await Promise.all(pieces.map(piece => writeBytes(inFolder('a'), piece)))
    expect(pieces.map(piece => piece[0])).toContain(readFileSync(inFolder('a'))[0])
    expect(new Set(readFileSync(inFolder('a'))).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['a'])
  })

  it("survive a leftover of the same process id, which is somebody else's and stays", async () => {
    writeFileSync(inFolder(`.a.${process.pid}.tmp`), 'theirs')
    await writeBytes(inFolder('a'), someBytes)
    expect(readdirSync(folder)).toEqual([`.a.${process.pid}.tmp`, 'a'])
  })

  it('that were left behind long ago are swept, and nothing else is', async () => {
    const old = new Date(Date.now() - 7_200_000)
    const [stale, fresh, other] = [
      '.a.isthmus-0123456789abcdef.tmp',
      '.a.isthmus-fedcba9876543210.tmp',
      '.a.isthmus-x.tmp',
    ]
    const foreign = '.b.isthmus-0123456789abcdef.tmp'
    for (const name of [stale, fresh, other, foreign]) writeFileSync(inFolder(name), 'x')
    for (const name of [stale, other, foreign]) utimesSync(inFolder(name), old, old)
    await writeBytes(inFolder('a'), someBytes)
    expect(readdirSync(folder)).toEqual([fresh, other, foreign, 'a'].sort())
  })

  it('fit the file system where the name itself just fits, of letters of several bytes too', async () => {
    for (const name of ['a'.repeat(250), 'ä'.repeat(125)]) await writeBytes(inFolder(name), someBytes)
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

describe('what has no end', () => {
  it('is refused from its first bytes, as map and as atlas', async () => {
    await expect(loadAtlas('/dev/zero')).rejects.toThrow('/dev/zero: This is no atlas')
    const loadMap = (options: [string, string[]][]) =>
      loadSource('/dev/zero', new Arguments([], new Map(options)), {} as Io)
    await expect(loadWorld('/dev/zero')).rejects.toThrow('/dev/zero: This is no world')
    await expect(loadMap([])).rejects.toThrow('/dev/zero: These bytes are no map')
    await expect(loadMap([['raw-width', ['3']]])).rejects.toThrow('/dev/zero is larger than 98304 bytes')
  })

  it('is not looked for in a file: a large one of another kind is refused unread', async () => {
    writeFileSync(inFolder('large'), 'x')
    truncateSync(inFolder('large'), 2 ** 33)
    await expect(loadAtlas(inFolder('large'))).rejects.toThrow('large: This is no atlas')
    await expect(readBytes(inFolder('large'))).rejects.toThrow('large is larger than 4 GiB')
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
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'by %s leaves neither a half nor a temporary file',
    async signal => {
      const files = pathToFileURL(nativePath('src/app/cli/files.ts')).href
      const script = `
      const { writeBytes } = await import(${JSON.stringify(files)})
      const bytes = new Uint8Array(1 << 27)
      process.stdout.write('ready')
      for (;;) await writeBytes(${JSON.stringify(inFolder('large'))}, bytes)`
      const child = spawn(process.execPath, ['--input-type=module', '-e', script])
      await new Promise(resolve => child.stdout.once('data', resolve))
      while (!readdirSync(folder).some(name => name.endsWith('.tmp')))
        await new Promise(resolve => setTimeout(resolve, 2))
      child.kill(signal)
      const ended = await new Promise(resolve => child.once('exit', (_, by) => resolve(by)))
      expect(ended).toBe(signal)
      expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
      if (existsSync(inFolder('large'))) expect(statSync(inFolder('large')).size).toBe(1 << 27)
    },
  )
})
