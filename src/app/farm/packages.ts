/**
 * Packages that only some commands need. They are loaded on demand; if one is missing, the error says how to install
 * it.
 */
import { inputProblem } from '../cli/problem.ts'

/** The packages to install, by what needs them. */
export const VERSIONS = {
  aws4fetch: 'aws4fetch@1',
  bullmq: 'bullmq@6 ioredis@6',
  service: 'fastify@5 @sinclair/typebox@0.34 prom-client@15',
} as const
const NAMES = /bullmq|ioredis|aws4fetch|fastify|typebox|prom-client/

export async function loadPackage<T>(name: keyof typeof VERSIONS, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    if (!isMissing || !NAMES.test(message)) throw error
    throw inputProblem(`A package is missing. Install it: npm install ${VERSIONS[name]}.`)
  }
}
