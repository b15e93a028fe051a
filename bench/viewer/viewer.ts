import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '#lib/start/build/builds.mjs'
import { giveUp, Refusal, run, say, step } from '#lib/start/progress.mjs'
import { writePart } from '../write-part.ts'
import { openBrowser } from './browser.ts'
import { follow } from './follow.ts'
import { linesOf, resultsOf } from './report.ts'
import { type PageName, serve, sizesOfViewer } from './serve.ts'
import { type Measured, tryOnce } from './try.ts'

/**
 * `npm run bench -- viewer`: the viewer against the same frames as three's instanced meshes and in xeokit, in one browser, turn
 * by turn. `--sizes 1000,10000` frames, `--rounds 3`, `--pictures FOLDER` keeps what each one drew, `--dry` writes nothing down. All of it is
 * printed; a line a size goes into docs/speed.md.
 */

/** AGPL: fetched into a folder that ends with the bench, no dependency of ours. */
const XEOKIT = '@xeokit/xeokit-sdk@2.6.114'

/** Frames of the models beside which a program writes. */
const FOLLOWED = [1000, 10_000]

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '3' },
    pictures: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'structural-bench-'))
try {
  if (!sizes.every((size) => Number.isInteger(size) && size > 0) || !(rounds > 0))
    throw new Refusal('--sizes takes whole numbers with commas between, --rounds a number.')
  const xeokit = join(folder, 'node_modules/@xeokit/xeokit-sdk/dist/xeokit-sdk.min.es.js')
  await step(`Fetching ${XEOKIT}`, async () => {
    const install = ['install', '--prefix', folder, XEOKIT, '--no-audit', '--no-fund', '--ignore-scripts']
    const { code, output } = await run('npm', install, { quiet: true, cwd: folder })
    if (code !== 0) throw new Error(output)
  })
  const server = await serve(xeokit)
  const all = new Map<number, Record<PageName, Measured>[]>()
  for (const frames of sizes) {
    const found: Record<PageName, Measured>[] = []
    all.set(frames, found)
    // A browser a size: what one leaves behind in the GPU process must not weigh on the next.
    const browser = await openBrowser()
    const effort = { pictures: frames > 300_000 ? 2 : 12, picks: 200, milliseconds: frames > 30_000 ? 4000 : 2500 }
    for (let round = 1; round <= (frames > 300_000 ? 1 : rounds); round++) {
      const one = (name: PageName) =>
        step(`${frames} frames, round ${round}: ${name}`, () =>
          tryOnce(browser, server.address, name, frames, {
            ...effort,
            // A million frames are some 200 MB of JSON: enough to wait for once.
            fromAddress: name === 'viewer' || frames <= 300_000,
            ...(values.pictures && round === 1 && { picture: join(values.pictures, `${name}-${frames}.png`) }),
          }),
        )
      found.push({ instanced: await one('instanced'), viewer: await one('viewer'), xeokit: await one('xeokit') })
    }
    await browser.close()
  }
  server.close()
  await build()
  const browser = await openBrowser()
  const followed = await step('Following what a program writes', () => follow(browser, folder, FOLLOWED))
  await browser.close()
  const command = `npm run bench -- viewer --sizes ${sizes.join()} --rounds ${rounds}`
  const head = {
    command,
    machine: `${cpus().length} cores, software GL (SwiftShader), 1280 × 720`,
    xeokit: XEOKIT,
    kilobytes: await sizesOfViewer(),
    followed,
  }
  if (!values.dry) writePart('docs/speed.md', 'viewer', linesOf(all, head))
  say(`\n${resultsOf(all, head)}`)
  process.exit(0)
} catch (error) {
  giveUp(error)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
