import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '#lib/start/build/chromium.mjs'

/** `npm test` chooses a free port and an empty data folder; `npx playwright test -c e2e` alone takes these. Needs a build. */
process.env.E2E_PORT ??= '3690'
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'structural-e2e-'))
const { E2E_PORT, E2E_DATA_DIR } = process.env
const address = `http://127.0.0.1:${E2E_PORT}`
const executablePath = await findChromium({ shell: true })

/**
 * Of these lists Chromium knows only the last: this is Playwright's own (its `chromiumSwitches.ts`), and what Chromium itself draws
 * under its address bar, two pages more for each window, which nobody sees and which cost a tenth of what a story costs.
 */
const DISABLED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

const browser = (...more: string[]) => ({
  ...(executablePath ? { executablePath } : {}),
  // Where no locale is set, a file whose name has other letters than ASCII's is saved as `download`.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  // WebGL without a GPU; no calls home from a machine that may have no network.
  args: [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--disable-component-update',
    `--disable-features=${DISABLED}`,
    // The halves of a pipeline are made once each and then put together, which pays where they are used again. Here they are made twice.
    '--disable-angle-features=supportsGraphicsPipelineLibrary',
    ...more,
  ],
})

/**
 * A graphics card that is not there draws what WebGL is asked for, and in all specs but one no more: the processor puts the page around
 * it together, each pixel of the picture is drawn once and not four times for smooth edges, and a camera is where it is sent in one
 * picture.
 */
const AS_PEOPLE_HAVE_IT = /[\\/]viewer\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // More than two cores: of three stories one mostly waits, for a server, a clock, an answer.
  workers: 3,
  // Story by story and not file by file: the longest files were still running when there was nothing else left to do.
  fullyParallel: true,
  // Time-outs only end what hangs: on a machine with ten times as much to do as it can, a story of 30 s took more than two minutes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    // A trace keeps every picture and page of every test, which is a sixth of all the work: `npm run e2e -- NAME --trace=on`.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'stories',
      testIgnore: AS_PEOPLE_HAVE_IT,
      use: { launchOptions: browser('--disable-gpu-compositing', '--webgl-antialiasing-mode=none'), reducedMotion: 'reduce' },
    },
    { name: 'as people have it', testMatch: AS_PEOPLE_HAVE_IT, use: { launchOptions: browser() } },
  ],
  webServer: {
    command: 'node lib/start/start.mjs',
    cwd: join(import.meta.dirname, '..'),
    url: `${address}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stderr: 'pipe',
    env: {
      PORT: E2E_PORT,
      STOP_DELAY_SECONDS: '0',
      HOST: '127.0.0.1',
      APP_URL: address,
      DATA_DIR: E2E_DATA_DIR,
      DATABASE_URL: '',
      NODE_ENV: 'production',
      RATE_LIMIT: 'off',
      METRICS: 'on',
    },
  },
})
