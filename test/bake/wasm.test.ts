/**
 * A machine or a page may allow no programs, or know no numbers side by side: then who asked for one does without. A program
 * that is none is a fault, and is told as one.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { i32, local, programOf, type Routine } from '../../src/base/wasm.ts'

const SIMD = 0xfd
const sound: Routine = { values: 1, locals: [], body: [local.get(0), local.set(0)] }
const broken: Routine = { values: 0, locals: [], body: [i32.add] }

describe('a program of numbers side by side', () => {
  // What an engine has; types of Node alone do not name it.
  const engine = (globalThis as unknown as { WebAssembly: { Module: unknown; validate(bytes: Uint8Array): boolean } })
    .WebAssembly

  afterEach(() => vi.restoreAllMocks())

  it('is none where a policy forbids programs', () => {
    expect(programOf(1, { sound })).not.toBeNull()
    vi.spyOn(engine as { Module: () => void }, 'Module').mockImplementation(() => {
      throw new Error('Refused to compile: unsafe-eval')
    })
    expect(programOf(1, { sound })).toBeNull()
  })

  it('is none where the engine is too old for it', () => {
    vi.spyOn(engine, 'validate').mockImplementation(bytes => !bytes.includes(SIMD))
    expect(programOf(1, { broken })).toBeNull()
  })

  it('is told where it is no program', () => {
    expect(() => programOf(1, { broken })).toThrow(/not enough arguments|Compiling/)
  })
})
