import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

const folder = mkdtempSync(join(tmpdir(), 'structural-set-up-'))
const file = join(folder, 'set-up')
vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => rmSync(folder, { recursive: true }))

it('lets one work after the other, also after one that failed', async () => {
  let atWork = 0
  const work = (fails: boolean) => async () => {
    expect(++atWork).toBe(1)
    await new Promise(setImmediate) // the others have their turn, and wait
    atWork--
    if (fails) throw new Error('failed')
    return 'done'
  }
  const ends = await Promise.allSettled([true, false, false].map((fails) => oneAtATime(file, work(fails))))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(existsSync(file)).toBe(false)
})

it('does not wait for a process that has died', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file, String(pid))
  expect(await oneAtATime(file, async () => 'done')).toBe('done')
})
