import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Frame, Page } from 'playwright'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { appHost } from '#lib/fixtures/app-host.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { grouped } from '#lib/values/count-text.ts'
import { median } from '#lib/values/median.ts'
import { openBrowser } from './browser.ts'
import { building, submittedOf } from './building.ts'
import { type Chat, openChat } from './chat.ts'

/**
 * The viewer in a chat beside the full page: the same model, the same server, one browser, canvases of one size, turn by turn. The
 * page is opened by the link of the view's own *Open*, so that both see the model by one camera: the page alone would fit it
 * between its panels, smaller, and draw fewer of its frames as bodies. The chat is the strict host of the tests, and a real client
 * passes its calls on.
 */

export const IN_CHAT = { rounds: 5, frames: 20_000, reloads: 20 }
const SIZE = { width: 760, height: 480 }
/** What stands above and below the picture, in the view and on the page. */
const CONTROLS = 111
const PAGE_BARS = 53
const IN_HOST = { width: SIZE.width, height: SIZE.height + CONTROLS }
const TURNING_MS = 4000

type Turned = { first: number; frame: number }
type Opened = { where: Page | Frame; first: number; page: Page }
const IS_COMPLETE = () => document.querySelector('canvas[data-picture=complete]') !== null

/**
 * In every document: when a picture was first drawn, and how long each frame takes while something moves. A text, for what runs
 * here calls helpers in functions that no page has.
 */
const WATCH = `(() => {
  const found = { first: 0, times: [] }
  const canvas = () => document.querySelector('canvas[data-picture]')
  const look = () => {
    if (!canvas()) return void requestAnimationFrame(look)
    requestAnimationFrame(() => {
      found.first = performance.timeOrigin + performance.now()
    })
  }
  requestAnimationFrame(look)
  let last = 0
  const tick = (now) => {
    const isMoving = canvas()?.dataset.picture === 'moving'
    if (isMoving && last > 0) found.times.push(now - last)
    last = isMoving ? now : 0
    requestAnimationFrame(tick)
  }
  Object.assign(window, { found, turning: () => requestAnimationFrame(tick) })
})()`
type Watched = { found: { first: number; times: number[] }; turning(): void }

export async function reportInChat({ rounds, frames, reloads }: typeof IN_CHAT): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-bench-'))
  const server = await startServer({ DATA_DIR: folder, RATE_LIMIT: 'off' })
  // One process for page and view: its memory is what is measured.
  const browser = await openBrowser(
    '--disable-features=IsolateSandboxedIframes',
    '--enable-precise-memory-info',
    '--js-flags=--expose-gc',
  )
  try {
    const service = await signUp(server.address)
    const models = [
      ['demo building', await newModel(service, demoBuilding())],
      [`${grouped(frames)} frames`, await newModel(service, submittedOf(building(frames)))],
    ] as const
    const html = readFileSync(join(import.meta.dirname, '../../dist/view.html'))
    const rows: string[] = []
    for (const [name, id] of models) {
      const chat = await openChat(browser, service, IN_HOST, WATCH)
      const found: { chat: Turned; page: Turned }[] = []
      for (let round = 1; round <= rounds; round++) {
        found.push(
          await step(`${name}, round ${round}`, async () => {
            const opened = await chat.open(id)
            const inChat = { ...opened, first: (await firstOf(opened.where)) - opened.began }
            const link = await linkOf(inChat)
            return { chat: await turned(inChat), page: await turned(await openPage(browser, service, link)) }
          }),
        )
      }
      rows.push(row(name, found))
      await chat.end()
    }
    const chat = await openChat(browser, service, IN_HOST, WATCH)
    const [, [, id]] = models
    const idle = await step('At rest', () => atRest(chat, id))
    const memory = await step(`${reloads} revisions one after another`, () => reloaded(chat, service, id, reloads))
    await chat.end()
    say(
      [
        '',
        `## ${new Date().toISOString().slice(0, 10)}: \`npm run bench -- chat --rounds ${rounds} --frames ${frames} --reloads ${reloads}\``,
        '',
        `${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end, software GL; canvases of ${SIZE.width} × ${SIZE.height} px, one camera; medians, the ratio that of turns next to each other.`,
        `The file: ${grouped(html.length)} bytes, ${grouped(gzipSync(html).length)} by gzip.`,
        '',
        '| model | first picture: frame in, strict host | the full page: from navigation | ratio | a frame while turned, chat | page | ratio |',
        ...['|---|---|---|---|---|---|---|', ...rows, ''],
        `At rest for 10 s: ${idle.pictures} pictures, ${idle.calls} calls. JS heap after ${reloads} revisions of ${grouped(frames)} frames: ${memory.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`).join(', ')} (after 5, 10, … of them).`,
      ].join('\n'),
    )
  } finally {
    await browser.close()
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

function row(name: string, found: readonly { chat: Turned; page: Turned }[]): string {
  const of = (what: keyof Turned) => {
    const mid = (where: 'chat' | 'page') => median(found.map((one) => one[where][what]))
    const ratio = median(found.map(({ chat, page }) => chat[what] / page[what]))
    return [`${Math.round(mid('chat'))} ms`, `${Math.round(mid('page'))} ms`, ratio.toFixed(2)]
  }
  return `| ${[name, ...of('first'), ...of('frame')].join(' | ')} |`
}

/** How long until its first picture, and a frame while somebody turns the model. */
async function turned({ where, page, first }: Opened): Promise<Turned> {
  const canvas = where.locator('canvas[data-picture]')
  await where.waitForFunction(IS_COMPLETE, null, { polling: 100, timeout: 300_000 })
  const { x, y, width, height } = (await canvas.boundingBox())!
  if (width !== SIZE.width || height !== SIZE.height) throw new Error(`A canvas of ${width} × ${height} px`)
  const watched = await where.evaluateHandle(() => window as unknown as Watched)
  await watched.evaluate((page) => page.turning())
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  const until = performance.now() + TURNING_MS
  for (let step = 0; performance.now() < until; step++)
    await page.mouse.move(x + width / 2 + 150 * Math.sin(step / 9), y + height / 2 + 20 * Math.cos(step / 7))
  await page.mouse.up()
  const times = await watched.evaluate(({ found }) => found.times)
  await page.close()
  return { first, frame: median(times) }
}

const firstOf = (where: Page | Frame) =>
  where
    .waitForFunction(() => (window as unknown as Partial<Watched>).found?.first ?? 0, null, { timeout: 300_000 })
    .then((handle) => handle.jsonValue())

/** What *Open* leads to: the model, seen by the camera of the chat, which a link has once somebody has moved it. */
async function linkOf({ where, page }: Opened): Promise<string> {
  await where.waitForFunction(IS_COMPLETE, null, { polling: 100, timeout: 300_000 })
  const { x, y } = (await where.locator('canvas[data-picture]').boundingBox())!
  await page.mouse.move(x + SIZE.width / 2, y + SIZE.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + SIZE.width / 2 + 20, y + SIZE.height / 2)
  await page.mouse.up()
  await where.waitForFunction(() => document.querySelector('canvas[data-picture=complete]:not([data-view=""])') !== null, null, {
    polling: 100,
  })
  await where.getByRole('button', { name: 'Open' }).click()
  const link = await page.waitForFunction(
    (host) => host.said.find(({ method }) => method === 'ui/open-link')?.params.url,
    await appHost(page),
  )
  const address = String(await link.jsonValue())
  if (!address.includes('camera=')) throw new Error(`No camera in ${address}`)
  return address
}

/** The full page, its window so large that the picture has the size of the chat's. */
async function openPage(browser: Browser, { address, cookies }: Service, link: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: SIZE.width, height: SIZE.height + PAGE_BARS } })
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: address })))
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.goto(link, { waitUntil: 'commit' })
  const first = await firstOf(page)
  return { where: page, page, first: first - (await page.evaluate(() => performance.timeOrigin)) }
}

async function atRest(chat: Chat, id: string): Promise<{ pictures: number; calls: number }> {
  const { where, page } = await chat.open(id)
  await where.waitForFunction(IS_COMPLETE, null, { polling: 100 })
  await page.waitForTimeout(1000)
  const calls = async () =>
    (await appHost(page)).evaluate(({ said }) => said.filter(({ method }) => method === 'tools/call').length)
  const counted = await where.evaluateHandle(() => {
    const counted = { pictures: 0 }
    new MutationObserver((changes) => {
      counted.pictures += changes.length
    }).observe(document.querySelector('canvas[data-picture]')!, { attributeFilter: ['data-picture'] })
    return counted
  })
  const before = await calls()
  await page.waitForTimeout(10_000)
  const found = {
    pictures: await counted.evaluate(({ pictures }) => pictures),
    calls: (await calls()) - before,
  }
  await page.close()
  return found
}

/** Of the page with its view, after a collection: after each five revisions. */
async function reloaded(chat: Chat, service: Service, id: string, reloads: number): Promise<number[]> {
  const { where, page } = await chat.open(id)
  const cdp = await page.context().newCDPSession(page)
  const heaps: number[] = []
  for (let k = 1; k <= reloads; k++) {
    const nodes = [{ id: 'beside it', position: { x: k, y: -5, z: 0 } }]
    await send(service, `/api/construct-models/${id}/nodes`, JSON.stringify({ nodes }))
    await where.waitForFunction(
      (revision) => document.querySelector('[role=status]')?.textContent?.startsWith(`revision ${revision}`),
      k + 1,
      { timeout: 60_000 },
    )
    await where.waitForFunction(IS_COMPLETE, null, { polling: 100 })
    if (k % 5 !== 0) continue
    await cdp.send('HeapProfiler.collectGarbage')
    heaps.push((await cdp.send('Runtime.getHeapUsage')).usedSize)
  }
  await page.close()
  return heaps
}
