import { expect, it } from 'vitest'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { type Image, toPng } from './png.ts'

const image = (width: number, height: number, colour: (x: number, y: number) => readonly number[]): Image => {
  const rgb = new Uint8ClampedArray(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.set(colour(x, y), 3 * (y * width + x))
  return { width, height, rgb }
}

it('keeps the colours of a drawing exactly', () => {
  const { png, width, height } = toPng(
    image(40, 30, (x, y) => (x > 20 ? [17, 201, 99] : y > 10 ? [255, 255, 255] : [0, 0, 1])),
    10_000,
  )
  expect([width, height]).toEqual([40, 30])
  const pixels = pngPixels(png)
  expect([pixels.at(30, 5), pixels.at(5, 20), pixels.at(5, 5)]).toEqual(['#11c963', '#ffffff', '#000001'])
})

it('comes near to colours that are too many', () => {
  const pixels = pngPixels(
    toPng(
      image(256, 64, (x, y) => [x, 4 * y, 255 - x]),
      1_000_000,
    ).png,
  )
  const [red, green, blue] = [1, 3, 5].map((i) => Number.parseInt(pixels.at(200, 30).slice(i, i + 2), 16))
  expect(Math.abs(red! - 200)).toBeLessThan(20)
  expect(Math.abs(green! - 120)).toBeLessThan(20)
  expect(Math.abs(blue! - 55)).toBeLessThan(20)
})

it('gets smaller until it has no more bytes than allowed', () => {
  let seed = 1
  const noise = () => {
    seed = (seed * 48271) % 2147483647
    return seed % 256
  }
  const { png, width, height } = toPng(
    image(300, 200, () => [noise(), noise(), noise()]),
    20_000,
  )
  expect(png.length).toBeLessThanOrEqual(20_000)
  expect(width / height).toBeCloseTo(1.5, 1)
  expect(pngPixels(png)).toMatchObject({ width, height })
})

it('writes a picture of one pixel', () => {
  expect(
    pngPixels(
      toPng(
        image(1, 1, () => [1, 2, 3]),
        1,
      ).png,
    ).at(0, 0),
  ).toBe('#010203')
})
