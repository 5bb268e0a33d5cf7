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
      'The three scenes that come with RVO2, and a lattice of 10,000 units whose halves change sides. All ' +
      'run until each unit has arrived, the lattice for a number of steps, on one thread, one program ' +
      'after the other. A step includes the choice of a ' +
      'wish: units walk to what they see. Beside ours is the time of a step as a multiple of that of isthmus. ' +
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
