/**
 * The kernels that are checked in are those of their sources; a page without WebAssembly gets none, and no error.
 * @first
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compiledKernels } from '../../src/app/package/build-kernels.ts'
import { SWEEPS } from '../../src/kernel/bytes/sweeps-bytes.ts'
import { type Compiled, kernelOn } from '../../src/kernel/kernel.ts'
import { generatorKinds, type KindName } from '../../src/map/generate/index.ts'
import { answersOf } from '../support/answers-worker.ts'

const BYTES = fileURLToPath(new URL('../../src/kernel/bytes', import.meta.url))

describe('the bytes of kernels', () => {
  it('are what their sources compile to; `npm run kernels` makes them so', async () => {
    const texts = await compiledKernels()
    expect([...texts.keys()]).toEqual(readdirSync(BYTES).sort())
    for (const [name, text] of texts) expect(readFileSync(join(BYTES, name), 'utf8') === text, name).toBe(true)
  })
})

describe('a kernel', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('has a memory of its own each time it is bound', () => {
    const [a, b] = [kernelOn(SWEEPS, 1), kernelOn(SWEEPS, 1)]
    expect(a!.memory.byteLength).toBe(1 << 16)
    expect(a!.memory).not.toBe(b!.memory)
    expect(a!.grow(1).byteLength).toBe(2 << 16)
    expect(b!.memory.byteLength).toBe(1 << 16)
  })

  it('is none where there is no WebAssembly, or a policy forbids it', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(kernelOn(SWEEPS, 1)).toBeNull()
    const forbid = () => {
      throw new Error('Refused to compile: unsafe-eval')
    }
    vi.stubGlobal('WebAssembly', { Module: forbid, Memory: forbid, Instance: forbid })
    expect(kernelOn(SWEEPS, 1)).toBeNull()
    vi.unstubAllGlobals()
    expect(kernelOn(SWEEPS, 1)).not.toBeNull()
  })

  it('is none where the engine does not know its instructions', () => {
    const unknown = btoa('\0asm\x01\0\0\0\x01\x04\x01\x60') as Compiled<'none'>
    expect(kernelOn(unknown, 1)).toBeNull()
  })
})

const KINDS = Object.keys(generatorKinds) as KindName[]
/** One for 8 directions, one for 4. */
const FILES_A_KIND = 2
const QUESTIONS = 5

/** A page that forbids WebAssembly bakes the same bytes and finds the same cells: games in lockstep need that. */
it('files and paths of all kinds of ground are the same without WebAssembly', async () => {
  const job = { kinds: KINDS, width: 144, height: 110, questions: QUESTIONS }
  const [kernels, plain] = await Promise.all([answersOf(job, false), answersOf(job, true)])
  expect(Object.keys(kernels.files).length).toBe(FILES_A_KIND * KINDS.length)
  expect(plain.files).toEqual(kernels.files)
  expect(plain.answers).toEqual(kernels.answers)
  const found = Object.values(kernels.answers).filter(answer => answer.startsWith('found'))
  expect(found.length).toBeGreaterThan(KINDS.length * FILES_A_KIND * QUESTIONS)
  expect([kernels.refusals, plain.refusals > 0]).toEqual([0, true])
})
