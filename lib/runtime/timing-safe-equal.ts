import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether what somebody shows is the secret. It takes as long whatever the two have in common, and letters of any length may be shown. */
export const isSameSecret = (shown: string, secret: string): boolean => timingSafeEqual(digest(shown), digest(secret))

const digest = (text: string) => createHash('sha256').update(text).digest()
