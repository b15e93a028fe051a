/**
 * The peer's address, as `start/server.ts` found it. That server overwrites the header on every request, so a client cannot say
 * it of itself; null where nothing stands in front of Next.
 */
export const CLIENT_ADDRESS = 'x-client-address'

export const clientAddress = (headers: Headers): string | null => headers.get(CLIENT_ADDRESS)?.slice(0, 64) || null
