/**
 * The place of a plan, as named on the command line: a folder, `s3://bucket/prefix`, or a web address for reading only.
 * The place holds the plan, its tiles, their records and the crown.
 */
import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { IsthmusError } from '../../base/errors.ts'
import { HttpStore, type TileStore } from '../../tiles/tile-store.ts'
import { makeFolder, readPieces, writeBytes } from '../cli/files.ts'
import { fileProblem } from '../cli/problem.ts'

export const PLAN_NAME = 'plan.json'

export async function openPlace(place: string): Promise<TileStore> {
  if (/^https?:\/\//.test(place)) return new HttpStore(place)
  if (place.startsWith('s3://')) return (await import('./s3-store.ts')).openS3(place)
  return new FolderStore(resolve(place))
}

/** Whether the text names a place on another machine. */
export function isRemote(place: string): boolean {
  return /^(https?|s3):\/\//.test(place)
}

/** Whether the text names a plan: a folder with one, or any place on another machine. */
export async function isPlan(named: string): Promise<boolean> {
  if (isRemote(named)) return true
  const status = await stat(join(named, PLAN_NAME)).catch(() => undefined)
  return status?.isFile() ?? false
}

/** The digest of a plan or a source, in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * A folder as a store. An object is a file, written under a temporary name, flushed and renamed. A network folder that
 * many machines share works too.
 */
export class FolderStore implements TileStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    return tried('read', this.pathOf(name), async path => {
      const handle = await open(path, 'r')
      try {
        const { size } = await handle.stat()
        return await readPieces(handle, Math.max(0, Math.min(length, size - from)), from)
      } finally {
        await handle.close()
      }
    })
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(name)
    await tried('write', path, () => makeFolder(dirname(path)))
    await writeBytes(path, bytes)
  }

  async remove(name: string): Promise<void> {
    await tried('write', this.pathOf(name), path => rm(path, { force: true }))
  }

  async list(prefix: string): Promise<string[]> {
    const top = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    const names: string[] = []
    const folders = [top]
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const path = join(this.folder, folder)
      const entries = await tried('read', path, () => readdir(path, { withFileTypes: true }))
      for (const entry of entries ?? []) {
        // Other writers use names that begin with a dot.
        if (entry.name.startsWith('.')) continue
        if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`)
        else if (entry.isFile()) names.push(folder + entry.name)
      }
    }
    return names.filter(name => name.startsWith(prefix))
  }

  /** Names also come from records, and must not lead out of the folder. */
  private pathOf(name: string): string {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) {
      throw new IsthmusError('STORE_FAILED', `${JSON.stringify(name)} is no name of an object in ${this.folder}.`)
    }
    return join(this.folder, name)
  }
}

/** Does the work on a file or folder; null where there is none to read. */
async function tried<T>(intent: 'read' | 'write', path: string, work: (path: string) => Promise<T>): Promise<T | null> {
  return work(path).catch((error: NodeJS.ErrnoException) => {
    if (intent === 'read' && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw new IsthmusError('STORE_FAILED', fileProblem(intent, path, error).message)
  })
}
