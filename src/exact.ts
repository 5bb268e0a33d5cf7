/**
 * What proves answers, at isthmus/exact: quality exact, certificates, explanations, and routes of one level's graph. With
 * `openAtlas` of isthmus it is there already; a page that opens atlases with isthmus/query hands it over when it needs it:
 * `openAtlas(bytes, exact)`, or later `atlas.with(exact)`.
 */
export { exact } from './find/extra-exact.ts'
export { explanationText } from './proof/explain-text.ts'
