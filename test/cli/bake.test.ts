/** What `isthmus bake` does beside baking: threads, room, and an end before the end. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkRoom, roomFor } from '../../src/app/cli/commands/bake-command.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { nativePath } from '../support/native.ts'

const { path, names } = temporaryFolder()

beforeAll(async () => {
  await runCli('generate', 'scatter', '--size', '1100', '-o', path('large.map'))
})

describe('the room for a bake', () => {
  const plenty = { memoryBytes: 1e12, diskBytes: 1e12 }

  it('is enough for a small map on any machine', () => {
    expect(() => checkRoom(1e6, { memoryBytes: 1e8, diskBytes: 1e8 }, 'a.atlas')).not.toThrow()
  })

  it('is refused with what is needed, what there is, and the remedy', () => {
    expect(() => checkRoom(1e9, plenty, 'a.atlas')).not.toThrow()
    expect(() => checkRoom(1e9, { ...plenty, memoryBytes: 1e9 }, 'a.atlas')).toThrow(
      /needs about 2.00 GB of memory beside the map, and 1.00 GB are free. .*--force/,
    )
    expect(() => checkRoom(1e9, { ...plenty, diskBytes: 1e8 }, 'a.atlas')).toThrow(
      /needs 500 MB of disk or more, and 100 MB are free where a.atlas goes. .*--force/,
    )
  })

  it('is what this machine has, and without end where no file is made', async () => {
    const { memoryBytes, diskBytes } = await roomFor(path('new.atlas'))
    expect(memoryBytes).toBeGreaterThan(1e6)
    expect(diskBytes).toBeGreaterThan(1e6)
    expect((await roomFor('/dev/null')).diskBytes).toBe(Infinity)
  })
})

describe('isthmus bake', () => {
  it('writes the same file on all cores as on one thread', async () => {
    await runCli('bake', path('large.map'), '-o', path('cores.atlas'))
    await runCli('bake', path('large.map'), '-o', path('one.atlas'), '--workers', '1', '--force')
    expect(readFileSync(path('cores.atlas')).equals(readFileSync(path('one.atlas')))).toBe(true)
  })

  it('leaves nothing behind when it is stopped', async () => {
    const argv = ['bake', path('large.map'), '-o', path('stopped.atlas'), '--workers', '2']
    const child = spawn(process.execPath, [nativePath('src/app/cli/main.ts'), ...argv])
    await new Promise(resolve => setTimeout(resolve, 500))
    child.kill('SIGINT')
    const ended = await new Promise(resolve => child.once('close', (status, signal) => resolve(signal ?? status)))
    // On a machine so fast that the bake is done by then, the atlas is whole.
    expect(['SIGINT', 0]).toContain(ended)
    if (ended === 'SIGINT') expect(names().filter(name => name.includes('stopped'))).toEqual([])
  })
})
