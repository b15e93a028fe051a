import { offer } from '#lib/mcp/protocol/offer.ts'
import { env } from '#lib/runtime/env.ts'
import { startServer } from '#lib/start/server.ts'
import { fixtures } from './fixtures.ts'

/** The server under test of the conformance tool: ours, with the tool's fixtures beside. `node lib/start/command.mjs` does the set-up. */
offer(fixtures)
await startServer(env)
