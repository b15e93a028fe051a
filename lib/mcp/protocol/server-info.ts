import { env } from '#lib/runtime/env.ts'
import { name, version } from '#lib/runtime/version.ts'
import { instructions as text } from '../tools/instructions.ts'

/** PNG for every client; the SVG for those that take it. */
const icon = (file: string, mimeType: string, sizes: string[]) => ({ src: `${env.APP_URL}/${file}`, mimeType, sizes })

export const serverInfo = {
  name,
  title: 'Structural Model Service',
  version,
  websiteUrl: env.APP_URL,
  icons: [
    ...[48, 96, 512].map((size) => icon(`icon-${size}.png`, 'image/png', [`${size}x${size}`])),
    icon('icon.svg', 'image/svg+xml', ['any']),
  ],
}
export const instructions = text
