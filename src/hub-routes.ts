/**
 * Routes by hubs, for pages: faster answers from files that were baked with hubs. `openAtlas` of isthmus uses the hubs of a
 * file by itself. With isthmus/query a page hands this extra over: `openAtlas(bytes, { extras: hubs })`. Without it finders
 * search, and the hubs lie idle.
 */
export { hubs } from './find/extra-hubs.ts'
