// `npm run pack -- DIR`: a folder that serves by `node start.mjs` alone, on machines like this one (system, processor, C library). It
// has what the server reads, traced from import to import, under the paths that it has here.
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve, sep } from 'node:path'
import { root } from '#lib/runtime/program.mjs'
import { build } from './build/builds.mjs'
import { prepare } from './prepare.mjs'
import { giveUp, Refusal, say, step } from './progress.mjs'

const MOST_MB = 100

/** Read as files, which a trace does not see. */
const READ = [
  'public',
  'prisma/migrations',
  'lib/accounts/common-passwords.txt',
  'dist/view.html',
  '.next/public',
  '.next/server',
  '.next/static',
]

/** Of the program what serves and what administers. Tests are not in it to begin with. */
const NOT_SERVED = /^dist\/program\/(?!lib\/|prisma\/generated\/)|^dist\/program\/lib\/(fixtures|lint)\//

/** Named by packages that can do without: compilers, what scales pictures, and what Next builds and develops with. */
const NOT_NEEDED = [
  /^node_modules\/(@?typescript|prisma|@?esbuild|@next\/swc[^/]*|sharp|@img|playwright|playwright-core|caniuse-lite)\//,
  /^node_modules\/next\/dist\/compiled\/(webpack|babel|babel-packages|@babel|browserslist|cssnano-simple|postcss|sass-loader|terser)\//,
  /^node_modules\/next\/dist\/docs\//,
  /^node_modules\/(next|react|react-dom)\/.*(\.dev\.js$|development\.js$|-experimental\/)/,
]

/** Packages bring what they call by machine code once for each C library. */
const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
const OTHER_LIBC = header.glibcVersionRuntime ? /^node_modules\/.*linux-\w+-musl/ : /^node_modules\/.*linux-\w+-gnu/

/** @param {string} file */
const isLeftOut = (file) =>
  NOT_SERVED.test(file) ||
  OTHER_LIBC.test(file) ||
  NOT_NEEDED.some((part) => part.test(file)) ||
  (/\.(map|nft\.json)$/.test(file) && !file.startsWith('dist/')) // of our own errors the lines are told

/** @param {string} path */
const written = (path) => path.split(sep).join('/')

/** Paths in the clone. @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (lstatSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => written(relative(root, join(entry.parentPath, entry.name))))
}

/** At the top of the build: lists by which Next finds the rest. */
const listsOfNext = () =>
  readdirSync(join(root, '.next'))
    .filter((name) => name === 'BUILD_ID' || /(?<!\.nft)\.json$/.test(name))
    .map((name) => `.next/${name}`)

/** What Next found that its server and the pages read beside what they import. */
function filesOfNext() {
  const lists = ['.next/next-server.js.nft.json', ...filesUnder('.next/server').filter((file) => file.endsWith('.nft.json'))]
  return lists.flatMap((list) => {
    /** @type {{ files: string[] }} */
    const { files } = JSON.parse(readFileSync(join(root, list), 'utf8'))
    return files.map((file) => written(normalize(join(dirname(list), file))))
  })
}

/** Every file that the pack takes from here. */
async function filesOfPack() {
  const program = filesUnder('dist/program').filter((file) => !NOT_SERVED.test(file))
  const { nodeFileTrace } = await import('@vercel/nft') // it is there only after the install
  const { fileList } = await nodeFileTrace([...program.filter((file) => file.endsWith('.js')), 'lib/start/packed.mjs'], {
    base: root,
    processCwd: root,
    // The program was made of what is in TypeScript.
    ignore: (file) => /^(?!node_modules\/).*\.tsx?$/.test(written(file)) || isLeftOut(written(file)),
  })
  const traced = [...fileList].map(written).filter((file) => /^node_modules\/|^lib\/.*\.(mjs|csv)$/.test(file))
  const files = [...program, ...traced, ...filesOfNext(), ...READ.flatMap(filesUnder), ...listsOfNext()]
  return new Set(files.filter((file) => !isLeftOut(file)))
}

/** As the disk counts them. @param {string} folder */
const bytesOnDisk = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + 512 * lstatSync(join(entry.parentPath, entry.name)).blocks,
    0,
  )

/** @param {string} folder */
async function pack(folder) {
  for (const file of await filesOfPack()) {
    const place = join(folder, file)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(join(root, file), place)
  }
  const { name, version, type, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, private: true, type, imports }, null, 2)}\n`)
  writeFileSync(join(folder, 'start.mjs'), "import './lib/start/packed.mjs'\n")
}

try {
  const [name] = process.argv.slice(2)
  if (!name) throw new Refusal('Name the folder to make: npm run pack -- DIR')
  const folder = resolve(process.env.INIT_CWD ?? '.', name)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Refusal(`${folder} is not empty.`)
  await prepare()
  await build()
  await step('Packing', () => pack(folder))
  const megabytes = bytesOnDisk(folder) / 1e6
  say(`\n  ${folder}: ${megabytes.toFixed(1)} MB on disk. It starts with: node start.mjs`)
  if (megabytes > MOST_MB) throw new Refusal(`That is more than ${MOST_MB} MB.`)
} catch (error) {
  giveUp(error)
}
