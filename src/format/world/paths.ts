/**
 * Paths in files. A path starts at the folder of the file that contains it, and never leaves the folder of the world.
 */
import { failMap } from './fields.ts'

/** The path below the world's folder, for the path `named` in the file `base`. */
export function pathFrom(base: string, named: string): string {
  const path = named.replaceAll('\\', '/')
  if (path === '' || path.includes('\0') || path.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(path)) {
    failMap(base, `it names the file "${named}": a path below the world's folder was expected.`)
  }
  const parts = base.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined)
      failMap(base, `it names the file "${named}", which lies outside the world's folder.`)
  }
  return parts.join('/')
}

/** The name of a map, from its file name. */
export function nameOfFile(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const dot = last.indexOf('.')
  return dot > 0 ? last.slice(0, dot) : last
}
