/** A file whose memory is gone is refused, however often and of whatever kinds of memory others were read before. @fast */
import { expect, it } from 'vitest'
import { stillThere } from '../../src/atlas/file-memory.ts'

type Resizable = ArrayBuffer & { resize(bytes: number): void }
/** TypeScript's library does not know the option yet. */
const ResizableBuffer = ArrayBuffer as unknown as new (bytes: number, options: { maxByteLength: number }) => Resizable

it('is told by compiled code too, which has seen memory of all kinds', () => {
  const resizable = new ResizableBuffer(64, { maxByteLength: 64 })
  const memories = [new ArrayBuffer(64), new SharedArrayBuffer(64), resizable]
  const readers = memories.map(memory => stillThere(new Uint8Array(memory)))
  // The loop runs often enough for V8 to compile it.
  for (let i = 0; i < 300_000; i++) readers[i % 3]()
  const file = new Uint8Array(64)
  const read = stillThere(file)
  read()
  structuredClone(file, { transfer: [file.buffer] })
  expect(read).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
  const readShrunk = stillThere(new Uint8Array(resizable))
  resizable.resize(32)
  expect(readShrunk).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
})

it('a part of a larger memory is there as long as its last byte is', () => {
  const memory = new ResizableBuffer(64, { maxByteLength: 64 })
  const read = stillThere(new Uint8Array(memory, 8, 24))
  memory.resize(32)
  read()
  memory.resize(31)
  expect(read).toThrow(expect.objectContaining({ code: 'ATLAS_DAMAGED' }))
})
