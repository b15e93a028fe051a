import { env } from '#lib/runtime/env.ts'

export const viewerUrl = (modelId: string) => `${env.APP_URL}/models/${modelId}`
