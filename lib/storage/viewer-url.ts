import { env } from '#lib/env.ts'

export const viewerUrl = (modelId: string) => `${env.APP_URL}/models/${modelId}`
