import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { say, step } from '#lib/start/progress.mjs'
import { grouped } from '#lib/values/count-text.ts'
import { median } from '#lib/values/median.ts'
import { openUndriven } from './browser.ts'
import { serve } from './serve.ts'

/**
 * `npm run bench -- first-picture`: how soon the first picture stands, and the longest task of the page until then, turn by turn in one
 * browser, each model from the address of its JSON: small, large, and a deck of solid areas; beside it three's InstancedMesh. Nothing
 * drives the browser: what does keeps each answer for itself and decodes it on the page's thread (a model of 15 MB: a task of 175 ms,
 * in a trace), which no visitor has.
 */

export const FIRST_PICTURE = { rounds: 7 }

const OPENED = [
  ['viewer', '1000'],
  ['instanced', '1000'],
  ['viewer', '100000'],
  ['instanced', '100000'],
  ['viewer', 'deck-78000'],
] as const

type Told = { first: number; longestTask: number; gpuBytes: number }

export async function reportFirstPicture({ rounds }: typeof FIRST_PICTURE): Promise<void> {
  // A round before the first: the browser's own start and what it compiles once are not the model's.
  const all = Array.from({ length: rounds + 1 }, () => OPENED).flat()
  const told: Told[] = []
  const addressOf = (k: number) => {
    const [page, model] = all[k] ?? []
    return page ? `/${page}?open=${model}` : 'about:blank'
  }
  const hear = new EventTarget()
  const server = await serve(null, (body) => {
    told.push(JSON.parse(body))
    if (told.length === all.length) hear.dispatchEvent(new Event('whole'))
    return addressOf(told.length)
  })
  await step(`Opening ${OPENED.length} models, ${rounds} rounds after one that does not count`, async () => {
    const whole = once(hear, 'whole')
    const browser = await openUndriven(`${server.address}${addressOf(0)}`)
    await Promise.race([whole, browser.ended])
    await browser.close()
  })
  server.close()

  const turns = OPENED.map((_, which) => told.filter((_, k) => k >= OPENED.length && k % OPENED.length === which))
  const [viewer, peer, largeViewer, largePeer, deck] = turns.map((of) => of.map(({ first }) => first))
  const over = (a: number[] = [], b: number[] = []) => median(a.map((first, k) => first / (b[k] ?? Number.NaN)))
  say(
    `\n${cpus().length} cores at a load of ${loadavg()[0]?.toFixed(1)}, software GL (SwiftShader), 1280 × 720; medians of ${rounds} rounds.\n`,
  )
  say('| | first picture, ms | longest task, ms (of all rounds) | GPU bytes an element |\n|---|---|---|---|')
  OPENED.forEach(([page, model], which) => {
    const of = turns[which] ?? []
    const count = Number(/\d+/.exec(model)?.[0])
    const tasks = of.map(({ longestTask }) => longestTask)
    const what = `${model.startsWith('deck') ? 'deck of solid areas' : 'frames'}, ${grouped(count)}, ${page}`
    const bytes = median(of.map(({ gpuBytes }) => gpuBytes)) / count
    say(
      `| ${what} | ${median(of.map(({ first }) => first)).toFixed(0)} | ${median(tasks)} (${tasks.join(', ')}) | ${bytes.toFixed(0)} |`,
    )
  })
  say(
    `\nInstancedMesh ÷ viewer: 1,000 frames ${over(peer, viewer).toFixed(2)}, 100,000 frames ${over(largePeer, largeViewer).toFixed(2)}.`,
  )
  say(`78,000 solid areas ÷ 1,000 frames: ${over(deck, viewer).toFixed(2)}. A task below 50 ms is told as 0.`)
}
