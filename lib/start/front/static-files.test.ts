import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root as project } from '#lib/runtime/program.mjs'
import { compressBuild } from '../build/compress.mjs'
import { staticFiles } from './static-files.ts'

let root = ''
let files: ReturnType<typeof staticFiles>

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'structural-static-'))
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('.next/static/chunks/app/[model_id]/page-1.js', 'let beam = 1;\n'.repeat(500))
  put('.next/static/chunks/gone.js.br', 'left by an older build')
  put('.next/static/css/small.css', 'b{}')
  put('.next/server/secret.json', '{}')
  put('public/examples/portal.json', JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id }))))
  put('public/icon.svg', '<svg/>')
  put('public/picture.jpg', 'JPEG'.repeat(1000))
  await compressBuild(root)
  files = staticFiles(root)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ask = (pathname: string, headers: Record<string, string> = {}) =>
  files(pathname)?.(new Request(`http://a${pathname}`, { headers }))

describe('static files', () => {
  it('come in the coding that was made after the build, for good when their name holds a hash', () => {
    const found = ask('/_next/static/chunks/app/%5Bmodel_id%5D/page-1.js', { 'Accept-Encoding': 'gzip, br' })
    expect(found?.status).toBe(200)
    expect(found?.headers.get('content-encoding')).toBe('br')
    expect(found?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(found?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(ask('/_next/static/css/small.css', { 'Accept-Encoding': 'br' })?.headers.get('content-encoding')).toBeNull()
  })

  it('of public/ are asked for again by their ETag, text compressed, pictures as they are', () => {
    const example = ask('/examples/portal.json', { 'Accept-Encoding': 'gzip' })
    expect(example?.headers.get('content-encoding')).toBe('gzip')
    expect(example?.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = ask('/examples/portal.json', {
      'Accept-Encoding': 'gzip',
      'If-None-Match': example?.headers.get('etag') ?? '',
    })
    expect(again?.status).toBe(304)
    const picture = ask('/picture.jpg', { 'Accept-Encoding': 'gzip, br' })
    expect([picture?.headers.get('content-encoding'), picture?.headers.get('vary')]).toEqual([null, null])
    expect(readdirSync(join(root, 'public'))).toEqual(['examples', 'icon.svg', 'picture.jpg'])
  })

  it.each([
    '/_next/static/nothing.js',
    '/_next/static/chunks/gone.js.br',
    '/_next/static/chunks/app/%5Bmodel_id%5D/page-1.js.br',
    '/_next/static/../server/secret.json',
    '/_next/static/%2e%2e/server/secret.json',
    '/_next/static/',
  ])('that are not in the list are 404: %s', async (pathname) => {
    const answer = files(pathname)?.(new Request('http://a/'))
    expect(answer?.status).toBe(404)
    expect(await answer?.json()).toMatchObject({ status: 404 })
  })

  it('leave other addresses to others', () => {
    for (const pathname of ['/', '/sign-in', '/examples', '/public/icon.svg', '/_next/image'])
      expect(files(pathname)).toBeUndefined()
  })
})

describe('the icons of this project', () => {
  let ours: typeof files
  beforeAll(() => {
    const beside = mkdtempSync(join(tmpdir(), 'structural-icons-'))
    mkdirSync(join(beside, '.next/static'), { recursive: true })
    symlinkSync(join(project, 'public'), join(beside, 'public'))
    ours = staticFiles(beside)
    rmSync(beside, { recursive: true })
  })

  const icon = async (pathname: string) => {
    const answer = ours(pathname)?.(new Request('http://a/'))
    expect(answer?.status).toBe(200)
    expect(answer?.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer?.headers.get('cache-control')).toBe('public, max-age=86400')
    return { type: answer?.headers.get('content-type'), bytes: Buffer.from(await answer!.arrayBuffer()) }
  }
  /** Width and height out of the header chunk. */
  const sizeOf = (png: Buffer) => {
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    return [png.readUInt32BE(16), png.readUInt32BE(20)]
  }

  it.each([
    ['/icon-48.png', 48],
    ['/icon-96.png', 96],
    ['/icon-512.png', 512],
    ['/apple-touch-icon.png', 180],
  ])('%s is a PNG of that size', async (pathname, size) => {
    const { type, bytes } = await icon(pathname)
    expect(type).toBe('image/png')
    expect(sizeOf(bytes)).toEqual([size, size])
  })

  it('/favicon.ico holds 16, 32 and 48 pixels', async () => {
    const { type, bytes } = await icon('/favicon.ico')
    expect(type).toBe('image/x-icon')
    expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 3])
    for (const [i, size] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * i
      const [length, offset] = [bytes.readUInt32LE(entry + 8), bytes.readUInt32LE(entry + 12)]
      expect([bytes[entry], bytes[entry + 1]]).toEqual([size, size])
      expect(sizeOf(bytes.subarray(offset, offset + length))).toEqual([size, size])
    }
  })

  it('/icon.svg is what they were made from', async () => {
    const { type, bytes } = await icon('/icon.svg')
    expect(type).toBe('image/svg+xml')
    expect(String(bytes)).toContain('<title>Structural Model Service</title>')
  })
})
