/**
 * Metrics for Prometheus: requests by map, question and status, their times, and how full the service is.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

interface Gauges {
  readonly heldBytes: () => number
  readonly maps: () => readonly { readonly name: string; readonly waiting: number; readonly version: number }[]
}

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics({ heldBytes, maps }: Gauges) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['map', 'op']
  const requests = new Counter({
    name: 'isthmus_requests_total',
    help: 'Requests that were answered',
    labelNames: [...labelNames, 'status'],
    registers,
  })
  const times = new Histogram({
    name: 'isthmus_request_seconds',
    help: 'Time from the head of a request to its answer',
    labelNames,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  /** `collect` sets the values when they are asked for. */
  const addGauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) => {
    const gauge: Gauge = new Gauge({ name, help, labelNames, registers, collect: () => collect(gauge) })
  }
  addGauge('isthmus_held_bytes', 'Bytes of requests and answers under way', [], gauge => gauge.set(heldBytes()))
  addGauge('isthmus_waiting_questions', 'Questions that wait for a thread', ['map'], gauge => {
    for (const { name, waiting } of maps()) gauge.set({ map: name }, waiting)
  })
  addGauge('isthmus_map_commits', 'Commits since the file of a live map was baked', ['map'], gauge => {
    for (const { name, version } of maps()) gauge.set({ map: name }, version)
  })
  return {
    contentType: registry.contentType,
    /** `map` and `op` must be names that the service knows, so that callers cannot create new series. */
    count(map: string, op: string, status: number, seconds: number): void {
      requests.inc({ map, op, status })
      times.observe({ map, op }, seconds)
    },
    text: () => registry.metrics(),
  }
}
