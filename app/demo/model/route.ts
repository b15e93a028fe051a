import { demoByNext } from '#lib/examples/demo.ts'

export {
  demoByNext as GET,
  demoByNext as HEAD,
  demoByNext as OPTIONS,
  demoByNext as PUT,
  demoByNext as POST,
  demoByNext as PATCH,
  demoByNext as DELETE,
}
export const dynamic = 'force-dynamic'
