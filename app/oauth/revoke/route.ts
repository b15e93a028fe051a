import { revoke } from '#lib/oauth/revoke.ts'

export { revoke as GET, revoke as HEAD, revoke as OPTIONS, revoke as PUT, revoke as POST, revoke as PATCH, revoke as DELETE }
