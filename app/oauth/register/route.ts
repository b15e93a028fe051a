import { register } from '#lib/oauth/register.ts'

export {
  register as GET,
  register as HEAD,
  register as OPTIONS,
  register as PUT,
  register as POST,
  register as PATCH,
  register as DELETE,
}
