/**
 * Packages that only some commands need. They are loaded on demand; if one is missing, the error says how to install
 * it.
 */
import { inputProblem } from '../cli/problem.ts'

/** By package name: the versions to install. */
const VERSIONS = { aws4fetch: 'aws4fetch@1', bullmq: 'bullmq@6 ioredis@6' } as const

export async function loadPackage<T>(name: keyof typeof VERSIONS, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    if (!isMissing || !/bullmq|ioredis|aws4fetch/.test(message)) throw error
    throw inputProblem(`A package is missing. Install it: npm install ${VERSIONS[name]}.`)
  }
}
