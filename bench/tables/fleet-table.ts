/** Fleets on the same maps by several programs: a row for each. */
import { column, type Table } from '../report/table.ts'

export interface FleetReport {
  readonly map: string
  readonly program: string
  readonly units: number
  readonly arrived: number
  /** From starts and goals to the last tick. */
  readonly allMs: number | null
  readonly ticks: number | null
  /** The sum of all costs over that of all units alone. */
  readonly overBound: number | null
  /** Of a tick: the median, of twenty the slowest, and of all. */
  readonly tickMs: number | null
  readonly slowTickMs: number | null
  readonly worstTickMs: number | null
  readonly goalsATick: number | null
  /** The same in the last tenth of the ticks. */
  readonly goalsALastTick: number | null
}

export function fleetTable(reports: readonly FleetReport[]): Table {
  return {
    title: 'Fleets',
    about:
      'Units that may never touch, in time of the processor. All is the time from starts and goals to the last tick, which other ' +
      'programs find before the first unit moves; ours takes each tick as it comes, or refines a plan before the first. Costs are the ticks that units take ' +
      'to their goals, over those of each alone. Goals a tick are those of units that get new goals for ever, over all ticks and over the last tenth. In a warehouse ' +
      'of 500 x 140 the best known solution of the League of Robot Runners 2023 (MR23-I-10) reaches 38.9 goals a tick with ' +
      '10,000 robots in 5,000 ticks: its shelves stand otherwise, its robots turn in place, and planners have a second a tick.',
    columns: [
      column('map'),
      column('program'),
      column('units', 'count'),
      column('arrived', 'count'),
      column('all', 'ms'),
      column('ticks', 'count'),
      column('costs', 'times'),
      column('tick p50', 'ms'),
      column('p95', 'ms'),
      column('max', 'ms'),
      column('goals a tick', 'number'),
      column('last tenth', 'number'),
    ],
    rows: reports.map(one => [
      one.map,
      one.program,
      one.units,
      one.arrived,
      one.allMs,
      one.ticks,
      one.overBound,
      one.tickMs,
      one.slowTickMs,
      one.worstTickMs,
      one.goalsATick,
      one.goalsALastTick,
    ]),
  }
}
