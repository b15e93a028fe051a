import { serveRegistryAuth } from '#lib/mcp/server-card.ts'
import { unknownDocument } from '#lib/oauth/handlers.ts'

const serve = serveRegistryAuth ?? unknownDocument

export { serve as GET, serve as HEAD, serve as OPTIONS, serve as PUT, serve as POST, serve as PATCH, serve as DELETE }
