/**
 * Columns are views of the memory of a file. Where that was transferred to another thread or shrunk, views read nothing: all
 * cells would seem walls. So whoever reads columns asks first whether the file is there.
 */
import { IsthmusError } from '../base/errors.ts'

/**
 * Throws once the memory is smaller than it was. It reads the length of the buffer. For a transferred array V8 11 may give the
 * old length, in compiled code that has read arrays of resizable buffers.
 */
export function stillThere({ buffer, byteOffset, length }: Uint8Array): () => void {
  return () => {
    if (buffer.byteLength >= byteOffset + length) return
    throw new IsthmusError(
      'ATLAS_DAMAGED',
      'The atlas is gone: the memory of its file was transferred or shrunk. Open a copy, such as bytes.slice().',
    )
  }
}
