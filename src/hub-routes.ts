/**
 * Routes by hubs, for pages: faster answers from files that were baked with hubs. `openAtlas` of isthmus uses the hubs of a
 * file by itself. With isthmus/query a page hands this extra over: `openAtlas(bytes, { extras: hubs })`. Without it finders
 * search, and the hubs lie idle.
 */
import { hubsOf } from './atlas/hub-costs.ts'
import type { Extras, InnerExtras } from './find/extras.ts'
import { HubSearch } from './route/hub-search.ts'

const inner: InnerExtras = {
  hubs: columns => new HubSearch(columns, hubsOf(columns.hubs!, columns.levels)),
}

export const hubs: Extras = inner
