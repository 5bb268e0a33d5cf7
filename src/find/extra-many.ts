/**
 * Searches for many goals, as what an atlas is handed for its finders.
 */
import type { Extras } from './extras.ts'
import { ManySearch } from './many.ts'

export const many: Extras = { many: (columns, connector) => new ManySearch(columns, connector) }
