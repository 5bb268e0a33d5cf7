/**
 * A map as the service has it now. A new file is opened beside the old one; only when it has answered does it take the old one's
 * place, and what the old one was asked it still answers.
 */
import { COST_MAX } from '../../map/grid.ts'
import type { FinderPool, PoolInfo } from '../../pool.ts'
import { EventLog } from './event-log.ts'
import { type MapSource, type OpenedFile, openFile, type PoolSize } from './opened-file.ts'
import { badRequest, Refusal } from './refusal.ts'

/** An event tells the edits of a commit up to this number of cells. */
const TOLD_CELLS_MAX = 1000

export class ServedMap {
  readonly events = new EventLog()
  private readonly source: MapSource
  private readonly size: PoolSize
  private opened: OpenedFile
  private reloading: Promise<boolean> | null = null
  /** Why it takes no edits any more: what is on disk is not what the threads have. */
  private broken: unknown = null

  private constructor(source: MapSource, size: PoolSize, opened: OpenedFile) {
    this.source = source
    this.size = size
    this.opened = opened
  }

  static async open(source: MapSource, size: PoolSize): Promise<ServedMap> {
    return new ServedMap(source, size, (await openFile(source, size))!)
  }

  get name(): string {
    return this.source.name
  }

  get pool(): FinderPool {
    return this.opened.pool
  }

  get info(): PoolInfo {
    return this.opened.info
  }

  get isSound(): boolean {
    return this.broken === null
  }

  /** Commits since the file was baked. */
  get version(): number {
    return this.opened.journal?.version ?? 0
  }

  /** Which data answers now: the checksum of the file, and of a live map how many commits followed it. */
  get dataVersion(): string {
    const { checksum, journal } = this.opened
    return journal === null ? checksum : `${checksum}.${journal.version}`
  }

  /** Commits x, y, cost of each cell: on disk, and seen by every later question, when it resolves. */
  async edit(cells: readonly number[]): Promise<{ version: number; cells: number }> {
    const { pool, journal, info } = this.opened
    if (journal === null) {
      const message = `${this.name} does not change: serve it with --live.`
      throw new Refusal(409, { code: 'NOT_LIVE', message })
    }
    if (this.broken !== null) throw this.broken
    const edits = editsOf(cells, info)
    const version = await journal.append(edits)
    const flat = [...edits].flatMap(([cell, cost]) => [cell % info.width, Math.floor(cell / info.width), cost])
    try {
      // A writer that was lost has been started again, without what it was doing.
      const change = await pool.commit(flat).catch(() => pool.commit(flat))
      const told = edits.size <= TOLD_CELLS_MAX ? { edits: flat } : {}
      this.events.add('commit', { data_version: this.dataVersion, version, cells: change.cells, ...told })
      return { version, cells: change.cells }
    } catch (error) {
      this.broken = error
      throw error
    }
  }

  /** Takes the file as it is now, and tells whether it is another one. Where it cannot be served, nothing changes. */
  reload(): Promise<boolean> {
    this.reloading ??= this.replace().finally(() => {
      this.reloading = null
    })
    return this.reloading
  }

  async close(): Promise<void> {
    await this.reloading?.catch(() => {})
    this.events.close()
    await this.opened.pool.close()
    await this.opened.journal?.close()
  }

  private async replace(): Promise<boolean> {
    const before = this.opened
    const next = await openFile(this.source, this.size, before.checksum)
    if (next === null) return false
    this.opened = next
    this.events.add('reload', { data_version: this.dataVersion })
    void before.pool.close()
    return true
  }
}

/** The cost of each cell by its number; of one that is named twice the last. */
function editsOf(cells: readonly number[], { width, height, costMax }: PoolInfo): Map<number, number> {
  if (cells.length % 3 !== 0 || cells.length === 0) {
    throw badRequest('The cells are no list of x, y, cost.', { at: '/cells', given: cells.length, allowed: 'threes' })
  }
  const edits = new Map<number, number>()
  for (let i = 0; i < cells.length; i += 3) {
    const [x, y, cost] = cells.slice(i, i + 3)
    if (!(x >= 0 && y >= 0 && x < width && y < height)) {
      const allowed = `0,0 to ${width - 1},${height - 1}`
      throw badRequest(`The cell ${x},${y} is outside the map.`, { at: `/cells/${i}`, given: [x, y], allowed })
    }
    if (!(cost >= 0 && cost <= Math.min(costMax, COST_MAX))) {
      const message = `The cost ${cost} is none that a cell of this map can have.`
      throw badRequest(message, { at: `/cells/${i + 2}`, given: cost, allowed: `0 to ${costMax}` })
    }
    edits.set(y * width + x, cost)
  }
  return edits
}
