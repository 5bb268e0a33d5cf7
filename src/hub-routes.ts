/**
 * Routes by hubs, for pages: faster answers from files that were baked with hubs. `openAtlas` of isthmus reads the hubs of a file that was baked with them. With isthmus/query
 * a page hands them over: `openAtlas(bytes, { extras: hubs })`. Without that it searches, and the hubs lie idle.
 */
export { hubs } from './find/extra-hubs.ts'
