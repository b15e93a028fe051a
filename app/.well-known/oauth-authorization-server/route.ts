import { authorizationServer } from '#lib/oauth/handlers.ts'

export {
  authorizationServer as GET,
  authorizationServer as HEAD,
  authorizationServer as OPTIONS,
  authorizationServer as PUT,
  authorizationServer as POST,
  authorizationServer as PATCH,
  authorizationServer as DELETE,
}
