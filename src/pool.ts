/**
 * Finders on all cores: batches of questions over one file, answered by threads.
 */
export type { Point, Quality } from './base/answer.ts'
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export type { NearestLimit } from './find/route.ts'
export type { Change } from './live/area.ts'
export { type AskOptions, FinderPool, type PoolOptions, type ReachOptions } from './pool/finder-pool.ts'
export type { PoolInfo } from './pool/messages.ts'
export { type PoolAnswers, type PoolFindOptions, STATUSES } from './pool/messages.ts'
export type { FieldPart, PoolTrip, TripAsked, TripOptions, Window } from './pool/other-jobs.ts'
