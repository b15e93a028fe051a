import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '#lib/start/chromium.mjs'
import type { Measured } from './page.ts'

/**
 * `node lib/start/command.mjs bench/viewer/viewer.ts [sizes]`: our frames against a plain InstancedMesh and xeokit on equal
 * geometry, each in a browser of its own, in one run; written to bench/viewer/results.md. The bundler and xeokit (AGPL, so no
 * dependency of ours) are installed into a temporary folder for the run.
 */

const SIZES = process.argv[2] ? process.argv[2].split(',').map(Number) : [1_000, 10_000, 100_000, 1_000_000]
const WAYS = ['ours', 'instanced', 'xeokit'] as const
/** xeokit takes minutes for a million frames without a GPU, and more memory than most machines have. */
const MOST = { ours: Infinity, instanced: Infinity, xeokit: 100_000 }

const folder = mkdtempSync(join(tmpdir(), 'viewer-bench-'))
const root = join(import.meta.dirname, '../..')
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', 'esbuild@0.28.2', '@xeokit/xeokit-sdk@2.6.114'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  execFileSync(
    join(folder, 'node_modules/.bin/esbuild'),
    [
      join(import.meta.dirname, 'page.ts'),
      '--bundle',
      '--format=esm',
      '--minify',
      '--external:/xeokit.js',
      '--define:process.env.NODE_ENV="production"',
      `--outfile=${join(folder, 'page.js')}`,
      '--log-level=error',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const files: Record<string, [type: string, body: () => string | Buffer]> = {
    '/': [
      'text/html',
      () => '<!doctype html><title>bench</title><body style="margin:0"><script type="module" src="/page.js"></script>',
    ],
    '/page.js': ['text/javascript', () => readFileSync(join(folder, 'page.js'))],
    '/xeokit.js': ['text/javascript', () => readFileSync(join(folder, 'node_modules/@xeokit/xeokit-sdk/dist/xeokit-sdk.es.js'))],
  }
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file ? 200 : 404, { 'content-type': file?.[0] ?? 'text/plain' }).end(file?.[1]())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const rows: string[] = []
  for (const size of SIZES) {
    const measured: Partial<Record<(typeof WAYS)[number], Measured>> = {}
    for (const way of WAYS) {
      if (size > MOST[way]) continue
      measured[way] = await measure(`http://127.0.0.1:${address.port}/`, way, size)
      console.log(size, way, measured[way])
    }
    rows.push(...tableRows(measured))
  }
  server.close()
  const text = `# The viewer, measured

Written by \`node lib/start/command.mjs bench/viewer/viewer.ts\` on ${new Date().toISOString().slice(0, 10)}: headless Chromium with software GL, 1280 × 720, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. A made-up
building over 12 outlines. Without a GPU the milliseconds mean little: look at the ratios. Heap is what the way adds to the
JavaScript heap; pick is one look-up of what lies under the cursor.

| frames | way | build ms | first picture ms | frame ms, whole | frame ms, close | draw calls | triangles | heap B/frame | pick ms |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results.md'), text)
  console.log(`\n${text}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(address: string, way: (typeof WAYS)[number], size: number): Promise<Measured> {
  const executablePath = await findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc --max-old-space-size=6000',
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.goto(address)
    await page.waitForFunction(() => 'run' in globalThis)
    return await page.evaluate(
      ([which, count]) => (globalThis as unknown as { run: (way: string, count: number) => Promise<Measured> }).run(which, count),
      [way, size] as const,
    )
  } finally {
    await browser.close()
  }
}

function tableRows(measured: Partial<Record<(typeof WAYS)[number], Measured>>): string[] {
  const best = measured.ours
  const ms = (value: number) => (value < 10 ? value.toFixed(2) : String(Math.round(value)))
  const beside = (value: number, own: number | undefined, isOurs: boolean) =>
    isOurs || !own ? ms(value) : `${ms(value)} (${(value / own).toFixed(1)} ×)`
  return Object.entries(measured).map(([way, one]) => {
    const isOurs = way === 'ours'
    const cells = (['build', 'first', 'whole', 'close'] as const).map((key) => beside(one[key], best?.[key], isOurs))
    return `| ${one.frames.toLocaleString('en')} | ${isOurs ? '**this viewer**' : way} | ${cells.join(' | ')} | ${one.calls} | ${Math.round(one.triangles).toLocaleString('en')} | ${Math.round(one.heap / one.frames)} | ${beside(one.pick, best?.pick, isOurs)} |`
  })
}
