/**
 * Columns are views of the memory of a file. Where that was transferred to another thread or shrunk, views read nothing: all
 * cells would seem walls. So whoever reads columns asks first whether the file is there.
 */
import { IsthmusError } from '../base/errors.ts'

/** Throws once the bytes are fewer than they were. */
export function stillThere(file: Uint8Array): () => void {
  const { length } = file
  return () => {
    if (file.length !== length) throw gone()
  }
}

function gone(): IsthmusError {
  return new IsthmusError(
    'ATLAS_DAMAGED',
    'The atlas is gone: the memory of its file was transferred or shrunk. Open a copy, such as bytes.slice().',
  )
}
