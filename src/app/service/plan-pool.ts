/**
 * Serves a plan. It reads tiles in this thread, as questions need them. It answers the questions of an atlas's pool as
 * far as tiled maps can.
 */
import { IsthmusError } from '../../base/errors.ts'
import { Pace } from '../../base/pace.ts'
import { Random } from '../../base/random.ts'
import { findWork, PartAnswers } from '../../pool/find-job.ts'
import type { FinderPool, PoolAnswers, PoolFindOptions, PoolInfo } from '../../pool.ts'
import { openTiles, type TiledAtlas } from '../../tiled.ts'
import { openPlace } from '../farm/plan-place.ts'
import { badRequest } from './refusal.ts'
import type { Located, LocateJob } from './tile.ts'

/** The methods that the service needs of any map. */
export type MapPool = Pick<
  FinderPool,
  'waiting' | 'find' | 'costs' | 'field' | 'reach' | 'trips' | 'commit' | 'foldJournal' | 'run' | 'close'
>
export type MapInfo = Omit<PoolInfo, 'kind'> & { readonly kind: PoolInfo['kind'] | 'tiles' }

/** The number of trial questions before a plan is served. */
const TRIALS = 8

/** Opens a joined plan; null if its crown is the known one. */
export async function openServedPlan(
  place: string,
  { waitingMax, memoryBytes }: { readonly waitingMax: number; readonly memoryBytes: number },
  known?: Uint8Array,
) {
  const atlas = await openTiles(await openPlace(place), { memoryBytes })
  const file = new TextEncoder().encode(atlas.crownName)
  if (known !== undefined && Buffer.compare(file, known) === 0) return null
  const { width, height, directions } = atlas
  if (Math.max(width, height) > 2 ** 31) {
    throw new IsthmusError(
      'TOO_LARGE',
      `${place} has ${width} x ${height} cells: the service answers in 32-bit numbers, so a side has at most ${2 ** 31}. openTiles() of isthmus/tiles has no such limit.`,
    )
  }
  const random = new Random(1)
  const at = (side: number) => Math.floor(random.unit() * side)
  for (let i = 0; i < TRIALS; i++) await atlas.isReachable(at(width), at(height), at(width), at(height))
  const info: MapInfo = {
    kind: 'tiles',
    width,
    height,
    directions,
    islands: atlas.stats().islands,
    costMax: 0,
    version: 0,
    journalProblem: '',
    travellers: [],
    maps: [],
  }
  const checksum = atlas.crownName.replace(/^.*\/|\..*$/g, '')
  return { file, pool: planPool(atlas, waitingMax), info, quick: null, checksum, journal: null }
}

function planPool(atlas: TiledAtlas, waitingMax: number): MapPool {
  let waiting = 0
  /** If the caller has left, work ends at its next pause; until then it reads the tiles already requested. */
  const counted = async <T>(count: number, signal: AbortSignal | undefined, work: (pace: Pace) => Promise<T>) => {
    if (waiting > 0 && waiting + count > waitingMax) {
      throw new IsthmusError('POOL_FULL', `${waiting} questions wait: ask again when some are answered.`)
    }
    waiting += count
    try {
      const pace = new Pace(signal ? { signal } : {})
      return await pace.orAborted(work(pace))
    } finally {
      waiting -= count
    }
  }
  return {
    get waiting() {
      return waiting
    },
    find: (pairs, options) =>
      counted(pairs.length / 4, options?.signal, pace => answersOf(atlas, pairs, options ?? {}, pace)),
    costs(starts, goals, options) {
      const signal = options?.signal
      return counted(1, signal, () => atlas.costs(starts, goals, signal ? { signal } : {}))
    },
    async run(op, asked, signal) {
      if (op !== 'locate') return refuse(op)()
      return (await counted(1, signal, () => locate(atlas, asked as LocateJob))) as never
    },
    field: refuse('field'),
    reach: refuse('reach'),
    trips: refuse('trips'),
    commit: refuse('commit'),
    foldJournal: refuse('foldJournal'),
    async close() {},
  }
}

/** Answers one question after the other. A tile that cannot be read fails only its own questions. */
async function answersOf(
  atlas: TiledAtlas,
  pairs: ArrayLike<number>,
  options: PoolFindOptions,
  pace: Pace,
): Promise<PoolAnswers> {
  const { quality, nearest, cells, cellsMax, signal: _, ...others } = options
  refuseFor(others)
  const wishes = { nearest, cells, cellsMax }
  const work = findWork(pairs, wishes, false)
  const answers = new PartAnswers(work.count, wishes)
  for (let i = 0; i < work.count; i++) {
    await pace.rest()
    try {
      const [x0, y0, x1, y1] = Array.from({ length: 4 }, (_, end) => pairs[4 * i + end])
      const route = await atlas.find(x0, y0, x1, y1, { quality: quality as 'default', ...(nearest && { nearest }) })
      answers.add(i, route, await route.cost(), cells ? await route.cells() : undefined)
    } catch (error) {
      if (!(error instanceof IsthmusError) || error.code === 'BAD_ARGUMENT') throw error
      answers.fail(i, error)
    }
    answers.check()
  }
  work.take(0, work.count, answers.part(0))
  return work.answers()
}

async function locate(atlas: TiledAtlas, { x, y }: LocateJob): Promise<Located> {
  const { width, height } = atlas
  const [cost, island, near] = await Promise.all([atlas.costAt(x, y), atlas.islandOf(x, y), atlas.nearest(x, y)])
  return {
    inside: x >= 0 && y >= 0 && x < width && y < height,
    free: cost > 0,
    cost,
    island: island < 0 ? null : island,
    nearest: near && [near.x, near.y],
  }
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw onlyAtlas(what, { given: what, allowed: ['route', 'table', 'nearest', 'locate'] })
  }
}

/** Refuses options that only an atlas supports. */
function refuseFor(wishes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(wishes)) {
    if (value !== undefined && value !== false)
      throw onlyAtlas(name, { at: `/${name}`, given: value, allowed: 'nothing' })
  }
}

function onlyAtlas(what: string, more: object): Error {
  const remedy = 'bake the part around the ends as one atlas'
  return badRequest(`This map lies in tiles, and ${what} is for atlases: ${remedy}.`, more)
}
