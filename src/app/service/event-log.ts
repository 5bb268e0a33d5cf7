/**
 * Server-sent events of a map. A listener that reconnects gets the events that it missed or, if there are too many, an
 * event to start over. A listener that does not read is disconnected.
 */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const EVENTS_KEPT = 1000
/** The most unread bytes of one listener. */
const UNREAD_BYTES_MAX = 1 << 20
const HEARTBEAT_MS = 15_000

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
