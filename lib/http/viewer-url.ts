import { env } from '#lib/runtime/env.ts'

export const viewerUrl = (modelId: string) => `${env.APP_URL}/models/${modelId}`

/** `token`: of a share link. */
export const shareUrl = (token: string) => `${env.APP_URL}/share/${token}`
