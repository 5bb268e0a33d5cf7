/**
 * Many answers at once: costs to many goals, nearest goals, cells in reach, alternative routes, fields. With `openAtlas` of
 * isthmus they are there already; a page that opens atlases with isthmus/query hands them over when it needs them.
 */
export { many } from './find/extra-many.ts'
