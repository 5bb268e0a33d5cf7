/**
 * Many answers at once, at isthmus/many: `costsTo`, `table` and `fieldTo` of a finder. With `openAtlas` of isthmus they are
 * there already; a page that opens atlases with isthmus/query hands them over when it needs them.
 */
export { many } from './find/extra-many.ts'
