/**
 * Routes by hubs, as an extra of atlases that were baked with hubs.
 */
import { hubsOf } from '../atlas/hub-costs.ts'
import { HubSearch } from '../route/hub-search.ts'
import type { Extras, InnerExtras } from './extras.ts'

const inner: InnerExtras = {
  hubs: columns => new HubSearch(columns, hubsOf(columns.hubs!, columns.levels)),
}

export const hubs: Extras = inner
