import { demoRoutes } from '#lib/examples/demo.ts'
import { type Route, routeTable } from '#lib/http/routes.ts'
import { siteFileRoutes } from '#lib/http/site-files.ts'
import { mcpRoutes } from '#lib/mcp/routes.ts'
import { oauthRoutes } from '#lib/oauth/handlers.ts'
import { demoAnalysisRoute } from '#lib/rest/demo-analysis.ts'
import { restRoutes } from '#lib/rest/handlers.ts'
import { healthRoutes } from '#lib/service/health.ts'

/**
 * Every address that is not a page's, by the door that answers it (so requests are counted). The server in front asks this table;
 * the route file of each address exports the same answer.
 */
export const doors: Record<'rest' | 'mcp' | 'oauth' | 'files' | 'health' | 'demo' | 'page', readonly Route[]> = {
  rest: restRoutes,
  mcp: mcpRoutes,
  oauth: oauthRoutes,
  files: siteFileRoutes,
  health: healthRoutes,
  demo: [...demoRoutes, demoAnalysisRoute],
  /** The App Router's own: what a browser's session changes. */
  page: [{ path: '/api/auth/{...}' }, { path: '/api/account/{...}' }],
}

export const routeAt = routeTable(doors)
