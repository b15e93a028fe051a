import { describe } from '#lib/rest/openapi.ts'

export {
  describe as GET,
  describe as HEAD,
  describe as OPTIONS,
  describe as PUT,
  describe as POST,
  describe as PATCH,
  describe as DELETE,
}
export const dynamic = 'force-dynamic'
