/**
 * Searches for many goals, as extras of an atlas.
 */
import type { Extras, InnerExtras } from './extras.ts'
import { ManySearch } from './many-search.ts'

const inner: InnerExtras = { many: finder => new ManySearch(finder) }

export const many: Extras = inner
