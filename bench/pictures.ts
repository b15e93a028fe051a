import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, signUp } from '#lib/fixtures/service.ts'
import { renderModel } from '#lib/render/render-model.ts'
import { root } from '#lib/runtime/program.mjs'
import { step } from '#lib/start/progress.mjs'
import { openBrowser } from './viewer/browser.ts'
import { openChat } from './viewer/chat.ts'

/** The pictures of the demo building in README, on the landing page and in directories, made anew: whoever changes it, or the viewer, runs this. */

const IN_CHAT = { width: 760, height: 480 }
/** Where a beam lies on the picture of a chat, from its upper left corner in px. */
const BEAM = { x: 250, y: 220 }
const FOLDER = join(root, 'public/pictures')

export async function makePictures(): Promise<void> {
  await step('Drawing the demo building', () => {
    const { png } = renderModel(returnedModel(demoBuilding()), {
      ...{ views: ['iso'], projection: 'perspective', plain: true, width: 1280, height: 800, mostBytes: 80_000 },
    })
    writeFileSync(join(FOLDER, 'demo-building.png'), png)
    return Promise.resolve()
  })
  await step('Taking pictures of the viewer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
    const server = await startServer({ DATA_DIR: folder, RATE_LIMIT: 'off' })
    const browser = await openBrowser()
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, colorScheme, reducedMotion: 'reduce' })
        await page.goto(`${server.address}/demo`)
        await page.locator('main canvas[data-picture=complete]').first().waitFor()
        await page.screenshot({ path: join(FOLDER, `viewer-${colorScheme}.jpg`), type: 'jpeg', quality: 88 })
      }
      const service = await signUp(server.address)
      const chat = await openChat(browser, service, IN_CHAT)
      const { where, page } = await chat.open(await newModel(service, demoBuilding()))
      await where.locator('canvas[data-picture=complete]').waitFor()
      await where.locator('canvas[data-picture]').click({ position: BEAM })
      await where.getByText(/^frame Beam/).waitFor()
      await where.locator('canvas[data-picture=complete]').waitFor()
      await page.screenshot({ path: join(FOLDER, 'in-the-chat.png'), clip: { x: 0, y: 0, ...IN_CHAT } })
      await chat.end()
    } finally {
      await browser.close()
      await server.stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
