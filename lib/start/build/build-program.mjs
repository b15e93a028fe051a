import { readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { PROGRAM, root } from '#lib/runtime/program.mjs'

/** @param {string} path */
const written = (path) => path.split(sep).join('/')
/** @param {string} from @param {string} to */
const way = (from, to) => written(relative(from, to)).replace(/^(?!\.)/, './')
/** Where the module at a path is written. @param {string} path */
const placeOf = (path) => join(PROGRAM, relative(root, path))

/** @type {{ imports: Record<string, string> }} */
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const aliases = Object.entries(imports).map(([from, to]) => [from.slice(0, -1), join(root, to.slice(0, -1))])

/** The file that an import names; none of a package. @param {string} name @param {string} importer */
function fileOf(name, importer) {
  if (name.startsWith('.')) return join(dirname(importer), name)
  const [alias, folder] = aliases.find(([start = '#']) => name.startsWith(start)) ?? []
  return alias && folder ? join(folder, name.slice(alias.length)) : undefined
}

/**
 * Nothing is bundled, so that a module exists once however it is reached: from another one, by a path, or from what Next has built
 * (`outside-bundle.mjs`). TypeScript's modules name each other; all else, plain JavaScript and JSON, is taken from where it lies.
 * @type {import('esbuild').Plugin}
 */
const eachByItself = {
  name: 'each by itself',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return
      const file = fileOf(path, importer)
      if (!file) return { path, external: true }
      const target = file.endsWith('.ts') ? placeOf(file).replace(/\.ts$/, '.js') : file
      return { path: way(dirname(placeOf(importer)), target), external: true }
    })
    // Each goes on finding what lies beside it.
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.dirname',
        `(import.meta.dirname + ${JSON.stringify(`/${way(dirname(placeOf(path)), dirname(path))}`)})`,
      ),
      loader: 'ts',
    }))
  },
}

/** @param {string[]} sources */
export async function buildProgram(sources) {
  const draft = `${PROGRAM}-draft` // what runs meanwhile goes on with the program that it has
  rmSync(draft, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outbase: root,
    outdir: draft,
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20.19' },
    ...{ sourcemap: true, sourcesContent: false },
    logLevel: 'silent',
    plugins: [eachByItself],
  })
  rmSync(PROGRAM, { recursive: true, force: true })
  renameSync(draft, PROGRAM)
}
