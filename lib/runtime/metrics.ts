import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus metrics, told at `/metrics` when METRICS=on. Next loads this module a second time, so there is one set per process. */
function make() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    /** As Prometheus reads it; of all workers together where there are several (`start/worker-metrics.ts`). */
    text: () => registry.metrics(),
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Answered requests by door, method and status.',
      labelNames: ['door', 'method', 'status'],
      registers: [registry],
    }),
    seconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the answer.',
      labelNames: ['door'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    }),
    refreshAgain: new Counter({
      name: 'oauth_refresh_again_total',
      help: 'Refresh tokens shown again within the window after their first use.',
      registers: [registry],
    }),
    workWaiting: new Gauge({
      name: 'work_waiting',
      help: 'Long work that waits for a thread, by class.',
      labelNames: ['class'],
      registers: [registry],
    }),
    workSeconds: new Histogram({
      name: 'work_seconds',
      help: 'Thread time of long work by task and by how it ended; 0 when it never began.',
      labelNames: ['task', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers: [registry],
    }),
    bodiesBytes: new Gauge({
      name: 'bodies_bytes',
      help: 'Room taken by large bodies: being read, waiting or packed.',
      registers: [registry],
    }),
  }
}

let current: ReturnType<typeof make> | undefined

export function metrics() {
  current ??= make()
  return current
}
