/** Questions of the tests of queues, and what comes of them. */
import type { Point } from '../../src/base/answer.ts'
import { Random } from '../../src/base/random.ts'
import type { Requests, Ticket } from '../../src/crowd.ts'
import { bake, generate } from '../../src/index.ts'

const files = new Map<string, Promise<Uint8Array>>()

/** A map of this kind, which is baked once for all tests that ask it. */
export function bakeOf(kind: 'rooms' | 'scatter' | 'roads', hubs = false): Promise<Uint8Array> {
  const key = `${kind} ${hubs}`
  const file = files.get(key) ?? bake(generate(kind, { width: 200, height: 160, seed: 4 }), { hubs })
  files.set(key, file)
  return file
}

export function pairsOf(count: number): [Point, Point][] {
  const random = new Random(1)
  const point = () => ({ x: random.below(200), y: random.below(160) })
  return Array.from({ length: count }, () => [point(), point()])
}

/** What came of the tickets, and at which ticks. */
export function answersOf(requests: Requests, tickets: Ticket[]): string[] {
  const tickOf = new Map<Ticket, number>()
  for (let tick = 1; tick <= 9999 && requests.stats().waiting > 0; tick++) {
    requests.tick()
    for (const ticket of tickets) if (ticket.status !== 'waiting' && !tickOf.has(ticket)) tickOf.set(ticket, tick)
  }
  return tickets.map(ticket => `${tickOf.get(ticket)} ${ticket.status} ${ticket.route?.cost} ${ticket.route?.cells()}`)
}
