/**
 * The public API: read or make a map, bake it, open the atlas, ask it. Nothing here needs Node until a bake asks for
 * threads, and what few programs need has doors of its own: graphology at isthmus/graph, so that it is not loaded here.
 */
import { exact } from './exact.ts'
import { many } from './many.ts'
import { type Atlas, openAtlas as openWith } from './query.ts'
import { travellers } from './travellers.ts'

export * from './baking.ts'
export { explanationText } from './exact.ts'
export * from './format/read.ts'
export * from './format/scenario.ts'
export * from './live.ts'
export * from './map/generate/index.ts'
export { exactCost } from './proof/oracle.ts'
export * from './query.ts'
export * from './shape.ts'
export {
  type ChokeOptions,
  type ChokePoint,
  checkTravellerPath,
  chokePoints,
  type Manner,
  widthAt,
} from './travellers.ts'

/** Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. */
export function openAtlas(bytes: Uint8Array): Atlas {
  return openWith(bytes, { ...exact, ...many, ...travellers })
}
