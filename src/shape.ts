/**
 * Shapes of paths, on request: any-angle waypoints and smooth curves that keep clear of walls, and their judges. Apart
 * from the rest, so that a page which only follows cells does not load them.
 */
export { type CurveCheck, checkCurve } from './path/shape/check-curve.ts'
export { checkWaypoints } from './path/shape/check-waypoints.ts'
export { makeCurve } from './path/shape/curve.ts'
export type { CurveKind, CurveOptions, WaypointOptions } from './path/shape/options.ts'
export { segmentCost } from './path/shape/segment-cost.ts'
export { hasSight } from './path/shape/sight.ts'
export { WaypointShaper } from './path/shape/waypoints.ts'
