import { connect } from 'node:net'

/**
 * The same work through the service and without it, in one run, so that the machine cancels out. `ratio`: ours to bare, from turns next
 * to each other; on a busy machine it says more than the two speeds.
 */
type Speeds = { ours: number; bare: number; ratio: number }

/** A way to do the work once: how many units it did, in how many seconds. */
export type Try = () => Promise<{ units: number; seconds: number }>

/** Both ways in turn, so that both meet the same weather; the median of each, in units per second. */
export async function inTurn(ours: Try, bare: Try, rounds = 5): Promise<Speeds> {
  const speeds: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  await bare()
  await ours() // the first of each warms up
  for (let round = 0; round < rounds; round++) {
    for (const [name, attempt] of [['bare', bare] as const, ['ours', ours] as const]) {
      const { units, seconds } = await attempt()
      speeds[name].push(units / seconds)
    }
  }
  const ratio = median(speeds.ours.map((speed, round) => speed / (speeds.bare[round] ?? Number.NaN)))
  return { ours: median(speeds.ours), bare: median(speeds.bare), ratio }
}

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const since = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - since) / 1000 }
}

/** An HTTP/1.1 request as bytes. */
export function httpRequest(method: string, address: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const length = body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: new URL(address).host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Requests per second over keep-alive connections, by raw sockets: node's own client is slower than the servers it would measure. */
export async function requestsPerSecond(
  address: string,
  connections: number,
  next: (connection: number) => Buffer,
  seconds = 2,
): ReturnType<Try> {
  const { hostname, port } = new URL(address)
  let answered = 0
  const sockets = Array.from({ length: connections }, (_, connection) => {
    const socket = connect(Number(port), hostname, () => socket.write(next(connection))).setNoDelay()
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let end = answerEnd(rest); end !== undefined; end = answerEnd(rest)) {
        rest = rest.subarray(end)
        answered += 1
        socket.write(next(connection))
      }
    })
    return socket
  })
  const since = performance.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const elapsed = (performance.now() - since) / 1000
  for (const socket of sockets) socket.destroy()
  if (answered === 0) throw new Error(`${address} gave no answer`)
  return { units: answered, seconds: elapsed }
}

/** Where the first answer in `bytes` ends; undefined until it is whole. Throws unless it is 200 and says its length. */
function answerEnd(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const text = bytes.toString('latin1', 0, head)
  const length = /^content-length: (\d+)$/im.exec(text)?.[1]
  if (!text.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`unexpected answer:\n${text}`)
  const end = head + 4 + Number(length)
  return bytes.length < end ? undefined : end
}
