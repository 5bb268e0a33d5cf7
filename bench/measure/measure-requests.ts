/** Requests a second at 1, 16 and 256 connections over loopback, and the memory of the service while many are answered. */
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
const SOAK_CONNECTIONS = 64
const SOAK_POINTS = 10

/** Gives `measure` a file with these bytes while it runs. */
async function onDisk<Made>(file: Uint8Array, measure: (path: string) => Promise<Made>): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-bench-'))
  const path = join(folder, 'map.atlas')
  writeFileSync(path, file)
  try {
    return await measure(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function measureRequests(file: Uint8Array, ends: Int32Array, seconds: number): Promise<Cell[][]> {
  return onDisk(file, async path => {
    const rows: Cell[][] = []
    for (const hasCells of [false, true]) {
      const bodies = bodiesOf(ends, hasCells)
      for (const kind of ['bare', 'service']) {
        const server = await startServer(kind, path)
        await load(server.url, bodies, 16, { duration: WARM_UP_SECONDS })
        for (const connections of CONNECTIONS) {
          const { cpuUs: beforeUs } = await server.state()
          const answered = await load(server.url, bodies, connections, { duration: seconds })
          const { requests: made, latency, errors, non2xx } = answered
          const { rssBytes, cpuUs } = await server.state()
          rows.push([
            kind === 'bare' ? 'bare node:http' : 'isthmus serve',
            hasCells ? 'cells' : 'cost',
            connections,
            made.average,
            latency.p50,
            latency.p99,
            errors + non2xx,
            made.total,
            (cpuUs - beforeUs) / made.total,
            rssBytes,
          ])
        }
        server.child.kill()
      }
    }
    return rows
  })
}

export function measureMemory(file: Uint8Array, ends: Int32Array, requests: number): Promise<Cell[][]> {
  return onDisk(file, async path => {
    const server = await startServer('service', path)
    const bodies = bodiesOf(ends, false)
    await load(server.url, bodies, 16, { duration: WARM_UP_SECONDS })
    const rows = await soak(server, bodies, requests)
    server.child.kill()
    return rows
  })
}

interface State {
  readonly rssBytes: number
  readonly heapBytes: number
  readonly cpuUs: number
}

interface Server {
  readonly url: string
  readonly child: ChildProcess
  state(): Promise<State>
}

async function startServer(kind: string, path: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL('../service-child.js', import.meta.url)), [kind, path, '1'])
  const [{ url }] = await once(child, 'message')
  const state = async () => {
    child.send({})
    const [state] = await once(child, 'message')
    return state as State
  }
  return { url, child, state }
}

/** Memory after each tenth of the requests. */
async function soak(server: Server, bodies: readonly string[], requests: number): Promise<Cell[][]> {
  const rows: Cell[][] = []
  let [made, wrong] = [0, 0]
  for (let point = 1; point <= SOAK_POINTS; point++) {
    const amount = Math.ceil((requests * point) / SOAK_POINTS) - made
    const result = await load(server.url, bodies, SOAK_CONNECTIONS, { amount })
    made += amount
    wrong += result.errors + result.non2xx
    const { rssBytes, heapBytes } = await server.state()
    rows.push([made, rssBytes, heapBytes, wrong])
  }
  return rows
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
    about: `One random route on terrain of ${side} x ${side} a request; the load comes from the same machine. The service answers routes that take long on one thread beside the one that reads requests; the bare server does all on one.`,
    columns: [
      column('server'),
      column('answer'),
      column('connections', 'count'),
      column('requests a second', 'count'),
      column('p50', 'ms'),
      column('p99', 'ms'),
      column('errors', 'count'),
      column('requests', 'count'),
      column('CPU a request', 'us'),
      column('resident after', 'bytes'),
    ],
    rows,
  }
}

/** Nobody publishes figures of osrm-routed over HTTP for one machine, map and version; these are what there is. */
export function osrmTable(): Table {
  return {
    title: 'What is published of osrm-routed',
    about:
      'Numbers of issues and pull requests of Project-OSRM/osrm-backend (C++, street networks), on other machines and maps: they show the order of magnitude, not a race. The last two rows are its own benches, without HTTP.',
    columns: [
      column('where'),
      column('what'),
      column('machine'),
      column('connections', 'count'),
      column('requests a second', 'count'),
      column('mean', 'ms'),
      column('p99', 'ms'),
    ],
    rows: [
      ['issue 3898, 2017', 'routes, cars of North America', '8 cores', null, 3350, null, null],
      ['issue 5500, 2019', 'one long route, MLD', '-', 200, 57.7, 3469, null],
      ['issue 5500, 2019', 'one long route, CH', '-', 200, 55.3, 3620, null],
      ['issue 5170, 2018', 'tables of 100 x 100', 'a laptop, 4 cores', null, 25, null, null],
      ['pull request 6950, 2024', 'random routes by 3 points, MLD', 'of its CI', null, 319, 3.14, 5.54],
      ['pull request 6950, 2024', 'tables of 100 x 100, CH', 'of its CI', null, 39.8, 25.1, 26.5],
    ],
  }
}

export function memoryTable(side: number, rows: Cell[][]): Table {
  return {
    title: 'Memory while requests go on',
    about: `The process of the service at ten points, over ${SOAK_CONNECTIONS} connections; one random route on terrain of ${side} x ${side} a request, costs only. The heap is that of the thread that reads requests.`,
    columns: [
      column('requests so far', 'count'),
      column('resident', 'bytes'),
      column('heap', 'bytes'),
      column('errors so far', 'count'),
    ],
    rows,
  }
}
