import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { viewerScripts } from './viewer-scripts.mjs'

const chunks = mkdtempSync(join(tmpdir(), 'chunks-'))
const write = (name: string, text: string) => writeFileSync(join(chunks, name), text)
const asks = (...names: string[]) =>
  `e=>{e.v(t=>Promise.all([${names.map((name) => `"static/chunks/${name}"`)}].map(t=>e.l(t))))}`

afterAll(() => rmSync(chunks, { recursive: true }))

describe('The scripts that draw a model', () => {
  it('are those that the page asks for with the picture, without styles and without what only /bench has beside it', () => {
    write('picture.js', 'children:"Arrow keys turn it, plus and minus come nearer or go farther"')
    write('page.js', asks('three.js', 'picture.js', 'picture.css') + asks('tables.js'))
    write('bench.js', asks('peer.js', 'three.js', 'picture.js', 'picture.css'))
    expect(viewerScripts(chunks)).toEqual(['/_next/static/chunks/three.js', '/_next/static/chunks/picture.js'])
  })

  it('are missed loudly where the build has another form', () => {
    write('page.js', 'import("three.js")')
    write('bench.js', '')
    expect(() => viewerScripts(chunks)).toThrow('not found in the build')
  })
})
