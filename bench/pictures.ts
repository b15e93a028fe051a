import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { renderModel } from '#lib/render/render-model.ts'
import { root } from '#lib/runtime/program.mjs'
import { step } from '#lib/start/progress.mjs'
import { openBrowser } from './viewer/browser.ts'

/** The pictures of the demo building in README, on the landing page and in directories, made anew: whoever changes it, or the viewer, runs this. */

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
    } finally {
      await browser.close()
      await server.stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
