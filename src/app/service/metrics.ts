/**
 * Metrics for Prometheus: requests by map, question and status, their times, and how full the service is.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Gauges {
  readonly heldBytes: () => number
  readonly maps: () => readonly { readonly name: string; readonly waiting: number; readonly version: number }[]
}

export class Metrics {
  private readonly registry = new Registry()
  private readonly requests: Counter
  private readonly seconds: Histogram

  constructor({ heldBytes, maps }: Gauges) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    const labelNames = ['map', 'op']
    this.requests = new Counter({
      name: 'isthmus_requests_total',
      help: 'Requests that were answered',
      labelNames: [...labelNames, 'status'],
      registers,
    })
    this.seconds = new Histogram({
      name: 'isthmus_request_seconds',
      help: 'Time from the head of a request to its answer',
      labelNames,
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    new Gauge({
      name: 'isthmus_held_bytes',
      help: 'Bytes of requests and answers under way',
      registers,
      collect() {
        this.set(heldBytes())
      },
    })
    new Gauge({
      name: 'isthmus_waiting_questions',
      help: 'Questions that wait for a thread',
      labelNames: ['map'],
      registers,
      collect() {
        for (const { name, waiting } of maps()) this.set({ map: name }, waiting)
      },
    })
    new Gauge({
      name: 'isthmus_map_commits',
      help: 'Commits since the file of a live map was baked',
      labelNames: ['map'],
      registers,
      collect() {
        for (const { name, version } of maps()) this.set({ map: name }, version)
      },
    })
  }

  get contentType(): string {
    return this.registry.contentType
  }

  /** `map` and `op` must be names that the service knows, so that callers cannot create new series. */
  count(map: string, op: string, status: number, seconds: number): void {
    this.requests.inc({ map, op, status })
    this.seconds.observe({ map, op }, seconds)
  }

  text(): Promise<string> {
    return this.registry.metrics()
  }
}
