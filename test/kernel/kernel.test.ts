/** The kernels that are checked in are those of their sources; a page without WebAssembly gets none, and no error. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compiledKernels } from '../../src/app/package/build-kernels.ts'
import { SWEEPS } from '../../src/kernel/bytes/sweeps-bytes.ts'
import { type Compiled, kernelOn } from '../../src/kernel/kernel.ts'

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
