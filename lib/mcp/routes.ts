import type { Route } from '#lib/http/routes.ts'
import { MCP_PATH } from './refusals.ts'
import { serveMcp } from './serve.ts'
import { documentRoutes } from './server-card.ts'

export const mcpRoutes: readonly Route[] = [{ path: MCP_PATH, answer: serveMcp, judgesHost: true }, ...documentRoutes]
