/**
 * Searches for many goals, as what an atlas is handed for its finders.
 */
import type { Extras, InnerExtras } from './extras.ts'
import { ManySearch } from './many-search.ts'

const inner: InnerExtras = { many: (columns, connector) => new ManySearch(columns, connector) }

export const many: Extras = inner
