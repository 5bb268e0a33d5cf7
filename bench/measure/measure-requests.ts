/** Requests a second at 1, 16 and 256 connections over loopback, and the memory of the service before and after many. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { type Cell, column, type Table } from '../report/table.ts'

const CONNECTIONS = [1, 16, 256]
const WARM_UP_SECONDS = 2
const SOAK_SECONDS = 60

export async function measureRequests(
  file: Uint8Array,
  ends: Int32Array,
  seconds: number,
  requests: number,
): Promise<Cell[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-bench-'))
  const path = join(folder, 'map.atlas')
  writeFileSync(path, file)
  const rows: Cell[][] = []
  try {
    for (const hasCells of [false, true]) {
      const bodies = bodiesOf(ends, hasCells)
      for (const kind of ['bare', 'service']) {
        const server = await startServer(kind, path)
        await load(server.url, bodies, 16, { duration: WARM_UP_SECONDS })
        for (const connections of CONNECTIONS) {
          const {
            requests: made,
            latency,
            errors,
            non2xx,
          } = await load(server.url, bodies, connections, { duration: seconds })
          const name = kind === 'bare' ? 'bare node:http' : 'isthmus serve'
          const memory = await server.rssBytes()
          rows.push([
            name,
            hasCells ? 'cells' : 'cost',
            connections,
            made.average,
            latency.p50,
            latency.p99,
            errors + non2xx,
            made.total,
            memory,
          ])
        }
        if (kind === 'service' && !hasCells) rows.push(await soak(server, bodies, requests))
        server.child.kill()
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return rows
}

interface Server {
  readonly url: string
  readonly child: ChildProcess
  rssBytes(): Promise<number>
}

async function startServer(kind: string, path: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL('../service-child.js', import.meta.url)), [kind, path, '1'])
  const [{ url }] = await once(child, 'message')
  const rssBytes = async () => {
    child.send({})
    const [{ rssBytes }] = await once(child, 'message')
    return rssBytes
  }
  return { url, child, rssBytes }
}

/** Until so many were answered, or the time is over. */
async function soak(server: Server, bodies: readonly string[], requests: number): Promise<Cell[]> {
  const startMs = performance.now()
  let [made, wrong, p99] = [0, 0, 0]
  while (made < requests && performance.now() - startMs < 1000 * SOAK_SECONDS) {
    const result = await load(server.url, bodies, 64, { amount: Math.min(20_000, requests - made) })
    made += result.requests.total
    wrong += result.errors + result.non2xx
    p99 = Math.max(p99, result.latency.p99)
  }
  const seconds = (performance.now() - startMs) / 1000
  return ['isthmus serve, on and on', 'cost', 64, made / seconds, null, p99, wrong, made, await server.rssBytes()]
}

function load(
  url: string,
  bodies: readonly string[],
  connections: number,
  how: { duration: number } | { amount: number },
) {
  const headers = { 'content-type': 'application/json' }
  const requests = bodies.map(body => ({ method: 'POST', path: '/v1/map/route', headers, body }))
  return autocannon({ url, connections, requests, ...how })
}

function bodiesOf(ends: Int32Array, cells: boolean): string[] {
  return Array.from({ length: ends.length / 4 }, (_, i) =>
    JSON.stringify({ start: [ends[4 * i], ends[4 * i + 1]], goal: [ends[4 * i + 2], ends[4 * i + 3]], cells }),
  )
}

export function requestsTable(side: number, rows: Cell[][]): Table {
  return {
    title: 'Requests over loopback',
    about: `One random route on terrain of ${side} x ${side} a request; the load comes from the same machine. The service answers on one thread beside the one that reads requests; the bare server does both on one.`,
    columns: [
      column('server'),
      column('answer'),
      column('connections', 'count'),
      column('requests a second', 'count'),
      column('p50', 'ms'),
      column('p99', 'ms'),
      column('errors', 'count'),
      column('requests', 'count'),
      column('resident after', 'bytes'),
    ],
    rows,
  }
}
