/**
 * Files of several travellers, at isthmus/travellers. With `openAtlas` of isthmus they can be opened already; a page that
 * opens atlases with isthmus/query hands this over: `openAtlas(bytes, travellers)`.
 */
export type { ChokeOptions, ChokePoint, Clearance, DeadEnd } from './find/surveyor.ts'
export { checkTravellerPath, type Manner } from './proof/manner.ts'
export { travellers } from './traveller/extra-travellers.ts'
export { chokePoints, clearanceAlong, deadEnds, widthAt } from './traveller/survey.ts'
