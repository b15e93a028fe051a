import { authorize } from '#lib/oauth/authorize.ts'

export {
  authorize as GET,
  authorize as HEAD,
  authorize as OPTIONS,
  authorize as PUT,
  authorize as POST,
  authorize as PATCH,
  authorize as DELETE,
}
