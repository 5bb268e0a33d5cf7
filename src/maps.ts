/**
 * Maps before a bake: files to grids and back, grids from arrays of a program, generated maps, scenarios of benchmarks.
 */

export type { MapFormat, ReadMapOptions } from './format/format.ts'
export { writeMovingAi } from './format/movingai.ts'
export { writePngMap } from './format/png.ts'
export { writeRaw } from './format/raw.ts'
export { mapFormats, readMap } from './format/read-map.ts'
export { readScenarios, type Scenario } from './format/scenario.ts'
export { writeText } from './format/text.ts'
export * from './map/from.ts'
export * from './map/generate/index.ts'
export type { Grid } from './map/grid.ts'
export { checkGrounds, GROUNDS_MAX, type GroundNames, type Grounds, groundFromTiles } from './map/grounds.ts'
