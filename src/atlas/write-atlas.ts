/**
 * Columns -> the bytes of an atlas.
 */
import { writingSections } from '../base/section-file.ts'
import { finish, type Work } from '../base/work.ts'
import { type AtlasColumns, sectionsOf } from './columns.ts'
import { ATLAS } from './layout.ts'

export function writeAtlas(columns: AtlasColumns): Uint8Array<ArrayBuffer> {
  return finish(writing(columns))
}

export function writing(columns: AtlasColumns): Work<Uint8Array<ArrayBuffer>> {
  return writingSections(ATLAS, sectionsOf(columns))
}
