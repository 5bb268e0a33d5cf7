/**
 * Searches for many goals, as what an atlas is handed for its finders.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { Waves } from '../wave/wave.ts'
import type { Extras, InnerExtras } from './extras.ts'
import { Field, type FieldGoals, type FieldMap, goalsOf } from './field.ts'
import { ManySearch } from './many-search.ts'

/** Fields of one version share the ground that their waves spread over. */
const mapOfColumns = new WeakMap<AtlasColumns, FieldMap>()

function mapOf(columns: AtlasColumns): FieldMap {
  let map = mapOfColumns.get(columns)
  if (map === undefined) {
    map = { columns, waves: new Waves(columns.terrain) }
    mapOfColumns.set(columns, map)
  }
  return map
}

const inner: InnerExtras = {
  many: (columns, routes) => new ManySearch(columns, routes),
  changingField: (columnsNow: () => AtlasColumns, goals: FieldGoals) =>
    new Field(() => mapOf(columnsNow()), goalsOf(goals, columnsNow().terrain)),
}

export const many: Extras = inner
