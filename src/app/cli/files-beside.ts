/**
 * Files that another file names. Only files below its folder are read, even through links.
 */
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pathFrom } from '../../format/world/fields.ts'
import { readBytes } from './files.ts'
import { inputProblem } from './problem.ts'

export class FilesBeside {
  /** The file itself, and all files read for it. */
  readonly read: string[]
  private readonly folder: string

  constructor(file: string) {
    this.folder = dirname(file)
    this.read = [file]
  }

  /** The bytes of a file by its path below the folder. */
  async bytes(named: string): Promise<Uint8Array> {
    const path = join(this.folder, pathFrom('', named))
    const [folder, real] = await Promise.all([this.folder, path].map(one => realpath(one).catch(() => one)))
    if (real !== path && !real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
      throw inputProblem(`${path} is a link that leads out of ${this.folder}: copy the file there.`)
    }
    this.read.push(path)
    return readBytes(path)
  }

  /** The names in the folder, for files that name others by a pattern. */
  async names(): Promise<string[]> {
    return readdir(this.folder).catch(() => [])
  }
}
