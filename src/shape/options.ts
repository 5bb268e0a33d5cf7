/**
 * The options of shaping a path, and the errors for values that are not allowed.
 */
import { type AllOf, optionsOf, refuse, textOf } from '../base/given.ts'

export interface WaypointOptions {
  /** How far to keep from walls. Where the path itself comes closer, its own runs stay. Default 0: touch none. */
  readonly clearanceCells?: number
  /** How much one direction change fewer may cost, in cell lengths. Default 0. */
  readonly turnCostCells?: number
  /** Waypoints closer together than this are merged as far as walls and costs allow. Default 0. */
  readonly spacingMinCells?: number
  /** The widest gap between two waypoints; at least 2. Default: no limit. */
  readonly spacingMaxCells?: number
  /**
   * The path ends at its first cell within this distance of the goal with a free line to it. Default 0: at the goal.
   */
  readonly toleranceCells?: number
}

export type CurveKind = 'catmull-rom' | 'bezier'

export interface CurveOptions {
  /** `catmull-rom` passes through every waypoint, `bezier` rounds the corners between them. Default `bezier`. */
  readonly kind?: CurveKind
  /** From 0, as round as possible, to 1, straight between waypoints. Default 0. */
  readonly tension?: number
  /**
   * How far to keep from walls. Where the waypoints themselves come closer, the curve follows their segments. Default
   * 0.
   */
  readonly clearanceCells?: number
  /** How far the returned chain of short segments may be from the curve. Default 0.05. */
  readonly deviationMaxCells?: number
}

const WAYPOINT_OPTIONS = {
  clearanceCells: true,
  turnCostCells: true,
  spacingMinCells: true,
  spacingMaxCells: true,
  toleranceCells: true,
} as const satisfies AllOf<WaypointOptions>

const CURVE_OPTIONS = {
  kind: true,
  tension: true,
  clearanceCells: true,
  deviationMaxCells: true,
} as const satisfies AllOf<CurveOptions>

/** The widest gap between waypoints must allow a diagonal step. */
const SPACING_MAX_LEAST_CELLS = 2
const DEVIATION_LEAST_CELLS = 1 / 1024

export function checkWaypointOptions(given: WaypointOptions | null | undefined): Required<WaypointOptions> {
  const options = optionsOf(given, WAYPOINT_OPTIONS)
  const spacingMinCells = inRange('spacingMinCells', options.spacingMinCells ?? 0, 0)
  return {
    clearanceCells: finite('clearanceCells', options.clearanceCells ?? 0, 0),
    turnCostCells: finite('turnCostCells', options.turnCostCells ?? 0, 0),
    spacingMinCells,
    spacingMaxCells: inRange(
      'spacingMaxCells',
      options.spacingMaxCells ?? Infinity,
      Math.max(SPACING_MAX_LEAST_CELLS, spacingMinCells),
    ),
    toleranceCells: inRange('toleranceCells', options.toleranceCells ?? 0, 0),
  }
}

export function checkCurveOptions(given: CurveOptions | null | undefined): Required<CurveOptions> {
  const options = optionsOf(given, CURVE_OPTIONS)
  const kind = options.kind ?? 'bezier'
  if (kind !== 'bezier' && kind !== 'catmull-rom') {
    refuse(`The kind of curve is ${textOf(kind)}: it is 'bezier' or 'catmull-rom'.`)
  }
  const tension = inRange('tension', options.tension ?? 0, 0)
  if (tension > 1) refuse(`tension is ${tension}: it goes from 0, round, to 1, straight.`)
  return {
    kind,
    tension,
    clearanceCells: finite('clearanceCells', options.clearanceCells ?? 0, 0),
    deviationMaxCells: finite('deviationMaxCells', options.deviationMaxCells ?? 0.05, DEVIATION_LEAST_CELLS),
  }
}

function finite(name: string, value: number, least: number): number {
  if (Number.isFinite(value)) return inRange(name, value, least)
  refuse(`${name} is ${textOf(value)}: it must be a number from ${least} up.`)
}

function inRange(name: string, value: number, least: number): number {
  if (typeof value === 'number' && value >= least) return value
  refuse(`${name} is ${textOf(value)}: it must be a number from ${least} up.`)
}
