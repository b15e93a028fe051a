import { describe, expect, it } from 'vitest'
import { sketchWords } from '#lib/schema/sketch-words.ts'
import { cameraFor } from '../view/camera-for.ts'
import { sketched } from './sketch.ts'

const camera = { position: [0, -10, 0], target: [0, 0, 0], zoom: 40 } as const
const viewport = { width: 1000, height: 800 }

describe('the camera of a comment in a picture of another size', () => {
  it('stays in a larger one, where all is as much larger as the picture is higher', () => {
    expect(cameraFor(camera, false, viewport, { width: 1500, height: 1000 })).toEqual({ camera, times: 1.25 })
  })

  it('stands back in a narrower one, until all of the viewport is seen', () => {
    const { camera: seen, times } = cameraFor(camera, false, viewport, { width: 250, height: 800 })
    expect([seen.position, times]).toEqual([[0, -40, 0], 0.25])
  })

  it('has as many pixels a unit in parallel, and fewer where the picture is smaller', () => {
    expect(cameraFor(camera, true, viewport, { width: 2000, height: 1600 })).toEqual({ camera, times: 1 })
    expect(cameraFor(camera, true, viewport, { width: 500, height: 800 })).toEqual({
      camera: { ...camera, zoom: 20 },
      times: 0.5,
    })
  })
})

it('keeps a place of the picture in pixels of the viewport, about the middle of both', () => {
  const place = { viewport, size: { width: 500, height: 400 }, scale: 0.5 }
  expect(sketched({ x: 250, y: 200 }, place)).toEqual({ x: 500, y: 400 })
  expect(sketched({ x: 260, y: 180 }, place)).toEqual({ x: 520, y: 360 })
})

it('says in words what is sketched', () => {
  const points = [{ x: 0, y: 0 }]
  const words = sketchWords([
    { type: 'arrow', points },
    { type: 'cloud', points },
    { type: 'arrow', points },
    { type: 'text', points, text: 'too low' },
  ])
  expect(words).toBe('a cloud, 2 arrows, "too low"')
  expect(sketchWords([])).toBe('')
})
