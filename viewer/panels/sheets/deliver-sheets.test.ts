import { expect, it } from 'vitest'
import type { ViewerHost } from '../../viewer-host.ts'
import { deliverSheets } from './deliver-sheets.ts'

const SVG = { format: 'svg', dpi: 300 } as const
const A3 = { name: 'A3', isPortrait: false } as const
const sheet = (title: string) => ({ title, svg: `<svg>${title}</svg>` })

function placeThat(saves: (name: string) => boolean) {
  const files: string[] = []
  const host = {
    async save(name: string, file: Blob) {
      if (saves(name)) files.push(`${name}: ${await file.text()}`)
      return saves(name)
    },
  } as unknown as ViewerHost
  return { host, files }
}

it('saves a set in its order, two drawings of one title as two files, and one sheet under its title alone', async () => {
  const { host, files } = placeThat(() => true)
  const set = [...Array(9)].map((_, k) => sheet(`Plan ${k}`)).concat(sheet('Elevation at 1'), sheet('Elevation at 1'))
  expect(await deliverSheets(host, SVG, 'Hall', A3, set)).toEqual({ isDone: true, says: '11 sheets saved' })
  expect(files[0]).toBe('Hall-01-Plan-0.svg: <svg>Plan 0</svg>')
  expect(files.slice(-2)).toEqual(['10', '11'].map((n) => `Hall-${n}-Elevation-at-1.svg: <svg>Elevation at 1</svg>`))
  expect(files.toSorted()).toEqual(files)
  await deliverSheets(host, SVG, 'Hall', A3, [sheet('Plan at Roof')])
  expect(files.at(-1)).toBe('Hall-Plan-at-Roof.svg: <svg>Plan at Roof</svg>')
})

it('stops at the first sheet that cannot be saved, and says what to do', async () => {
  const { host, files } = placeThat((name) => name.includes('-1-'))
  const { isDone, says } = await deliverSheets(host, SVG, 'Hall', A3, [sheet('a'), sheet('b'), sheet('c')])
  expect([isDone, files.length]).toEqual([false, 1])
  expect(says).toContain('open the model on its own page')
})
