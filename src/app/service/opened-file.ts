/**
 * A file that the service serves. A pool opens it and answers some trial questions before it goes live. Plans are
 * opened as tiled maps.
 */
import { Random } from '../../base/random.ts'
import { WORD_CHECKSUM } from '../../base/section-file.ts'
import { shared } from '../../pool/finder-pool.ts'
import { FinderPool, type PoolInfo } from '../../pool.ts'
import { programBeside } from '../../threads/start-program.ts'
import { readBytes } from '../cli/files.ts'
import { inFile, inputProblem } from '../cli/problem.ts'
import { isPlan } from '../farm/plan-place.ts'
import { JournalFile } from './journal-file.ts'
import { type MapInfo, type MapPool, openServedPlan } from './plan-pool.ts'
import { QuickRoutes } from './quick-routes.ts'

export interface MapSource {
  readonly name: string
  readonly path: string
  /** Whether the map takes edits. */
  readonly isLive: boolean
}

export interface PoolSize {
  readonly threads: number
  readonly waitingMax: number
  /** A journal beyond this size is folded. */
  readonly journalBytes: number
  /** The memory for the tiles of a plan. */
  readonly memoryBytes: number
}

export interface OpenedFile {
  /** The bytes, in memory that its threads share; for a plan, the name of its crown. */
  readonly file: Uint8Array
  readonly pool: MapPool
  readonly info: MapInfo
  /** Null for a live map or a world. */
  readonly quick: QuickRoutes | null
  readonly checksum: string
  readonly journal: JournalFile | null
}

/** The number of trial questions. */
const TRIALS = 16

/** Opens the file of a map; null if it equals the open one. */
export async function openFile(source: MapSource, size: PoolSize, known?: Uint8Array): Promise<OpenedFile | null> {
  if (await isPlan(source.path)) return openServedPlan(source.path, size, known)
  const file = shared(await readBytes(source.path))
  const checksum = checksumOf(file)
  if (known !== undefined && Buffer.compare(file, known) === 0) return null
  if (source.isLive && known !== undefined) {
    const remedy = 'Stop the service, move the journal away, and start it again.'
    throw inputProblem(`${source.path} is another atlas than the one that its journal goes on from. ${remedy}`)
  }
  if (!source.isLive) {
    const { pool, info } = await opened(source, file, size)
    return { file, pool, info, quick: info.kind === 'atlas' ? new QuickRoutes(file) : null, checksum, journal: null }
  }
  const made: { pool: FinderPool; info: PoolInfo }[] = []
  try {
    const journal = await JournalFile.open(`${source.path}.journal`, size.journalBytes, async bytes => {
      made.push(await opened(source, file, size, bytes))
      const [{ pool, info }] = made
      return { journal: await pool.journal(), version: info.version }
    })
    return { file, ...made[0], quick: null, checksum, journal }
  } catch (error) {
    await made[0]?.pool.close()
    throw error
  }
}

async function opened({ path, isLive }: MapSource, file: Uint8Array, size: PoolSize, journal?: Uint8Array) {
  const pool = new FinderPool(
    file,
    { threads: size.threads, waitingMax: size.waitingMax, live: isLive, journal },
    programBeside(import.meta.url, 'service-worker'),
  )
  try {
    const info = await inFile(path, () => pool.ready)
    await tryOut(pool, info, path)
    return { pool, info }
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** A file that opens may still be wrong, if the program that wrote it has a bug. */
async function tryOut(pool: FinderPool, info: PoolInfo, path: string): Promise<void> {
  if (info.kind === 'world') {
    const corners = info.maps.map(map => ({ map, x: 0, y: 0 }))
    await pool.trips(
      corners.map((from, i) => ({ from, to: corners[(i + 1) % corners.length] })),
      { cells: true },
    )
    return
  }
  const random = new Random(1)
  const at = (side: number) => Math.floor(random.unit() * side)
  const { width, height } = info
  const pairs = Array.from({ length: TRIALS }, () => [at(width), at(height), at(width), at(height)]).flat()
  const { errors, cost, first, status } = await pool.find(pairs, { nearest: true, cells: true })
  const [failure] = errors.values()
  if (failure !== undefined) throw inputProblem(`${path} does not answer: ${failure.message}`)
  const isOdd = status.findIndex((word, i) => word === 0 && !(cost[i] >= 0 && first[i + 1] > first[i]))
  if (isOdd >= 0) throw inputProblem(`${path} answers a question with a path that has no cells or no cost.`)
}

/** The checksum of the whole file, from its header. */
function checksumOf(file: Uint8Array): string {
  const at = 4 * WORD_CHECKSUM
  return Buffer.from(file.slice(at, at + 8)).toString('hex')
}
