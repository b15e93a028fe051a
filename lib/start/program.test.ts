import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { PROGRAM, root } from '#lib/runtime/program.mjs'

/** Prints what a script finds that has `load`; Vitest itself runs the sources. */
function inTheProgram(script: string, env: Record<string, string> = {}) {
  const whole = `import { load } from './lib/runtime/program.mjs'\n${script}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', whole], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

it('names the lines of the sources in errors', () => {
  const stack = inTheProgram("await load('lib/runtime/env.ts').catch((error) => console.log(error.stack))", { PORT: 'none' })
  expect(stack).toMatch(/\/lib\/runtime\/env\.ts:\d+/)
  expect(stack).not.toContain('dist/program')
})

it('has every module that one of its modules names', () => {
  const files = readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const lost = files.flatMap((file) => {
    const text = readFileSync(join(PROGRAM, file), 'utf8')
    return [...text.matchAll(/(?:^import |^} |\bfrom |\bimport\()"(\.[^"]+)"/gm)]
      .map(([, named = '']) => named)
      .filter((named) => !existsSync(join(PROGRAM, dirname(file), named)))
      .map((named) => `${file}: ${named}`)
  })
  expect(files).toContain(join('bench', 'bench.js'))
  expect(lost).toEqual([])
})

it('finds what lies beside the sources', () => {
  const counts = inTheProgram("const { allRows } = await load('lib/profiles/tables.ts'); console.log(allRows().length > 1000)")
  expect(counts).toBe('true')
})

it('has each module once, by a path and from another module', () => {
  const script = `
    const { env } = await load('lib/runtime/env.ts')
    env.DATABASE_URL = 'file:/nowhere/at/all.db'
    const { direct } = await load('lib/db/client.ts')
    try { direct() } catch (error) { console.log(String(error.message)) }`
  expect(inTheProgram(script)).toContain('/nowhere/at')
})

it('does not start with a misspelt variable, and says what was meant', () => {
  const variables = { REGISTRATON: 'closed', OIDC_ISSUER: 'https://id.example', DATA_DIR: mkdtempSync(join(tmpdir(), 'start-')) }
  const { stderr, status } = spawnSync(process.execPath, ['lib/start/start.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  })
  expect(status).toBe(1)
  expect(stderr).toContain('OIDC_ID: is needed with OIDC_ISSUER\n')
  expect(stderr).toContain('REGISTRATON: no such variable, did you mean REGISTRATION?\n')
})
