/**
 * The table of questions about a map: the name of each, its input, its output, and the function that answers it. Paths,
 * checks, the client's types and OpenAPI follow from this table.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import { type Answer, type Asking, field, locate, nearest, quickRoute, reach, route, table } from './map-answers.ts'
import * as schemas from './schemas.ts'

export type Form = 'application/json' | 'application/octet-stream' | 'application/geo+json'

export interface MapOperation {
  readonly name: string
  readonly summary: string
  readonly asked: TObject
  readonly answers: readonly TSchema[]
  /** The types of the answer, besides JSON. */
  readonly forms: readonly Form[]
  answer(asking: Asking, asked: never): Promise<Answer>
  /** Answers at once if that is quick; else null. */
  quick?(asking: Omit<Asking, 'signal'>, asked: never): Answer | null
}

export const OPERATIONS: readonly MapOperation[] = [
  {
    name: 'route',
    summary: 'A path from start to goal, or many for pairs; that there is none is an answer',
    asked: schemas.RouteAsked,
    answers: [schemas.RouteAnswer, schemas.RoutesAnswer],
    forms: ['application/octet-stream', 'application/geo+json'],
    answer: route,
    quick: quickRoute,
  },
  {
    name: 'table',
    summary: 'What each goal costs from each start',
    asked: schemas.TableAsked,
    answers: [schemas.TableAnswer],
    forms: ['application/octet-stream'],
    answer: table,
  },
  {
    name: 'nearest',
    summary: 'The goals that the shortest ways lead to',
    asked: schemas.NearestAsked,
    answers: [schemas.NearestAnswer],
    forms: ['application/octet-stream', 'application/geo+json'],
    answer: nearest,
  },
  {
    name: 'field',
    summary: 'Where to go from each cell of a window to reach a goal',
    asked: schemas.FieldAsked,
    answers: [schemas.FieldAnswer],
    forms: ['application/octet-stream'],
    answer: field,
  },
  {
    name: 'reach',
    summary: 'All cells that a way of at most some cost leads to',
    asked: schemas.ReachAsked,
    answers: [schemas.ReachAnswer],
    forms: ['application/octet-stream'],
    answer: reach,
  },
  {
    name: 'locate',
    summary: 'What a cell is, and the closest free one',
    asked: schemas.LocateAsked,
    answers: [schemas.LocateAnswer],
    forms: ['application/octet-stream'],
    answer: locate,
  },
]
