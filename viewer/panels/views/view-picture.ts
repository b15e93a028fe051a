import { toBase64 } from '#lib/values/base64.ts'
import type { ViewerSession } from '../../session/session.ts'

const [WIDTH, HEIGHT] = [320, 200]
/** Larger ones the server does not take. */
const MOST_BYTES = 200_000

/** Three times as large, so that names and bubbles keep to the edge; 96 dots an inch. */
const PAPER = [3 * WIDTH, 3 * HEIGHT].map((pixels) => (pixels / 96) * 25.4) as [number, number]

/**
 * What the picture shows, small, as PNG in base64; null where there is none, or it would be too large. Drawn for its own size, as
 * panels and tables lie over a part of the picture on the screen and what is shown stands in the rest.
 */
export async function viewPicture({ picture }: ViewerSession): Promise<string | null> {
  const blob = await picture?.({ millimetres: PAPER, dpi: 96, isOnWhite: false, scale: null })
  if (!blob) return null
  const whole = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, WIDTH, HEIGHT)
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!small || small.size > MOST_BYTES) return null
  return toBase64(new Uint8Array(await small.arrayBuffer()))
}
