import { isRecord } from './bridge.ts'
import type { Conversation } from './conversation.ts'

/** The picture of `service.render_model`, where this machine or this host cannot draw the model. */

/**
 * Draws it into the canvas, as large as that is. False: the host gave none. An `<img>` would need a rule that hosts do not give;
 * pixels in a 2D canvas need none.
 */
export async function drawnByServer(
  talk: Conversation,
  asked: { tool: string; modelId: string; view: string },
  canvas: HTMLCanvasElement,
): Promise<boolean> {
  const side = (pixels: number) => Math.round(Math.min(2000, Math.max(128, pixels * Math.min(devicePixelRatio, 2))))
  const [width, height] = [side(canvas.clientWidth), side(canvas.clientHeight)]
  const result = await talk.callPlain(asked.tool, { modelId: asked.modelId, view: asked.view, width, height }).catch(() => null)
  const content = Array.isArray(result?.content) ? result.content : []
  const image = content.find((part) => isRecord(part) && part.type === 'image' && typeof part.data === 'string')
  if (!isRecord(image)) return false
  try {
    const bytes = Uint8Array.from(atob(String(image.data)), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: String(image.mimeType ?? 'image/png') }))
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    return true
  } catch {
    return false // no picture after all
  }
}
