import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// The view as one HTML file: script and style in it, nothing beside it. `node view/build.mjs` writes dist/view.html.

const here = import.meta.dirname
/** Where a build lies that a server is to hand out. */
export const VIEW_FILE = join(here, '../dist/view.html')

/** Shaders are texts of a script, which no minifier looks into: what they are indented and spaced by goes. */
const tight = (/** @type {string} */ shader) =>
  shader
    .replaceAll(/\\n(?:\\t)+/g, '\\n')
    .replaceAll(/(?:\\n){2,}/g, '\\n')
    .replaceAll(/\( /g, '(')
    .replaceAll(/ \)/g, ')')
    .replaceAll(/, /g, ',')
    .replaceAll(/ ([=*]) /g, '$1')
const tightShaders = /** @type {import('esbuild').Plugin} */ ({
  name: 'tight shaders',
  setup(made) {
    // Three's are those texts of its script that have lines.
    made.onLoad({ filter: /three[\\/]build[\\/]three\.module\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (text) =>
        text.includes('\\n') ? tight(text) : text,
      ),
    }))
    made.onLoad({ filter: /_viewer[\\/]picture[\\/][\w-]*shaders\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/\n[ \t]+/g, '\n'),
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
    plugins: [shaderTexts],
  })
  const made = async (/** @type {string} */ entry) => {
    const { outputFiles } = await build({ ...options, plugins: [tightShaders], format: 'iife', entryPoints: [join(here, entry)] })
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

/**
 * Shaders are texts, which no minifier shortens: comments that are lines of their own stay here, and spaces and line ends that mean
 * nothing in either language. A directive keeps its line; so does what may end a statement of ours.
 * @type {import('esbuild').Plugin}
 */
const shaderTexts = {
  name: 'shader texts',
  setup({ onLoad }) {
    onLoad({ filter: /shaders\.ts$/ }, ({ path }) => {
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.replace(/\/\/.*$/, '').trim())
        .filter((line) => line && !/^\/\*\*.*\*\/$/.test(line))
        .map((line) => (line.startsWith('#') ? line : line.replace(/ ?(?:([=*/,;(){}<>?:&|]+)|([-+])(?! ?[-+])) ?/g, '$1$2')))
      const contents = lines
        .join('\n')
        .replace(/([;{,])\n(?!#)/g, '$1')
        .replace(/\b(\d+)\.0\b/g, '$1.')
        .replace(/\b0\.(\d)/g, '.$1')
      return { contents, loader: 'ts' }
    })
  },
}

/** A script in HTML ends at the first end tag, wherever it stands. */
const escaped = (/** @type {string} */ script) => script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')

export async function buildView() {
  mkdirSync(join(VIEW_FILE, '..'), { recursive: true })
  writeFileSync(VIEW_FILE, await viewHtml())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildView()
