/**
 * Fields beside a plain Dijkstra over cells, tables of costs beside single routes, and cells within a cost beside a wave: a row for each
 * map.
 */
import { column, type Table } from '../report/table.ts'

export interface FieldsReport {
  readonly kind: string
  readonly firstMs: number
  readonly fillMs: number
  readonly heapMs: number
  readonly fieldAndStepsMs: number
  readonly stepUs: number
  readonly knownStepUs: number
}

export function fieldsTable(reports: readonly FieldsReport[], size: number, units: number): Table {
  return {
    title: 'Fields',
    about:
      `${size} x ${size} cells, one goal, ${units} units spread over its island. Times are of the processor: the first ` +
      "fill of all cells by a finder, up to the farthest, later ones, how many times as long a heap's flood takes, a field with the first " +
      'steps of all units, and a further step of one unit as the field spreads and where it is known.',
    columns: [
      column('map'),
      column('first fill', 'ms'),
      column('fill', 'ms'),
      column('heap', 'times'),
      column('field and first steps', 'ms'),
      column('a step', 'ns'),
      column('known', 'ns'),
    ],
    rows: reports.map(({ kind, firstMs, fillMs, heapMs, fieldAndStepsMs, stepUs, knownStepUs }) => [
      kind,
      firstMs,
      fillMs,
      heapMs / fillMs,
      fieldAndStepsMs,
      1000 * stepUs,
      1000 * knownStepUs,
    ]),
  }
}

export interface CostsReport {
  readonly kind: string
  readonly routeMs: number
  /** How many routes take as long as each table. */
  readonly oneToMany: number
  readonly manyToMany: number
  readonly manyToSame: number
}

export function costsTable(reports: readonly CostsReport[], size: number): Table {
  return {
    title: 'Tables of costs',
    about: `${size} x ${size} cells. Tables of costs between points of one island, by how many single routes take as long.`,
    columns: [
      column('map'),
      column('a route', 'ms'),
      column('1 x 1,000', 'number'),
      column('100 x 100', 'number'),
      column('100 x the same 100', 'number'),
    ],
    rows: reports.map(({ kind, routeMs, oneToMany, manyToMany, manyToSame }) => [
      kind,
      routeMs,
      oneToMany,
      manyToMany,
      manyToSame,
    ]),
  }
}

export interface ReachReport {
  readonly kind: string
  readonly cost: number
  readonly cells: number
  readonly reachMs: number
  readonly waveMs: number
}

export function reachTable(reports: readonly ReachReport[], size: number): Table {
  return {
    title: 'Reach',
    about: `${size} x ${size} cells. All cells within a cost, in cells of the cheapest ground, beside a wave that spreads as far.`,
    columns: [
      column('map'),
      column('cost', 'number'),
      column('cells', 'number'),
      column('reach', 'ms'),
      column('wave', 'ms'),
      column('reach', 'times'),
    ],
    rows: reports.map(({ kind, cost, cells, reachMs, waveMs }) => [
      kind,
      cost,
      cells,
      reachMs,
      waveMs,
      reachMs / waveMs,
    ]),
  }
}
