/**
 * The peer's address. `start/front.ts` overwrites the header on every request with what it found itself, so a client cannot say it
 * of itself; null where nothing stands in front of Next.
 */
export const clientAddress = (headers: Headers): string | null =>
  headers
    .get('x-forwarded-for')
    ?.split(',')[0]
    ?.trim()
    .replace(/^::ffff:/i, '')
    .slice(0, 64) || null
