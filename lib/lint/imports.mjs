import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '#lib/runtime/program.mjs'

/** The files of the product: no test, fixture or benchmark, and nothing generated. */
export function sources() {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        /^(?:app|lib|prisma|ui|viewer)\/.*\.(?:tsx?|mjs)$/.test(file) &&
        !/\.test\.tsx?$|^lib\/(?:fixtures|lint)\/|^app\/bench\//.test(file) &&
        existsSync(join(root, file)),
    )
}

const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*(['"])((?:\.|#lib\/|#viewer\/|#ui\/)[^'"\n]+)\1/g

/** Each import of a file of ours, as the two paths. @returns {[from: string, to: string][]} */
export function imports() {
  return sources().flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(NAMED)]
      .map(([, , name = '']) => (name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(from), name)))
      .filter((to) => existsSync(join(root, to)))
      .map((to) => /** @type {[string, string]} */ ([from, to])),
  )
}
