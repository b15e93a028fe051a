import { env } from '#lib/env.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { answerKept, type Kept, keep, keepCoded } from '#lib/http/kept-bytes.ts'
import { checkModel } from '#lib/model/check.ts'
import { returnedModel } from './as-returned.ts'
import { demoBuilding } from './demo-building.ts'

/**
 * The demo building for everybody, signed in or not: what the viewer reads, made once and kept. It lies in no database, so no visitor
 * costs one a question.
 */

export const DEMO_NAME = 'Demo building'
/** Of its counts the page tells these before the viewer is there. */
export const demoCounts = () => {
  const { nodes = [], frames = [], areas = [] } = demoBuilding()
  return { nodes: nodes.length, frames: frames.length, areas: areas.length }
}

function demoModel() {
  return { ...returnedModel(demoBuilding()), id: 'demo', name: DEMO_NAME, revision: 1, viewerUrl: `${env.APP_URL}/demo` }
}

const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'public, no-cache' }
const DOCUMENTS: Record<string, () => unknown> = {
  '/demo/model': demoModel,
  '/demo/check': () => ({ findings: checkModel(demoModel()) }),
}
const kept = new Map<string, Promise<Kept>>()

function documentAt(pathname: string): Promise<Kept> | undefined {
  const make = DOCUMENTS[pathname]
  if (make && !kept.has(pathname)) kept.set(pathname, keepCoded(Buffer.from(JSON.stringify(make())), HEADERS))
  return kept.get(pathname)
}

/** For the server in front of Next. */
export function demoHandler(pathname: string): ((request: Incoming) => Promise<Response>) | undefined {
  const document = Object.hasOwn(DOCUMENTS, pathname) ? documentAt(pathname) : undefined
  return document && (async (request) => answerKept(request, await document))
}

/** Next takes `Content-Encoding` off what a route file answers, so there it goes out plain. */
export async function demoByNext(request: Request): Promise<Response> {
  const document = await documentAt(new URL(request.url).pathname)
  if (!document) throw new Error('a route file without its document')
  return answerKept(request, keep(document.plain.bytes, {}, HEADERS))
}
