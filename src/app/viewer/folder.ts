/**
 * The same site as a folder, for any static host. Files that are not the viewer's are never written over.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBytes } from '../cli/files.ts'
import { fileProblem, inputProblem } from '../cli/problem.ts'
import { type SiteFile, WORLD_FILES } from './site.ts'

export async function checkFolder(folder: string, page: readonly SiteFile[]): Promise<void> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw fileProblem('write', folder, error)
  }
  const ours = new Set([...page.map(({ name }) => name), ...WORLD_FILES])
  const foreign = names.find(name => !ours.has(name))
  if (foreign !== undefined) {
    throw inputProblem(
      `The folder ${folder} holds ${foreign}, which is not the viewer's. Name a new or an empty folder.`,
    )
  }
}

export async function writeSite(site: readonly SiteFile[], folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw fileProblem('write', folder, error)
  }
  for (const { name, bytes } of site) await writeBytes(join(folder, name), bytes)
}
