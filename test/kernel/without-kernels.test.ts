/** A page that forbids WebAssembly bakes the same bytes and finds the same cells: games in lockstep need that. */
import { expect, it } from 'vitest'
import { generatorKinds, type KindName } from '../../src/map/generate/index.ts'
import { answersOf } from '../support/answers-worker.ts'

const KINDS = Object.keys(generatorKinds) as KindName[]
const FILES_A_KIND = 4
const QUESTIONS = 5

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
