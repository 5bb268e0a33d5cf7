/**
 * A map in service, and its events. A new file is opened beside the old one, and replaces it only after its trial
 * questions succeed. The old one still answers the questions that it was sent.
 */

import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { EditAnswer } from '../../client.ts'
import { type MapSource, type OpenedFile, openFile, type PoolSize } from './opened-file.ts'
import type { MapInfo } from './plan-pool.ts'
import { badRequest, Refusal } from './refusal.ts'

/** An event lists the edits of a commit up to this number of cells. */
const TOLD_CELLS_MAX = 1000

export class ServedMap {
  readonly events = new EventLog()
  private readonly source: MapSource
  private readonly size: PoolSize
  /** The file that answers now. */
  opened: OpenedFile
  private reloading: Promise<boolean> | null = null
  private readonly asking = new Set<Promise<unknown>>()

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

  /** The number of commits since the file was baked. */
  get version(): number {
    return this.opened.journal?.version ?? 0
  }

  /** The version of the data: the checksum of the file and, for a live map, the number of commits. */
  get dataVersion(): string {
    const { checksum, journal } = this.opened
    return journal === null ? checksum : `${checksum}.${journal.version}`
  }

  /** Commits edits, given as x, y, cost. When it resolves, the commit is on disk and every later question sees it. */
  async edit(cells: readonly number[]): Promise<EditAnswer> {
    const { pool, journal, info, checksum } = this.opened
    if (journal === null) {
      const message = `${this.name} does not change: only atlases do that are served with --live.`
      throw new Refusal(409, { code: 'NOT_LIVE', message })
    }
    const edits = editsOf(cells, info)
    const change = await pool.commit(edits, part => journal.append(part))
    const told = edits.length <= 3 * TOLD_CELLS_MAX ? { edits } : {}
    // Commits written to disk together have one newest version, and a version each.
    const data_version = `${checksum}.${change.version}`
    if (change.cells > 0) this.events.add('commit', { data_version, cells: change.cells, ...told })
    // The edit is on disk in any case. If shortening fails, a later edit tries again.
    if (journal.isLong) void journal.shorten(version => pool.foldJournal(version)).catch(() => {})
    return { data_version, version: change.version, cells: change.cells }
  }

  /** Keeps a replaced file open until this answer has ended, which may take several questions. */
  hold<T>(answer: Promise<T>): Promise<T> {
    this.asking.add(answer)
    return answer.finally(() => this.asking.delete(answer))
  }

  /** Opens the file as it is now; true if it is a different one. If it cannot be served, nothing changes. */
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
    const next = await openFile(this.source, this.size, before.file)
    if (next === null) return false
    this.opened = next
    this.events.add('reload', { data_version: this.dataVersion })
    void Promise.allSettled(this.asking).then(() => before.pool.close())
    return true
  }
}

/** Checks the edits; an error names the place of the wrong one. */
function editsOf(cells: readonly number[], { width, height, costMax }: MapInfo): readonly number[] {
  if (cells.length % 3 !== 0 || cells.length === 0) {
    throw badRequest('The cells are no list of x, y, cost.', { at: '/cells', given: cells.length, allowed: 'threes' })
  }
  for (let i = 0; i < cells.length; i += 3) {
    const [x, y, cost] = cells.slice(i, i + 3)
    if (!(x >= 0 && y >= 0 && x < width && y < height)) {
      const allowed = `0,0 to ${width - 1},${height - 1}`
      throw badRequest(`The cell ${x},${y} is outside the map.`, { at: `/cells/${i}`, given: [x, y], allowed })
    }
    if (cost >= 0 && cost <= costMax) continue
    const message = `The cost ${cost} is none that a cell of this map can have.`
    throw badRequest(message, { at: `/cells/${i + 2}`, given: cost, allowed: `0 to ${costMax}` })
  }
  return cells
}

const EVENTS_KEPT = 1000
/** The most unread bytes of one listener. */
const UNREAD_BYTES_MAX = 1 << 20
const HEARTBEAT_MS = 15_000

/**
 * Server-sent events of a map. A listener that reconnects gets the events that it missed or, if there are too many, an
 * event to start over. A listener that does not read is disconnected.
 */
export class EventLog {
  private readonly events: { readonly id: number; readonly text: string }[] = []
  private readonly listeners = new Set<ServerResponse>()
  private lastId = 0
  /** Distinguishes the events of this process from those of an earlier one. */
  private readonly run = randomBytes(4).toString('hex')
  private isClosed = false
  private beat: ReturnType<typeof setInterval> | null = null

  get listenerCount(): number {
    return this.listeners.size
  }

  add(type: 'commit' | 'reload', data: object): void {
    const id = ++this.lastId
    const event = { id, text: `id: ${this.run}-${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n` }
    this.events.push(event)
    if (this.events.length > EVENTS_KEPT) this.events.shift()
    for (const listener of this.listeners) this.send(listener, event.text)
  }

  /** Takes over a response whose head is written; `lastSeen` is the last event that the listener had. */
  listen(listener: ServerResponse, lastSeen: string | undefined): void {
    if (this.isClosed) {
      listener.end()
      return
    }
    this.listeners.add(listener)
    listener.req.socket.once('close', () => this.listeners.delete(listener))
    this.beat ??= setInterval(() => {
      for (const each of this.listeners) this.send(each, ': still here\n\n')
    }, HEARTBEAT_MS).unref()
    this.send(listener, `: events from ${this.lastId} on\n\n`)
    if (lastSeen === undefined) return
    const [run, number] = lastSeen.split('-')
    const seen = run === this.run ? Number(number) : Number.NaN
    const oldest = this.events[0]?.id ?? this.lastId + 1
    const isWhole = seen <= this.lastId && seen >= oldest - 1
    if (!isWhole) this.send(listener, `id: ${this.run}-${this.lastId}\nevent: reset\ndata: {}\n\n`)
    else for (const { id, text } of this.events) if (id > seen) this.send(listener, text)
  }

  close(): void {
    this.isClosed = true
    if (this.beat !== null) clearInterval(this.beat)
    for (const listener of this.listeners) listener.end()
    // Edits that end later have no listener: one whose end is not yet sent would fail by another write.
    this.listeners.clear()
  }

  private send(listener: ServerResponse, text: string): void {
    listener.write(text)
    if (listener.writableLength <= UNREAD_BYTES_MAX) return
    this.listeners.delete(listener)
    listener.destroy()
  }
}
