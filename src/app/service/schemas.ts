/**
 * The schemas of requests and answers. Requests are checked with them, OpenAPI shows them, and the compiler compares
 * them with the types of isthmus/client.
 */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { QUALITIES } from '../../base/answer.ts'
import type * as Client from '../../client.ts'

/** For answers: later versions may add properties. */
const answer = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties)
/** For requests: unknown properties are refused. */
const asked = <T extends Record<string, TSchema>>(properties: T): TObject<T> =>
  Type.Object(properties, { additionalProperties: false })
const { Optional } = Type

const INT_MAX = 2 ** 31 - 1
const Whole = Type.Integer({ minimum: -INT_MAX, maximum: INT_MAX })
const Count = Type.Integer({ minimum: 0, maximum: INT_MAX })
const Maybe = Type.Union([Type.Number(), Type.Null()])
/** Not a tuple: the form of tuples differs between the JSON Schema that checks requests and that of OpenAPI 3.1. */
const Cell = Type.Unsafe<Client.Cell>(
  Type.Array(Whole, { minItems: 2, maxItems: 2, description: 'a cell [x, y], whole numbers' }),
)
const Point = Type.Object({ x: Whole, y: Whole })
const End = Type.Union([Cell, asked({ map: Type.String(), x: Whole, y: Whole }), Type.String()], {
  description: 'a cell [x, y] of whole numbers; in a world { "map", "x", "y" } or the name of a place',
})
const Cells = Type.Array(Whole, { description: 'x, y pairs' })
const Quality = Type.Union(
  QUALITIES.map(quality => Type.Literal(quality)),
  { description: QUALITIES.join(', ') },
)
const Nearest = Type.Union([Type.Boolean(), asked({ within: Type.Number({ minimum: 0 }) })], {
  description: 'true, false or { "within": 30 }, in cells',
})
const data_version = Type.String({
  description: 'which data answered, or which a commit came after meanwhile; the ETag of answers to GET',
})

const wishes = {
  quality: Optional(Quality),
  nearest: Optional(Nearest),
  traveller: Optional(Type.String()),
  cells: Optional(Type.Boolean({ description: 'whether the cells of the path are wanted' })),
  waypoints: Optional(Type.Boolean({ description: 'whether only the cells are wanted where a unit turns' })),
  lowerBound: Optional(Type.Boolean({ description: 'whether to prove what no path can cost less than' })),
}

const Leg = answer({
  map: Type.String(),
  from: Point,
  to: Point,
  cost: Type.Number(),
  portal: Type.Union([Type.String(), Type.Null()]),
  wait: Type.Number(),
  cells: Optional(Cells),
})

const STATUSES = ['found', 'unreachable', 'blocked', 'outside', 'failed', 'noSuchMap'] as const
const item = {
  status: Type.Union(STATUSES.map(status => Type.Literal(status))),
  cost: Maybe,
  message: Optional(Type.String()),
  start: Optional(Cell),
  goal: Optional(Cell),
  cells: Optional(Cells),
  lowerBound: Optional(Maybe),
  legs: Optional(Type.Array(Leg)),
}

export const RouteAsked = asked({
  start: Optional(End),
  goal: Optional(End),
  pairs: Optional(Type.Array(Whole, { description: 'x0, y0, x1, y1 of each of many questions' })),
  has: Optional(Type.Array(Type.String(), { description: 'in a world: the keys that one has' })),
  at: Optional(Type.Number({ description: 'in a world: when one sets out' })),
  ...wishes,
})
export const RouteAnswer = answer({ data_version, ...item })
export const RoutesAnswer = answer({ data_version, routes: Type.Array(answer(item)) })

export const TableAsked = asked({
  starts: Type.Array(Cell),
  goals: Type.Array(Cell),
  traveller: Optional(Type.String()),
})
export const TableAnswer = answer({
  data_version,
  costs: Type.Array(Maybe, { description: 'costs[start * goals.length + goal]; null where no way leads' }),
})

export const NearestAsked = asked({
  start: Cell,
  goals: Type.Array(Cell),
  count: Optional(Type.Integer({ minimum: 1, maximum: INT_MAX })),
  traveller: Optional(Type.String()),
  cells: Optional(Type.Boolean()),
})
export const NearestAnswer = answer({ data_version, nearest: Type.Array(answer({ index: Count, ...item })) })

export const LocateAsked = asked({ at: Cell, traveller: Optional(Type.String()) })
export const LocateAnswer = answer({
  data_version,
  inside: Type.Boolean(),
  free: Type.Boolean(),
  cost: Type.Number(),
  island: Maybe,
  nearest: Type.Union([Cell, Type.Null()]),
})

export const FieldAsked = asked({
  goal: Cell,
  x: Whole,
  y: Whole,
  width: Type.Integer({ minimum: 1, maximum: INT_MAX }),
  height: Type.Integer({ minimum: 1, maximum: INT_MAX }),
  traveller: Optional(Type.String()),
})
export const FieldAnswer = answer({
  data_version,
  directions: Type.Array(Type.Integer(), {
    description:
      'row by row: 0 to 3 east, south, west, north; 4 to 7 diagonals from the south-east on; 8 goal; 9 no way',
  }),
  costs: Type.Array(Maybe),
})

export const ReachAsked = asked({
  start: Cell,
  cost: Type.Number({ minimum: 0 }),
  traveller: Optional(Type.String()),
})
export const ReachAnswer = answer({
  data_version,
  runs: Type.Array(Type.Integer(), { description: 'y, the first x and the last x of each run of cells, row by row' }),
})

export const EditAsked = asked({
  cells: Type.Array(Whole, { description: 'x, y and cost of each cell; 0 is a wall' }),
})
export const EditAnswer = answer({ data_version, version: Count, cells: Count })

export const MapAnswer = answer({
  data_version,
  kind: Type.Union([Type.Literal('atlas'), Type.Literal('live'), Type.Literal('world'), Type.Literal('tiles')]),
  width: Count,
  height: Count,
  directions: Type.Integer(),
  islands: Count,
  travellers: Type.Array(Type.String()),
  maps: Type.Array(Type.String()),
})

export const MapsAnswer = answer({ maps: Type.Array(Type.String()) })

export const ErrorAnswer = answer({
  code: Type.String(),
  message: Type.String(),
  at: Optional(Type.String({ description: 'which part of the request is wrong' })),
  given: Optional(Type.Unknown()),
  allowed: Optional(Type.Unknown()),
  limit: Optional(Type.String({ description: 'the limit that was exceeded' })),
})

/** Fails to compile if a schema differs from the client's type of the same name. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Held<T extends true[]> = T
export type HeldToClient = Held<
  [
    Same<Static<typeof RouteAsked>, Client.RouteAsked>,
    Same<Static<typeof RouteAnswer>, Client.RouteAnswer>,
    Same<Static<typeof RoutesAnswer>, Client.RoutesAnswer>,
    Same<Static<typeof TableAsked>, Client.TableAsked>,
    Same<Static<typeof TableAnswer>, Client.TableAnswer>,
    Same<Static<typeof NearestAsked>, Client.NearestAsked>,
    Same<Static<typeof NearestAnswer>, Client.NearestAnswer>,
    Same<Static<typeof LocateAsked>, Client.LocateAsked>,
    Same<Static<typeof LocateAnswer>, Client.LocateAnswer>,
    Same<Static<typeof FieldAsked>, Client.FieldAsked>,
    Same<Static<typeof FieldAnswer>, Client.FieldAnswer>,
    Same<Static<typeof ReachAsked>, Client.ReachAsked>,
    Same<Static<typeof ReachAnswer>, Client.ReachAnswer>,
    Same<Static<typeof EditAsked>, Client.EditAsked>,
    Same<Static<typeof EditAnswer>, Client.EditAnswer>,
    Same<Static<typeof MapAnswer>, Client.MapAnswer>,
    Same<Static<typeof ErrorAnswer>, Client.ErrorAnswer>,
  ]
>
