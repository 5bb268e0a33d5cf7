/**
 * The options of shaping a path.
 */
import { type AllOf, optionsOf, refuse } from '../base/given.ts'
import { number, oneOf } from '../base/kinds.ts'

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

/** The widest gap between waypoints must allow a diagonal step. */
const SPACING_MAX_LEAST_CELLS = 2
const DEVIATION_LEAST_CELLS = 1 / 1024

const WAYPOINT_OPTIONS = {
  clearanceCells: number(0),
  turnCostCells: number(0),
  spacingMinCells: number(0, Infinity),
  spacingMaxCells: number(SPACING_MAX_LEAST_CELLS, Infinity),
  toleranceCells: number(0, Infinity),
} as const satisfies AllOf<WaypointOptions>

const CURVE_OPTIONS = {
  kind: oneOf('bezier', 'catmull-rom'),
  tension: number(0, 1),
  clearanceCells: number(0),
  deviationMaxCells: number(DEVIATION_LEAST_CELLS),
} as const satisfies AllOf<CurveOptions>

export function checkWaypointOptions(given: WaypointOptions | null | undefined): Required<WaypointOptions> {
  const options = optionsOf(given, WAYPOINT_OPTIONS)
  const { clearanceCells = 0, turnCostCells = 0, toleranceCells = 0 } = options
  const { spacingMinCells = 0, spacingMaxCells = Infinity } = options
  if (spacingMaxCells < spacingMinCells) {
    refuse(`spacingMaxCells is ${spacingMaxCells}: a number from spacingMinCells, ${spacingMinCells}, on was expected.`)
  }
  return { clearanceCells, turnCostCells, spacingMinCells, spacingMaxCells, toleranceCells }
}

export function checkCurveOptions(given: CurveOptions | null | undefined): Required<CurveOptions> {
  const options = optionsOf(given, CURVE_OPTIONS)
  const { kind = 'bezier', tension = 0, clearanceCells = 0, deviationMaxCells = 0.05 } = options
  return { kind, tension, clearanceCells, deviationMaxCells }
}
