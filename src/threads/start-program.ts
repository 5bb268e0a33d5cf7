/**
 * Starts a program of this package on a thread of Node. When run from source, the thread first registers a loader for
 * TypeScript.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** `program` ends in .js where the package is built, and in .ts in its sources. */
export function startProgram(program: URL): Worker {
  if (program.pathname.endsWith('.js')) return new Worker(program, { execArgv: [] })
  const tsx = pathToFileURL(createRequire(program).resolve('tsx'))
  const loader = new URL('esm/api/index.mjs', tsx).href
  const lines = `import { register } from '${loader}'\nregister()\nawait import('${program.href}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(lines)}`), { execArgv: [] })
}

/** The program `name` that lies beside the module at `url`. */
export function programBeside(url: string, name: string): URL {
  return new URL(`./${name}.${url.endsWith('.js') ? 'js' : 'ts'}`, url)
}
