import type { Page } from '@playwright/test'
import { AXES, perAxis } from '#lib/model/vector.ts'

export type Colour = readonly [number, number, number]
/** Rows of pixels from above. `at` takes a pixel's place in them. */
export type Picture = { width: number; height: number; at: (pixel: number) => Colour }

/** The viewer's picture alone: what lies over it is out of sight for a moment. */
export async function pictureOf(page: Page): Promise<Picture> {
  const cover = (isShown: boolean) =>
    page.evaluate(
      (visibility) => {
        for (const over of document.querySelectorAll<HTMLElement>('[data-panel] > :not(:first-child)'))
          over.style.visibility = visibility
      },
      isShown ? '' : 'hidden',
    )
  await cover(false)
  const png = await page.locator('main canvas').first().screenshot({ animations: 'disabled' })
  await cover(true)
  return readPng(page, png)
}

/** Chromium reads its own PNG; base64 is what crosses over quickest. */
export async function readPng(page: Page, png: Buffer): Promise<Picture> {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    const bytes = context.getImageData(0, 0, image.width, image.height).data
    let text = ''
    for (let k = 0; k < bytes.length; k += 32_768) text += String.fromCharCode(...bytes.subarray(k, k + 32_768))
    return { width: image.width, height: image.height, data: btoa(text) }
  }, png.toString('base64'))
  const pixels = Buffer.from(data, 'base64')
  return { width, height, at: (k) => perAxis((part) => pixels[4 * k + part]!) }
}

/** How many pixels differ in a part by more than `least` of 255. */
export function pixelsApart(a: Picture, b: Picture, least = 0): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity
  let apart = 0
  for (let k = 0; k < a.width * a.height; k++) {
    const [p, q] = [a.at(k), b.at(k)]
    if (AXES.some((i) => Math.abs(p[i] - q[i]) > least)) apart++
  }
  return apart
}

/** The pixels of a colour: how many, and the box around them. */
export function coloursOf({ width, height, at }: Picture, is: (colour: Colour, pixel: number) => boolean) {
  const box = { count: 0, x0: width, y0: height, x1: -1, y1: -1 }
  for (let k = 0; k < width * height; k++) {
    if (!is(at(k), k)) continue
    const [x, y] = [k % width, Math.floor(k / width)]
    box.count++
    box.x0 = Math.min(box.x0, x)
    box.x1 = Math.max(box.x1, x)
    box.y0 = Math.min(box.y0, y)
    box.y1 = Math.max(box.y1, y)
  }
  return box
}
