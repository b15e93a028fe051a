import { serve } from '#lib/rest/serve.ts'

/** The JSON 404 of every path under /api that nobody answers. */
export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve()
