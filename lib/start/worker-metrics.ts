import cluster from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { metrics } from '#lib/runtime/metrics.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/**
 * `/metrics` is answered by whichever worker the connection was dealt to, and tells of all of them: it asks the primary, which asks
 * every worker and adds up.
 */

type Question = { question: 'all metrics'; number: number }
type Answer = { answer: 'all metrics'; number: number; text?: string; error?: string }

const isOurs = <T extends object>(message: unknown, field: string): message is T =>
  isDictionary(message) && message[field] === 'all metrics'

/** In the primary. */
export function gatherMetrics(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs<Question>(message, 'question')) return
    const { number } = message
    const send = (fields: Partial<Answer>) => {
      if (worker.isConnected()) worker.send({ answer: 'all metrics', number, ...fields })
    }
    all.clusterMetrics().then(
      (text) => send({ text }),
      (error: unknown) => send({ error: String(error) }),
    )
  })
}

/** In a worker. */
export function askThePrimary(): void {
  AggregatorRegistry.setRegistries([metrics().registry])
  new AggregatorRegistry() // answers the primary
  const waiting = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()
  let nextNumber = 0
  process.on('message', (message: unknown) => {
    if (!isOurs<Answer>(message, 'answer')) return
    const { number, text, error } = message
    if (text === undefined) waiting.get(number)?.reject(new Error(error))
    else waiting.get(number)?.resolve(text)
    waiting.delete(number)
  })
  metrics().text = () =>
    new Promise((resolve, reject) => {
      const number = nextNumber++
      waiting.set(number, { resolve, reject })
      process.send?.({ question: 'all metrics', number } satisfies Question)
    })
}
