import { cpus } from 'node:os'
import { giveUp, say, step } from '#lib/start/progress.mjs'
import { median } from '../../app/bench/median.ts'
import { openBrowser } from './browser.ts'
import { serve } from './serve.ts'
import { openedFrom } from './try.ts'

/**
 * `npm run bench -- areas`: the first picture of a deck of 78,000 solid areas against that of 1,000 frames, turn by turn in one
 * browser, each from the address of its JSON.
 */

const AREAS = 78_000
const FRAMES = 1000
const ROUNDS = 3

try {
  const server = await serve(null)
  const browser = await openBrowser()
  const opened = { frames: [], areas: [] } as Record<'frames' | 'areas', Awaited<ReturnType<typeof openedFrom>>[]>
  for (let round = 1; round <= ROUNDS; round++) {
    const one = (name: string) => step(`Round ${round}: ${name}`, () => openedFrom(browser, server.address, 'viewer', name))
    opened.frames.push(await one(String(FRAMES)))
    opened.areas.push(await one(`deck-${AREAS}`))
  }
  await browser.close()
  server.close()
  const of = (name: keyof typeof opened, what: 'first' | 'longestTask' | 'gpuBytes') =>
    median(opened[name].map((each) => each[what]))
  const ratios = opened.areas.map(({ first }, k) => first / (opened.frames[k]?.first ?? Number.NaN))
  say(`\n${cpus().length} cores, software GL (SwiftShader), 1280 × 720; medians of ${ROUNDS} rounds.\n`)
  say(`| | 1,000 frames | 78,000 solid areas | ratio |\n|---|---|---|---|`)
  const row = (what: string, frames: number, areas: number, ratio: string) =>
    say(`| ${what} | ${Math.round(frames).toLocaleString('en')} | ${Math.round(areas).toLocaleString('en')} | ${ratio} |`)
  row('first picture from JSON over loopback, ms', of('frames', 'first'), of('areas', 'first'), median(ratios).toFixed(2))
  row('longest task of the page meanwhile, ms', of('frames', 'longestTask'), of('areas', 'longestTask'), '')
  row('GPU buffers and textures, bytes an element', of('frames', 'gpuBytes') / FRAMES, of('areas', 'gpuBytes') / AREAS, '')
  process.exit(0)
} catch (error) {
  giveUp(error)
}
