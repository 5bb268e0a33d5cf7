/**
 * A folder as a store. An object is a file, written under a temporary name, flushed and renamed. A network folder that
 * many machines share works too.
 */
import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IsthmusError } from '../../base/errors.ts'
import type { TileStore } from '../../tiles/object-store.ts'
import { readPieces, writeBytes } from '../cli/files.ts'
import { fileProblem } from '../cli/problem.ts'

export class FolderStore implements TileStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    const path = this.pathOf(name)
    try {
      const handle = await open(path, 'r')
      try {
        const { size } = await handle.stat()
        return await readPieces(handle, Math.max(0, Math.min(length, size - from)), from)
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (isMissing(error)) return null
      throw failed('read', path, error)
    }
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(name)
    try {
      await mkdir(dirname(path), { recursive: true })
    } catch (error) {
      throw failed('write', path, error)
    }
    await writeBytes(path, bytes)
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name)
    await rm(path, { force: true }).catch(error => {
      throw failed('write', path, error)
    })
  }

  async list(prefix: string): Promise<string[]> {
    const top = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    const names: string[] = []
    const folders = [top]
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await this.entriesOf(folder)) {
        // Other writers use names that begin with a dot.
        if (entry.name.startsWith('.')) continue
        if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`)
        else if (entry.isFile()) names.push(folder + entry.name)
      }
    }
    return names.filter(name => name.startsWith(prefix))
  }

  private async entriesOf(folder: string): Promise<Dirent[]> {
    const path = join(this.folder, folder)
    return readdir(path, { withFileTypes: true }).catch(error => {
      if (isMissing(error)) return []
      throw failed('read', path, error)
    })
  }

  /** Names also come from records, and must not lead out of the folder. */
  private pathOf(name: string): string {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) {
      throw new IsthmusError('STORE_FAILED', `${JSON.stringify(name)} is no name of an object in ${this.folder}.`)
    }
    return join(this.folder, name)
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function failed(intent: 'read' | 'write', path: string, error: unknown): IsthmusError {
  return new IsthmusError('STORE_FAILED', fileProblem(intent, path, error).message)
}
