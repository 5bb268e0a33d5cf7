/** Crowds in the same scenes by several programs: a row for each. */
import { column, type Table } from '../report/table.ts'

export interface CrowdReport {
  readonly scene: string
  readonly program: string
  readonly units: number
  readonly arrived: number
  /** Of those that arrived. */
  readonly meanSeconds: number
  /** The least distance of two units over the sum of their radii: below 1 they overlap. */
  readonly least: number
  readonly medianMs: number
}

export function crowdTable(reports: readonly CrowdReport[]): Table {
  const oursOf = (scene: string) => reports.find(one => one.scene === scene)!.medianMs
  return {
    title: 'Crowds',
    about:
      'The three scenes that come with RVO2, and 10,000 units of a lattice whose halves change sides, for as many steps as ' +
      'were asked for; one thread, one program after the other. A step includes the wishes of its units: where they see to go. ' +
      'Beside ours is the time of a step over that of isthmus. ' +
      'Least is the least distance of two units over the sum of their radii: below 1 they overlap.',
    columns: [
      column('scene'),
      column('program'),
      column('units', 'count'),
      column('arrived', 'count'),
      column('to arrive', 's', 'mean'),
      column('least', 'number'),
      column('step', 'ms'),
      column('beside ours', 'times'),
    ],
    rows: reports.map(({ scene, program, units, arrived, meanSeconds, least, medianMs }) => [
      scene,
      program,
      units,
      arrived,
      meanSeconds,
      least,
      medianMs,
      medianMs / oursOf(scene),
    ]),
  }
}
