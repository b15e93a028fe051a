import { nextAuth } from '#lib/accounts/next-auth-route.ts'

export { nextAuth as DELETE, nextAuth as GET, nextAuth as HEAD, nextAuth as PATCH, nextAuth as POST, nextAuth as PUT }
