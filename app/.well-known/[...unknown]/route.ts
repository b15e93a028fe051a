import { unknownDocument } from '#lib/oauth/handlers.ts'

export {
  unknownDocument as GET,
  unknownDocument as HEAD,
  unknownDocument as OPTIONS,
  unknownDocument as PUT,
  unknownDocument as POST,
  unknownDocument as PATCH,
  unknownDocument as DELETE,
}
