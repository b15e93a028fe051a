import { toBase64 } from '../session/base64.ts'
import type { ViewerSession } from '../session/session.ts'

const [WIDTH, HEIGHT] = [320, 200]
/** Larger ones the server does not take. */
const MOST_BYTES = 200_000

/** The middle of the picture as it is, small, as PNG in base64; null where there is none, or it would be too large. */
export async function viewPicture({ picture }: ViewerSession): Promise<string | null> {
  const blob = await picture?.({ millimetres: null, dpi: 96, isOnWhite: false, scale: null })
  if (!blob) return null
  const whole = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) return null
  const scale = Math.max(WIDTH / whole.width, HEIGHT / whole.height)
  const [width, height] = [whole.width * scale, whole.height * scale]
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!small || small.size > MOST_BYTES) return null
  return toBase64(new Uint8Array(await small.arrayBuffer()))
}
