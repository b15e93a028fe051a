import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterOthers } from 'node:timers/promises'
import { endRaw, MALFORMED, notSupported } from './refusal.ts'

/** The server, before it listens: what comes as a request is answered, what cannot be read as one is refused. */
export function listeningServer(
  answer: (request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean) => void,
): Server {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 600_000, // SlowUploads is stricter: this ends a body that keeps its least rate for ever
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000, // longer than the usual 60 s of a load balancer, which else reuses a connection as we close it
    requireHostHeader: false, // refused by `refusal`, with a body
    joinDuplicateHeaders: true, // as a `Request` has them: who sends two Authorization lines has not sent the first alone
  })
  server.on('request', (request, response) => answer(request, response))
  server.on('checkContinue', (request, response) => answer(request, response, true))
  server.on('checkExpectation', (request, response) => answer(request, response)) // node's own 417 has no body
  server.on('connect', (_, socket) => endRaw(socket, notSupported('CONNECT'), randomUUID()))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // `_httpMessage` is the answer in progress, if any: bytes of ours in the middle of it would read as part of it.
    const busy = '_httpMessage' in socket && (socket._httpMessage as ServerResponse | null)?.headersSent
    if (error.code === 'ECONNRESET' || !socket.writable || busy) return socket.destroy()
    endRaw(
      socket,
      MALFORMED[error.code ?? ''] ?? { status: 400, detail: 'This is not a well-formed HTTP request.' },
      randomUUID(),
    )
  })
  return server
}

/** How a server ends: `began` is told of every answer from its first moment. */
export function drainOf(server: Server) {
  const open = new Set<ServerResponse>()
  const connections = connectionsOf(server)
  let draining = false
  let closing = false

  /** At once, unless an answer is open there: one that has been ended and has not left yet is open. */
  const closeIdle = () => {
    const busy = new Set([...open].map(({ req }) => req.socket))
    for (const socket of connections) if (!busy.has(socket)) socket.destroySoon()
  }

  return {
    began(response: ServerResponse): void {
      if (draining) response.setHeader('Connection', 'close')
      open.add(response)
      const over = () => {
        open.delete(response)
        if (closing) closeIdle()
      }
      // A body that still comes after its answer is read to its end: a connection that is closed on it takes the answer along.
      response.once('close', () => (response.req.complete || response.req.destroyed ? over() : response.req.once('close', over)))
    },
    /** Goes on answering until `told`, so that a load balancer can hear of it; then takes nothing new. */
    async drain(delay?: Promise<unknown>): Promise<void> {
      draining = true
      for (const response of open) {
        if (isListening(response)) response.end()
        else if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      await delay
      // node:http's own close would destroy each connection whose answer has been ended, though half of it may still wait to be read.
      const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()))
      await afterOthers() // what has come already is a request
      closing = true
      closeIdle()
      await closed
    },
    /** Ends what is still open; says how many answers were. */
    cut(): number {
      const { size } = open
      server.closeAllConnections()
      return size
    },
  }
}

function connectionsOf(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/** An event stream that would never end. One that tells of a call's progress ends with its answer. */
const isListening = (response: ServerResponse) =>
  response.req.method === 'GET' && String(response.getHeader('content-type')).startsWith('text/event-stream')
