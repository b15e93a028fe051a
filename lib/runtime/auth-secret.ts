import { env } from './env.ts'

/** What the service signs with. */
export function authSecret(): string {
  if (!env.AUTH_SECRET) throw new Error('AUTH_SECRET is not set; npm start makes one and keeps it')
  return env.AUTH_SECRET
}
