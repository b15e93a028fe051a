import { fromBase64 } from '#lib/values/base64.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { Conversation } from './conversation.ts'
import type { Page } from './page.ts'
import type { ShownView } from './view-input.ts'

/** Pictures by `service.render_model`, where this machine or this host cannot draw the model. */
export type ServerPictures = ReturnType<typeof serverPictures>

export const cannotLoad = (counts: string) =>
  [counts, 'This chat cannot load the model here. Open shows it in the full viewer.'].filter(Boolean).join('. ')

export function serverPictures(page: Page, talk: Conversation, { tools, modelId, view, counts, loads }: ShownView) {
  let [from, requests] = [view, 0]
  let words: string | null = null
  const draw = async () => {
    if (words === null) return
    const mine = ++requests
    page.flat.hidden = false
    if (page.flat.dataset.drawn === undefined) page.say('Asking for a picture…', 'waiting')
    const image = await pictureOf(talk, tools.picture, {
      ...{ modelId, view: from, ...sizeOf(page.flat) },
      ...(loads && { loads }),
    })
    if (mine !== requests) return
    if (image) drawOn(page.flat, image)
    page.flat.setAttribute('aria-label', `Picture of ${[page.title(), counts].filter(Boolean).join(': ')}`)
    page.say(image ? null : cannotLoad(counts))
    page.showStatus(words)
    image?.close()
  }
  return {
    /** These instead of the view's own from now on; `why`: in words. */
    show(why: string) {
      words = why
      page.only('picture')
      return draw()
    },
    isShown: () => words !== null,
    look(next: string) {
      from = next
      return draw()
    },
    /** Another revision is there. */
    again: draw,
  }
}

/** In pixels of the screen, within what the tool takes, with letters that can be read there. */
export function sizeOf({ clientWidth, clientHeight }: HTMLCanvasElement) {
  const pixelRatio = Math.min(2, Math.max(1, devicePixelRatio))
  const side = (pixels: number) => Math.round(Math.min(2000, Math.max(128, pixels * pixelRatio)))
  return { width: side(clientWidth), height: side(clientHeight), pixelRatio }
}

const pictureOf = async (talk: Conversation, tool: string, input: object) =>
  imageIn(await talk.callPlain(tool, input).catch(() => ({})))

/** Null: the host gave none. An `<img>` would need a rule that hosts do not give; pixels in a 2D canvas need none. */
export async function imageIn({ content }: Record<string, unknown>): Promise<ImageBitmap | null> {
  try {
    const parts: unknown[] = Array.isArray(content) ? content : []
    const image = parts.find((part) => isDictionary(part) && part.type === 'image' && typeof part.data === 'string')
    if (!isDictionary(image)) return null
    return await createImageBitmap(new Blob([fromBase64(String(image.data))], { type: 'image/png' }))
  } catch {
    return null // refused, or no picture after all
  }
}

export function drawOn(canvas: HTMLCanvasElement, image: ImageBitmap) {
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  canvas.dataset.drawn = ''
}
