import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Said by the script that draws a model, and by no other. */
const IN_PICTURE = 'Arrow keys turn it, plus and minus come nearer'
/** How the build asks for what a page imports later: a list of addresses. */
const LISTS = /\["static\/chunks\/[^\]]+"\](?=\.map)/g

/**
 * The scripts that draw a model, so that a page can name them and nobody waits until its own have come and asked for them. The list is
 * the shortest of those that hold the picture: the page of /bench has more beside it.
 * @param {string} chunks
 */
export function viewerScripts(chunks) {
  const texts = readdirSync(chunks)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(chunks, name), 'utf8') }))
  const picture = texts.find(({ text }) => text.includes(IN_PICTURE))
  const lists = texts
    .flatMap(({ text }) => text.match(LISTS) ?? [])
    .map((list) => /** @type {string[]} */ (JSON.parse(list)).filter((address) => address.endsWith('.js')))
    .filter((list) => list.includes(`static/chunks/${picture?.name}`))
  const [shortest] = lists.sort((a, b) => a.length - b.length)
  if (!shortest) throw new Error('The scripts of the picture are not found in the build: see lib/start/build/viewer-scripts.mjs')
  return shortest.map((address) => `/_next/${address}`)
}

/** Where `lib/runtime/viewer-scripts.ts` reads it. @param {string} root */
export function listViewerScripts(root) {
  writeFileSync(join(root, '.next/viewer-scripts.json'), JSON.stringify(viewerScripts(join(root, '.next/static/chunks'))))
}
