// `node lib/start/build/icons.mjs`, after public/icon.svg has changed: the same picture in the forms that browsers, phones and AI clients
// ask for, drawn by Chromium and kept beside it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from '#lib/runtime/program.mjs'
import { needChromium } from './chromium.mjs'

const inRoot = (/** @type {string} */ name) => join(root, 'public', name)
const svg = readFileSync(inRoot('icon.svg'), 'utf8')
/** A phone rounds the corners itself and paints black where nothing is. */
const square = svg.replace(/ rx="[\d.]+"/, '')

const browser = await chromium.launch({ executablePath: await needChromium() })

/** @param {number} size @param {string} picture */
async function png(size, picture = svg) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const source = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
  await page.setContent(`<body style="margin:0"><img src="${source}" width="${size}" height="${size}" style="display:block">`)
  const bytes = await page.screenshot({ omitBackground: true })
  await page.close()
  return bytes
}

/** ICO: a directory of 16 bytes a picture, then the pictures, which may be PNG. @param {number[]} sizes */
async function ico(sizes) {
  const pictures = await Promise.all(sizes.map((size) => png(size)))
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [i, size] of sizes.entries()) {
    const entry = 6 + 16 * i
    const { length } = pictures[i] ?? []
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4) // planes
    head.writeUInt16LE(32, entry + 6) // bits a pixel
    head.writeUInt32LE(length ?? 0, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += length ?? 0
  }
  return Buffer.concat([head, ...pictures])
}

for (const size of [48, 96, 512]) writeFileSync(inRoot(`icon-${size}.png`), await png(size))
writeFileSync(inRoot('apple-touch-icon.png'), await png(180, square))
writeFileSync(inRoot('favicon.ico'), await ico([16, 32, 48]))
await browser.close()
