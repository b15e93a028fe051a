import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, run, step } from './progress.mjs'
import { root } from './set-up.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** A Chromium of this machine: CHROMIUM_PATH, one on the PATH, or the one that Playwright keeps. */
export async function findChromium() {
  const { chromium } = await import('playwright')
  return [
    process.env.CHROMIUM_PATH ?? '',
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ].find((file) => file !== '' && existsSync(file))
}

/** Its path; one is installed if there is none: by Playwright, else, as root on Debian and its kin, by apt. */
export async function needChromium() {
  const found = await findChromium()
  if (found) return found
  return step('Installing a Chromium', async () => {
    const said = [
      await run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], { quiet: true }),
    ]
    if (!(await findChromium()) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      said.push(await run('apt-get', ['update'], { env, quiet: true }))
      said.push(await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env, quiet: true }))
    }
    const installed = await findChromium()
    if (installed) return installed
    const output = said.map((one) => one.output.trim().split('\n').slice(-5).join('\n')).join('\n')
    throw new Refusal(`There is no Chromium and none could be installed. Install one, or set CHROMIUM_PATH.\n${output}`)
  })
}
