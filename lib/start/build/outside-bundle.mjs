import { relative, sep } from 'node:path'
import { build } from 'esbuild'
import { built } from '#lib/runtime/program.mjs'

/**
 * For Turbopack, which asks it for each module of lib that a page or a route file imports on the server: what stands in the bundle
 * for it. It takes the exports of the module that the server has loaded already, so that modules, and what they remember, exist once
 * in the process. Browsers get the module itself.
 * @this {{ async(): (error: unknown, source?: string) => void; resourcePath: string }}
 * @param {string} source
 */
export default async function outsideBundle(source) {
  const done = this.async()
  try {
    const path = relative(process.cwd(), built(this.resourcePath)).split(sep).join('/')
    done(
      null,
      `import { pathToFileURL } from 'node:url'
const { href } = pathToFileURL(\`\${process.cwd()}/${path}\`)
export const { ${(await exportsOf(source, this.resourcePath)).join(', ')} } = await import(/* turbopackIgnore: true */ href)
`,
    )
  } catch (error) {
    done(error)
  }
}

/** The names that are there when it runs: no types. @param {string} contents @param {string} sourcefile */
async function exportsOf(contents, sourcefile) {
  const { metafile } = await build({
    stdin: { contents, sourcefile, loader: 'ts' },
    outfile: 'names.js',
    format: 'esm',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  return metafile.outputs['names.js']?.exports ?? []
}
