/**
 * Searches for many goals, as extras of an atlas.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { copyOf } from '../map/terrain.ts'
import { Waves } from '../wave/wave.ts'
import type { Extras, InnerExtras } from './extras.ts'
import { Field, type FieldMap, goalsOf } from './field.ts'
import { ManySearch } from './many-search.ts'

/** Fields over one map that changes share the ground that their waves spread over. */
const fieldMapOf = new WeakMap<{ readonly columns: AtlasColumns }, FieldMap & { readonly waves: Waves }>()

function fieldMapNow(map: { readonly columns: AtlasColumns }): FieldMap {
  const { columns } = map
  const known = fieldMapOf.get(map)
  if (known?.columns === columns) return known
  const isKept = known?.waves.update(columns.terrain) ?? false
  const now = { columns, waves: isKept ? known!.waves : new Waves(copyOf(columns.terrain)) }
  fieldMapOf.set(map, now)
  return now
}

const inner: InnerExtras = {
  many: (columns, routes) => new ManySearch(columns, routes),
  changingField: (map, goals) => new Field(() => fieldMapNow(map), goalsOf(goals, map.columns.terrain)),
}

export const many: Extras = inner
