/**
 * Shapes of paths: any-angle waypoints, smooth curves and drives that keep clear of walls. A page that only follows cells need
 * not load them.
 */
export type { Terrain } from './map/terrain.ts'
export { type CurveKind, type CurveOptions, makeCurve } from './shape/curve.ts'
export { type Drive, type DriveOptions, type DrivePiece, makeDrive } from './shape/drive.ts'
export { segmentCost } from './shape/segment-cost.ts'
export { hasSight } from './shape/sight.ts'
export { type WaypointOptions, WaypointShaper } from './shape/waypoints.ts'
