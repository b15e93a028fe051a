import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '#lib/runtime/program.mjs'
import { Refusal, run, step } from '../progress.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The same engine without a window's parts, which nobody sees in tests: a story costs an eighth less. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

/**
 * A Chromium of this machine: CHROMIUM_PATH, one on the PATH, or the one that Playwright keeps. `shell`: its headless shell, where there
 * is one.
 */
export async function findChromium({ shell = false } = {}) {
  const { chromium } = await import('playwright')
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [
    process.env.CHROMIUM_PATH ?? '',
    ...(shell ? [SHELLS, NAMES] : [NAMES]).flatMap((names) =>
      folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ].find((file) => file !== '' && existsSync(file))
}

/** Its path; one is installed if there is none: by Playwright, else, as root on Debian and its kin, by apt. */
export async function needChromium({ shell = false } = {}) {
  const found = await findChromium({ shell })
  if (found) return found
  return step('Installing a Chromium', async () => {
    const results = [
      await run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], { quiet: true }),
    ]
    if (!(await findChromium({ shell })) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      results.push(await run('apt-get', ['update'], { env, quiet: true }))
      for (const name of shell ? ['chromium-headless-shell', 'chromium'] : ['chromium'])
        if (!(await findChromium({ shell })))
          results.push(await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, quiet: true }))
    }
    const installed = await findChromium({ shell })
    if (installed) return installed
    const output = results.map((one) => one.output.trim().split('\n').slice(-5).join('\n')).join('\n')
    throw new Refusal(`There is no Chromium and none could be installed. Install one, or set CHROMIUM_PATH.\n${output}`)
  })
}
