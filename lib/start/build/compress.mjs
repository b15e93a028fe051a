import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this a coding saves less than its header costs. */
const LEAST = 1024
const TEXT = /\.(js|mjs|css|svg|json|txt|xml|webmanifest)$/
const CODED = /\.(br|gz)$/

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Each text file under `from`, as `.br` and `.gz` under `to`, where the front finds them. What does not become smaller is left out.
 * @param {string} from
 * @param {string} to
 */
export async function compressFiles(from, to) {
  const found = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    found.map(async (file) => {
      const bytes = readFileSync(file)
      if (bytes.length < LEAST) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      const place = join(to, relative(from, file))
      mkdirSync(dirname(place), { recursive: true })
      for (const [ending, coded] of /** @type {const} */ ([
        ['br', await brotli(bytes, { params })],
        ['gz', await gzipped(bytes, { level: 9 })],
      ])) {
        if (coded.length < bytes.length) writeFileSync(`${place}.${ending}`, coded)
      }
    }),
  )
}

/**
 * Beside the build's own files, and for those of public/ in a folder of the build: what is a source stays as it is.
 * @param {string} root
 */
export async function compressBuild(root) {
  const pages = join(root, '.next/static')
  for (const entry of readdirSync(pages, { recursive: true, withFileTypes: true })) {
    if (CODED.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
  }
  rmSync(join(root, '.next/public'), { recursive: true, force: true })
  await compressFiles(pages, pages)
  await compressFiles(join(root, 'public'), join(root, '.next/public'))
}
