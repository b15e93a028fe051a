import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { needChromium } from '#lib/start/build/chromium.mjs'

const SOFTWARE_GL = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking']

/** Chromium that draws without a graphics card, as all benches of the viewer do. */
export const openBrowser = async (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: await needChromium(), args: [...SOFTWARE_GL, ...more] })

/** The same browser, driven by nobody: it opens the address, and what the page then does is its own. `ended`: it has, before its time. */
export async function openUndriven(address: string): Promise<{ ended: Promise<never>; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'structural-bench-browser-'))
  const args = [
    '--headless=new',
    ...SOFTWARE_GL,
    '--no-first-run',
    '--window-size=1280,820',
    `--user-data-dir=${profile}`,
    address,
  ]
  const browser = spawn(await needChromium(), args, { stdio: 'ignore' })
  const exited = once(browser, 'exit')
  return {
    ended: exited.then(([code]) => {
      throw new Error(`the browser ended with ${code}`)
    }),
    async close() {
      browser.kill()
      await exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
