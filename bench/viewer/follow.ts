import type { Browser, Page } from 'playwright'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, send, signUp } from '#lib/fixtures/service.ts'
import { grouped } from '#lib/values/count-text.ts'
import { median } from '#lib/values/median.ts'
import { building, submittedOf } from './building.ts'

/** How soon an open page shows what a program writes, in milliseconds from the sending of the request: medians of five writes to a page at rest. */
export type Followed = { frames: number; answered: number; shown: number }

/** The built service with its embedded database, one frame a write, the page open beside it. */
export async function follow(browser: Browser, folder: string, sizes: readonly number[]): Promise<Followed[]> {
  const server = await startServer({ DATA_DIR: folder })
  const service = await signUp(server.address)
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, baseURL: server.address })
  await page.context().addCookies(service.cookies.map(({ name, value }) => ({ name, value, url: server.address })))
  const all: Followed[] = []
  for (const frames of sizes) {
    const { sections, nodes, ...rest } = building(frames)
    const id = await newModel(service, submittedOf({ sections, nodes, ...rest }))
    await page.goto(`/models/${id}`)
    await saysFrames(page, frames)
    const [first, last] = [nodes[0], nodes.at(-1)]
    const times: { answered: number; shown: number }[] = []
    for (let k = 1; k <= 5; k++) {
      await page.waitForTimeout(3000) // until the glow of what came before has gone
      const shown = saysFrames(page, frames + k)
      const frame = { id: `written ${k}`, startNodeId: first?.id, endNodeId: last?.id, sectionId: sections?.[k]?.id }
      const since = performance.now()
      await send(service, `/api/construct-models/${id}/frames`, JSON.stringify({ frames: [frame] }))
      const answered = performance.now() - since
      await shown
      times.push({ answered, shown: performance.now() - since })
    }
    all.push({ frames, answered: median(times.map((one) => one.answered)), shown: median(times.map((one) => one.shown)) })
  }
  await page.close()
  await server.stop('SIGTERM')
  return all
}

/** Resolves when the page counts so many frames, and has been drawn twice since: React was given picture and text at once. */
async function saysFrames(page: Page, frames: number): Promise<void> {
  const text = `${grouped(frames)} frames`
  await page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), text, { polling: 'raf' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
