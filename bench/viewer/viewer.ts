import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, type Service, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { grouped } from '#lib/values/count-text.ts'
import { median } from '#lib/values/median.ts'
import { openBrowser } from './browser.ts'
import { building, submittedOf } from './building.ts'
import { deck } from './deck.ts'
import { follow } from './follow.ts'

/**
 * `npm run bench -- viewer`: the page `/bench`, which draws a building by the viewer and by three's InstancedMesh, in sizes up to `most`;
 * first pictures of stored models on their page; and how soon an open page shows what a program writes.
 */
export const VIEWER = { most: 100_000, rounds: 3 }

/** Those that the page offers. */
const SIZES = [1000, 10_000, 100_000, 1_000_000, 10_000_000]
/** Frames of the models beside which a program writes. */
const FOLLOWED = [1000, 10_000]
const DECK = 78_000
/** Rows of the page's table that are times. */
const TIMES = ['First picture', 'A picture, whole', 'A picture, close', 'Picking']
const COUNTS = ['Draw calls', 'GPU buffers']

export async function reportViewer({ most, rounds }: typeof VIEWER): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-bench-'))
  const server = await startServer({ DATA_DIR: folder, RATE_LIMIT: 'off' })
  const browser = await openBrowser()
  try {
    const rows: string[] = []
    for (const size of SIZES.filter((frames) => frames <= most))
      rows.push(await besideInstanced(browser, server.address, size, rounds))
    const service = await signUp(server.address)
    const first = await firstPictures(browser, service, most, rounds)
    const followed = await step('Following what a program writes', () => follow(browser, folder, FOLLOWED))
    say(
      [
        `\n${cpus().length} cores at a load of ${loadavg()[0]?.toFixed(1)}, software GL (SwiftShader), 1280 × 720; medians of ${rounds} rounds.`,
        '',
        `| frames | ${[...TIMES.map((what) => `${what}: InstancedMesh ÷ viewer`), ...COUNTS].join(' | ')} |`,
        `|${'---|'.repeat(1 + TIMES.length + COUNTS.length)}`,
        ...[...rows, '', '| the page of a model | first picture after |', '|---|---|', ...first, ''],
        ...followed.map(
          ({ frames, answered, shown }) =>
            `${grouped(frames)} frames: a write is answered after ${Math.round(answered)} ms and shown after ${Math.round(shown)}.`,
        ),
      ].join('\n'),
    )
  } finally {
    await browser.close()
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A row of the report; the ratio is the median of those of each round. */
async function besideInstanced(browser: Browser, address: string, size: number, rounds: number): Promise<string> {
  const found: Map<string, string[]>[] = []
  for (let round = 1; round <= rounds; round++)
    found.push(await step(`${size} frames, round ${round}`, () => onPage(browser, address, (page) => measured(page, size))))
  const cellsOf = (table: Map<string, string[]>, what: string) => [...table].find(([head]) => head.startsWith(what))?.[1] ?? []
  const ratios = TIMES.map((what) =>
    median(
      found.map((table) => {
        const [viewer = '', instanced = ''] = cellsOf(table, what)
        return numberIn(instanced) / numberIn(viewer)
      }),
    ),
  )
  const cells = [
    ...ratios.map((ratio) => (Number.isFinite(ratio) ? ratio.toFixed(2) : '–')),
    ...COUNTS.map((what) => cellsOf(found[0] ?? new Map(), what)[0] ?? '–'),
  ]
  return `| ${[grouped(size), ...cells].join(' | ')} |`
}

const numberIn = (cell: string) => Number.parseFloat(cell.replaceAll(',', ''))

/** The page's own table: heads of its rows, with the cells of viewer and InstancedMesh. */
async function measured(page: Page, size: number): Promise<Map<string, string[]>> {
  await page.goto('/bench')
  await page.getByRole('radio', { name: grouped(size), exact: true }).check()
  await page.getByRole('button', { name: 'Run' }).click()
  const confirm = page.getByRole('button', { name: 'Draw them' })
  if (size === SIZES.at(-1)) await confirm.click()
  await page.getByRole('button', { name: 'Copy as Markdown' }).waitFor({ timeout: 0 }) // stands when all have run
  const rows = await page.getByRole('row').all()
  const cells = await Promise.all(
    rows
      .slice(1)
      .map(async (row) => [await row.getByRole('rowheader').innerText(), await row.getByRole('cell').allInnerTexts()] as const),
  )
  return new Map(cells)
}

/** From the start of the navigation, each in a page of its own; after one that does not count. */
async function firstPictures(browser: Browser, service: Service, most: number, rounds: number): Promise<string[]> {
  const models: [string, string][] = []
  for (const frames of SIZES.filter((size) => size <= Math.min(most, 100_000)))
    models.push([`${grouped(frames)} frames`, await newModel(service, submittedOf(building(frames)))])
  if (most >= DECK) models.push([`${grouped(DECK)} solid areas`, await newModel(service, submittedOf(deck(DECK)))])
  const rows: string[] = []
  for (const [name, id] of models) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const time = await step(`${name}, round ${round}`, () =>
        onPage(browser, service.address, async (page) => {
          await page.context().addCookies(service.cookies.map((cookie) => ({ ...cookie, url: service.address })))
          await page.goto(`/models/${id}`, { waitUntil: 'commit' })
          await page.waitForFunction(() => document.querySelector('canvas[data-picture]'), null, { polling: 'raf', timeout: 0 })
          return page.evaluate(() => performance.now())
        }),
      )
      if (round > 0) times.push(time)
    }
    rows.push(`| ${name} | ${Math.round(median(times))} ms |`)
  }
  return rows
}

async function onPage<T>(browser: Browser, baseURL: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, baseURL })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
