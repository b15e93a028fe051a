import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { SCENE_FROM, SCENE_TYPE } from '#lib/scene-file/layout.ts'
import { sceneBytes } from '#lib/scene-file/write-scene.ts'
import { KINDS } from '#lib/schema/kinds.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { threeInParts } from '#lib/start/build/three-parts.mjs'
import { named } from './named.ts'

const HERE = import.meta.dirname
const VIEWER = join(HERE, '../../viewer')
const PAGES = { viewer: 'ours.tsx', instanced: 'instanced.ts', xeokit: 'xeokit.ts' } as const
export type PageName = keyof typeof PAGES

const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
  logLevel: 'error',
} as const

/**
 * A page a contender with nothing but a stage of 1280 × 720, and the models on this machine, as JSON and, as the service has it, large
 * ones as scenes. `hear` is given what a page tells
 * of itself (`?open=1000`), and says to which address it goes next.
 */
export async function serve(
  xeokit: string | null,
  hear: (told: string) => string = () => '',
): Promise<{ address: string; close: () => void }> {
  const files = new Map<string, { type: string; body: string | Uint8Array }>()
  // Three as the pages have it.
  const script = async (path: string, entry: string) => {
    const { outputFiles } = await build({ ...options, plugins: [threeInParts], entryPoints: [entry], outdir: 'out' })
    for (const { path: made, contents } of outputFiles)
      if (made.endsWith('.css')) files.set(`${path}.css`, { type: 'text/css', body: contents })
      else files.set(path, { type: 'text/javascript', body: contents })
  }
  for (const [name, entry] of Object.entries(PAGES)) {
    await script(`/${name}.js`, join(HERE, 'pages', entry))
    const sheet = files.has(`/${name}.js.css`) ? `<link rel="stylesheet" href="/${name}.js.css">` : ''
    files.set(`/${name}`, {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><title>${name}</title>${sheet}<style>body { margin: 0; overflow: hidden } #stage { position: relative; width: 1280px; height: 720px }</style><div id="stage"></div><script type="module" src="/${name}.js"></script>`,
    })
  }
  // The viewer starts its worker from an address beside its own script.
  await script('/worker/thread.ts', join(VIEWER, 'worker/thread.ts'))
  if (xeokit) files.set('/library.js', { type: 'text/javascript', body: readFileSync(xeokit) })
  files.set('/check', { type: 'application/json', body: '{"findings":[]}' })

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
      return
    }
    if (path === '/told') {
      void text(request).then((told) => response.end(hear(told)))
      return
    }
    const name = /^\/(?:model|bounds)\/((deck-)?\d+)$/.exec(path)?.[1]
    if (name && !files.has(path)) {
      const model = named(name)
      files.set(`/bounds/${name}`, { type: 'application/json', body: JSON.stringify(model.bounds) })
      files.set(`/model/${name}`, { type: 'application/json', body: Buffer.from(JSON.stringify(model)) })
      const scene = sizeOf(model) < SCENE_FROM ? null : sceneBytes(model)
      if (scene) files.set(`/model/${name} as a scene`, { type: SCENE_TYPE, body: scene })
    }
    const asScene = request.headers.accept?.includes(SCENE_TYPE) ? files.get(`${path} as a scene`) : undefined
    const file = asScene ?? files.get(path.replace(/\?.*/, ''))
    if (!file) response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    else response.writeHead(200, { 'content-type': file.type, 'content-length': Buffer.byteLength(file.body) }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    address: `http://localhost:${at && typeof at === 'object' ? at.port : ''}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const sizeOf = (model: ViewerModel) => KINDS.reduce((sum, kind) => sum + (model[kind]?.length ?? 0), 0)

/** Kilobytes over the wire, gzip, without React and Next, which every page has: the viewer with its panels, and its worker. */
export async function sizesOfViewer(): Promise<{ page: number; worker: number }> {
  const external = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'next/*']
  const size = async (entry: string) => {
    const plugins = [threeInParts]
    const { outputFiles } = await build({ ...options, external, plugins, entryPoints: [join(VIEWER, entry)], outdir: 'out' })
    const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'))
    return scripts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0) / 1000
  }
  return { page: await size('model-view.tsx'), worker: await size('worker/thread.ts') }
}
