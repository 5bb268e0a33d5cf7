/** Calls between a page and its worker hand files over, and copy nothing else. */
import { expect, it, vi } from 'vitest'

it('hand over the memory of files in calls and in answers', async () => {
  const posted: unknown[][] = []
  const port = { onmessage: null as unknown as (event: object) => Promise<void>, postMessage }
  function postMessage(...given: unknown[]) {
    posted.push(given)
  }
  vi.stubGlobal('self', port)
  vi.stubGlobal('location', { href: 'http://localhost/' })
  vi.stubGlobal(
    'Worker',
    class {
      postMessage = postMessage
    },
  )
  const { answerCalls, startWorker } = await import('../../src/app/viewer/calls.ts')
  const [first, second] = [new Uint8Array(4), new Uint8Array(4)]
  const files = [
    { name: 'a.map', bytes: first },
    { name: 'b.map', bytes: second },
    { name: 'b.map too', bytes: second },
  ]
  const worker = startWorker<Record<string, (...given: unknown[]) => unknown>, never>('worker.js', () => {})
  worker.make(files)
  worker.open('a title', first)
  worker.find({ start: { x: 1, y: 2 } }, null, 'fast')
  expect(posted.map(([, memory]) => memory)).toEqual([[first.buffer, second.buffer], [first.buffer], []])

  posted.length = 0
  const made = { title: 'a', bytes: new Uint8Array(8) }
  const kept = new Int32Array(8)
  answerCalls(() => ({ make: async () => made, find: () => ({ cells: kept }), stop: () => undefined }))
  for (const name of ['make', 'find', 'stop']) await port.onmessage({ data: { call: 1, name, given: [] } })
  expect(posted.map(([, memory]) => memory)).toEqual([[made.bytes.buffer], [], []])
})
