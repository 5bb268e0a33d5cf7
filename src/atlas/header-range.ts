/**
 * What the fields of a file's header may be. Who trusts the file needs none of it.
 */
import { COST_MAX, SIDE_MAX_CELLS } from '../map/grid.ts'
import { LANDMARKS_MAX, LANDMARKS_MIN } from './landmark-costs.ts'
import { FORMAT_VERSION, FORMAT_VERSION_MANY_HUBS, type HeaderField } from './layout.ts'

const COUNT_MAX = 0x7fffffff
const LEVELS_MAX = 11

/** The least and the most of each. */
export const HEADER_RANGES: Readonly<Record<HeaderField, readonly [least: number, most: number]>> = {
  version: [FORMAT_VERSION, FORMAT_VERSION_MANY_HUBS],
  width: [1, SIDE_MAX_CELLS],
  height: [1, SIDE_MAX_CELLS],
  directions: [4, 8],
  costMin: [1, COST_MAX],
  costBytes: [1, 2],
  costBlocks: [0, COUNT_MAX],
  planes: [0, COUNT_MAX],
  islands: [0, COUNT_MAX],
  landmarks: [LANDMARKS_MIN, LANDMARKS_MAX],
  landmarkShift: [0, 48],
  levelCount: [1, LEVELS_MAX],
}
