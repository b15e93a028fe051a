import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { scaleOf, sheetPixels, withResolution, zoomOf } from './sheet.ts'

const SCREEN = { width: 1000, height: 600 }

describe('a picture on paper', () => {
  it('has the pixels of its paper at its resolution', () => {
    const { width, height, ratio } = sheetPixels({ millimetres: [420, 297], dpi: 300 }, SCREEN, 16384)
    expect([Math.round(width * ratio), Math.round(height * ratio)]).toEqual([4961, 3508])
  })

  it('stays within what the graphics card draws', () => {
    const { width, height, ratio } = sheetPixels({ millimetres: [841, 594], dpi: 300 }, SCREEN, 4096)
    expect(width * ratio).toBeCloseTo(4096)
    expect(height * ratio).toBeLessThan(4096)
  })

  it('takes the screen where no paper is named', () => {
    expect(sheetPixels({ millimetres: null, dpi: 192 }, SCREEN, 16384)).toEqual({ ...SCREEN, ratio: 2 })
  })

  it('is to scale: ten metres at 1:100 are a hundred millimetres, in any unit', () => {
    const millimetres = (pixels: number) => (pixels / 96) * 25.4
    expect(millimetres(10 * zoomOf(100, 1))).toBeCloseTo(100)
    expect(millimetres(10_000 * zoomOf(100, 0.001))).toBeCloseTo(100)
    expect(scaleOf(zoomOf(50, 0.3048), 0.3048)).toBeCloseTo(50)
  })

  it('says its resolution in the file, with a checksum that readers accept', () => {
    const png = new Uint8Array(60).map((_, k) => k)
    const said = withResolution(png, 300)
    expect([...said.subarray(0, 33)]).toEqual([...png.subarray(0, 33)])
    expect([...said.subarray(54)]).toEqual([...png.subarray(33)])
    const view = new DataView(said.buffer, 33, 21)
    expect([view.getUint32(0), view.getUint32(8), view.getUint32(12)]).toEqual([9, 11811, 11811])
    expect(view.getUint32(17)).toBe(crc32(said.subarray(37, 50)))
  })
})
