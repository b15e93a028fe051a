import { protectedResource } from '#lib/oauth/handlers.ts'

export {
  protectedResource as GET,
  protectedResource as HEAD,
  protectedResource as OPTIONS,
  protectedResource as PUT,
  protectedResource as POST,
  protectedResource as PATCH,
  protectedResource as DELETE,
}
