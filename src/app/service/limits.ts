/**
 * The limits of one request, and of all requests together. Each is an option, and a refusal names it.
 */
export const LIMITS = {
  cells: { value: 4_000_000, about: 'cells that the paths of one answer have together' },
  queries: { value: 10_000, about: 'questions in one request' },
  goals: { value: 1_000_000, about: 'costs in one table, cells in one window of a field' },
  body: { value: 1 << 20, about: 'bytes of a request' },
  time: { value: 10_000, about: 'milliseconds until an answer is ready' },
  waiting: { value: 50_000, about: 'questions that wait for a thread' },
  memory: { value: 256 << 20, about: 'bytes of requests and answers under way' },
  journal: { value: 64 << 20, about: 'bytes of a journal before its commits are made one' },
  tiles: { value: 1 << 30, about: 'bytes of the tiles of one plan that are at hand' },
  connections: { value: 2048, about: 'connections at once' },
  events: { value: 256, about: 'listeners to events at once' },
} as const

export type Limit = keyof typeof LIMITS
export type Limits = Readonly<Record<Limit, number>>

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { value }]) => [name, value]),
) as Record<Limit, number>
