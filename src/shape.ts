/**
 * Shapes of paths, on request: any-angle waypoints and smooth curves that keep clear of walls, and their judges. Apart
 * from the rest, so that a page which only follows cells does not load them.
 */
export type { Terrain } from './map/terrain.ts'
export { type CurveCheck, checkCurve } from './shape/check-curve.ts'
export { checkDrive, type DriveCheck } from './shape/check-drive.ts'
export { checkWaypoints } from './shape/check-waypoints.ts'
export { makeCurve } from './shape/curve.ts'
export { type Drive, type DriveOptions, type DrivePiece, makeDrive } from './shape/drive.ts'
export type { CurveKind, CurveOptions, WaypointOptions } from './shape/options.ts'
export { segmentCost } from './shape/segment-cost.ts'
export { hasSight } from './shape/sight.ts'
export { WaypointShaper } from './shape/waypoints.ts'
