import { describeByNext } from '#lib/rest/openapi.ts'

export {
  describeByNext as GET,
  describeByNext as HEAD,
  describeByNext as OPTIONS,
  describeByNext as PUT,
  describeByNext as POST,
  describeByNext as PATCH,
  describeByNext as DELETE,
}
export const dynamic = 'force-dynamic'
