import { read, type Service } from '#lib/fixtures/service.ts'

/** A file of ETABS comes in, its levels from 2 up go up by half a metre, and it goes back for SAP2000. */

/** As another program writes it: without the ids that a file of ours carries. */
export async function etabsFile(service: Service, modelId: string): Promise<string> {
  const text = new TextDecoder().decode(await read(service, `/api/construct-models/${modelId}/export?format=e2k`))
  return text.slice(0, text.indexOf('$ LOG'))
}

/** What the person does with the page of an upload. */
export async function drop({ address }: Service, uploadUrl: string, file: string): Promise<void> {
  const answer = await fetch(address + new URL(uploadUrl).pathname, { method: 'PUT', body: file })
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
}

export const LEVELS = { select: { kinds: 'nodes' }, groupBy: ['storey'], show: ['elevation'] }
export const RAISE = { ops: [{ select: { kinds: ['nodes'], storey: ['Level 2..Level 4'] }, move: { z: 0.5 } }] }

/** The heights of joints that the file for SAP2000 has. */
export async function heightsOf({ address }: Service, url: string): Promise<string> {
  const answer = await fetch(address + new URL(url).pathname)
  const heights = [...(await answer.text()).matchAll(/^ {3}Joint=.* Z=(\S+) {3}SpecialJt/gm)].map(([, z]) => Number(z))
  return [...new Set(heights)].toSorted((a, b) => a - b).join()
}
