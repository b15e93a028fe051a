import { token } from '#lib/oauth/token.ts'

export { token as GET, token as HEAD, token as OPTIONS, token as PUT, token as POST, token as PATCH, token as DELETE }
