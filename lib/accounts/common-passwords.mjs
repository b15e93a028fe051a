// Makes common-passwords.txt anew: node lib/accounts/common-passwords.mjs
// The list comes out of an npm package, fetched by npm into a folder that is removed afterwards; the service needs the text only.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = '@zxcvbn-ts/language-common@4.1.3'
/** Of any length; after them only those that are long enough to be chosen here. */
const FIRST = 3000
const MIN_LENGTH = 10

const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'))
try {
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', SOURCE, '--json'], { cwd: folder, encoding: 'utf8' }))
  execFileSync('tar', ['xzf', filename], { cwd: folder })
  const read = (/** @type {string} */ path) => readFileSync(join(folder, 'package', path), 'utf8')
  /** The commonest first. @type {string[]} */
  const all = [...new Set(JSON.parse(read('src/passwords.json')).map((/** @type {string} */ one) => one.toLowerCase()))]
  const chosen = all.filter((password, i) => i < FIRST || [...password].length >= MIN_LENGTH)
  const head = [
    `The ${FIRST} most common passwords, and of the ${all.length} most common those with ${MIN_LENGTH} characters or more; in lower case, the commonest`,
    `first. Made by common-passwords.mjs from src/passwords.json of the npm package ${SOURCE}, under this licence:`,
    '',
    ...read('LICENSE.txt').trim().split(/\r?\n/),
  ]
  const comments = head.map((line) => `# ${line}`.trimEnd())
  writeFileSync(join(import.meta.dirname, 'common-passwords.txt'), `${[...comments, ...chosen].join('\n')}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
