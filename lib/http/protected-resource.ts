import { env } from '#lib/runtime/env.ts'

/** The protected resource (RFC 8707): MCP and, with the same tokens, REST. */
export const RESOURCE = `${env.APP_URL}/mcp`
/** What a 401 or 403 names as `resource_metadata` (RFC 9728 §5.1). */
export const PROTECTED_RESOURCE_METADATA_URL = `${env.APP_URL}/.well-known/oauth-protected-resource/mcp`
