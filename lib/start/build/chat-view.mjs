import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from '#lib/runtime/program.mjs'
import { shortened } from './shader-texts.mjs'
import { threeInParts } from './three-parts.mjs'

// The view as one HTML file: script and style in it, nothing beside it. `node lib/start/build/chat-view.mjs` writes dist/view.html.

/** Where a build lies that a server is to hand out. */
export const VIEW_FILE = join(root, 'dist/view.html')

/** As for pages. */
const shaderTexts = /** @type {import('esbuild').Plugin} */ ({
  name: 'shader texts',
  setup(made) {
    made.onLoad({ filter: /viewer[\\/]picture[\\/]shading[\\/][\w-]*shaders\.ts$/ }, ({ path }) => ({
      contents: shortened(readFileSync(path, 'utf8')),
      loader: 'ts',
    }))
  },
})

/** The HTML, the same bytes for the same sources. */
export async function viewHtml() {
  const options = /** @satisfies {import('esbuild').BuildOptions} */ ({
    bundle: true,
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    charset: 'utf8',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: /** @type {const} */ (false),
    logLevel: 'error',
    plugins: [shaderTexts, threeInParts],
  })
  const made = async (/** @type {string} */ entry) => {
    const { outputFiles } = await build({ ...options, format: 'iife', entryPoints: [join(root, 'viewer/chat', entry)] })
    return outputFiles[0]?.text.trim() ?? ''
  }
  const [script, style] = await Promise.all([made('main.ts'), made('view.css')])
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Structural model</title>',
    `<style>${style}</style>`,
    '<body></body>',
    '<!-- Contains three.js (MIT, its authors) and camera-controls (MIT, Akihiro Oyamada). -->',
    `<script>${escaped(script)}</script>`,
    '</html>',
    '',
  ].join('\n')
}

/** A script in HTML ends at the first end tag, wherever it stands. */
const escaped = (/** @type {string} */ script) => script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')

export async function buildView() {
  mkdirSync(join(VIEW_FILE, '..'), { recursive: true })
  writeFileSync(VIEW_FILE, await viewHtml())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildView()
