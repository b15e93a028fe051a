import type { Route } from '#lib/http/routes.ts'
import { DOWNLOAD_PATH, download } from './download.ts'
import { mailsOffRoute } from './mails-off.ts'
import { describe } from './openapi/openapi.ts'
import { operations } from './operations.ts'
import { answerOf } from './serve.ts'
import { oembed, preview } from './share-previews.ts'
import { UPLOAD_PATH, upload } from './upload.ts'

const paths = [...new Set(operations.map(({ path }) => path))]
/** The JSON 404 of what nobody answers under /api. */
const unknown = answerOf([])

export const restRoutes: readonly Route[] = [
  ...paths.map((path): Route => ({ path, answer: answerOf(operations.filter((one) => one.path === path)) })),
  { path: '/openapi.json', answer: describe },
  { path: DOWNLOAD_PATH, answer: download },
  { path: UPLOAD_PATH, answer: upload },
  mailsOffRoute,
  { path: '/oembed', answer: oembed },
  { path: '/share/{token}/preview.png', answer: preview },
  { path: '/api', answer: unknown },
  { path: '/api/{...}', answer: unknown },
]
