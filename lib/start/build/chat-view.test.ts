import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { viewHtml } from './chat-view.mjs'

let html = ''
beforeAll(async () => {
  html = await viewHtml()
})

it('is one file that every host takes: at most 900,000 bytes', () => {
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(900_000)
  expect(Buffer.byteLength(html)).toBeGreaterThan(400_000) // three alone
})

it("has none of the shaders of three's own materials, for the picture has no such material", () => {
  expect(html).not.toContain('#include <lights')
  const room = join(import.meta.dirname, '../../../viewer/picture')
  const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(room, name), 'utf8'))
  expect(sources.flatMap((source) => source.match(/#include <.*|new (?!Raw)\w+Material\(.*/g) ?? [])).toEqual([])
})

it.each([
  'eval(',
  'new Function',
  'import(',
  'fetch(',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'Worker(',
  'localStorage',
  'innerHTML',
])('has no %s', (word) => {
  expect(
    html
      .split(word)
      .slice(1)
      .map((after, k) => html.split(word)[k]?.slice(-60) + word + after.slice(0, 60)),
  ).toEqual([])
})

it('names no address but the XHTML namespace', () => {
  expect(new Set(html.match(/https?:\/\/[^\s"'`)]+/g))).toEqual(new Set(['http://www.w3.org/1999/xhtml']))
})

it('holds one script, which nothing in it ends', () => {
  expect(html.split('<script').length - 1).toBe(html.split('</script').length - 1)
})

it('is the same file for the same sources', async () => {
  expect(await viewHtml()).toBe(html)
})
