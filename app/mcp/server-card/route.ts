import { serveServerCard } from '#lib/mcp/server-card.ts'

export {
  serveServerCard as GET,
  serveServerCard as HEAD,
  serveServerCard as OPTIONS,
  serveServerCard as PUT,
  serveServerCard as POST,
  serveServerCard as PATCH,
  serveServerCard as DELETE,
}
