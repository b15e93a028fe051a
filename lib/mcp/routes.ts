import type { Route } from '#lib/http/routes.ts'
import { MCP_PATH } from './protocol/refusals.ts'
import { documentRoutes } from './protocol/server-card.ts'
import { serveMcp } from './serve.ts'

export const mcpRoutes: readonly Route[] = [{ path: MCP_PATH, answer: serveMcp, judgesHost: true }, ...documentRoutes]
