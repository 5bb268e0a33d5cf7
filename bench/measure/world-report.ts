/**
 * What is asked of one world, and everything that is measured on it: what a process of its own sends home.
 */
import type { AnswersReport } from './measure-answers.ts'
import type { CertificateReport } from './measure-certificate.ts'
import type { ColdReport } from './measure-cold.ts'
import type { FrontierPlan, QualityReport } from './measure-frontier.ts'
import type { RefusalReport } from './measure-refusal.ts'
import type { Cost } from './memory.ts'
import type { Timing, TimingLimits } from './timing.ts'

export interface WorldPlan {
  /** Queries to draw; a map from a file has its own. */
  readonly queries: number
  readonly timing: TimingLimits
  readonly astar: TimingLimits
  /** For optima of queries that A* did not get to, by our own exact search. */
  readonly exactMs: number
  /** Certificates are taken for as many queries, in the time of one quality. */
  readonly frontier: FrontierPlan
  /** No path is judged after this. */
  readonly judgeMs: number
  readonly refusalCalls: number
  /** Whether to flood the whole map once, to hold the bake against. */
  readonly withFlood: boolean
  /** After this its process is ended. */
  readonly limitMs: number
}

/** One plain Dijkstra from a cell over all that can be reached from it. */
export interface Flood {
  readonly cells: number
  readonly cost: Cost
}

export interface WorldReport {
  readonly width: number
  readonly height: number
  readonly freeCells: number
  readonly islands: number
  readonly workers: number
  readonly bake: Cost
  readonly flood: Flood | null
  readonly atlasBytes: number
  /** Bytes of each column, its levels added up. */
  readonly bytesOfColumn: Readonly<Record<string, number>>
  readonly openMs: number
  readonly finderMs: number
  /** Those with a path, in the order of all columns of queries. */
  readonly queries: Int32Array
  /** How many queries have none. */
  readonly refusals: number
  /** The exact cost of the first queries: told by a scenario, else found by A* in its time, then by our own exact search. */
  readonly optimumOfQuery: Float64Array
  /** How many of these a scenario tells too low. */
  readonly mended: number
  readonly answers: AnswersReport
  /** The first queries of a process; null where there is none with a path. */
  readonly cold: ColdReport | null
  readonly route: Timing
  readonly routeAndCells: Timing
  /** The same queries with all cells, asked again and again. */
  readonly again: Timing
  /** Empty where it is not wanted. */
  readonly frontier: readonly QualityReport[]
  /** Null where it is not wanted. */
  readonly certificate: CertificateReport | null
  /** A* with all cells, on the first queries. */
  readonly astar: Timing | null
  readonly refusal: RefusalReport | null
}
