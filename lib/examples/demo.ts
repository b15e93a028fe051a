import { answerCached, type CachedBytes, cacheCompressed } from '#lib/http/cached-bytes.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Route } from '#lib/http/routes.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { env } from '#lib/runtime/env.ts'
import { demoBuilding } from './demo-building.ts'
import { returnedModel } from './returned-model.ts'

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

export function demoModel() {
  return { ...returnedModel(demoBuilding()), id: 'demo', name: DEMO_NAME, revision: 1, viewerUrl: `${env.APP_URL}/demo` }
}

const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'public, no-cache' }

function document(make: () => unknown) {
  let cached: Promise<CachedBytes> | undefined
  return async (request: Incoming): Promise<Response> => {
    cached ??= cacheCompressed(Buffer.from(JSON.stringify(make())), HEADERS)
    return answerCached(request, await cached)
  }
}

export const serveDemoModel = document(demoModel)
export const serveDemoCheck = document(() => ({ findings: checkModel(demoModel()) }))

export const demoRoutes: readonly Route[] = [
  { path: '/demo/model', answer: serveDemoModel },
  { path: '/demo/check', answer: serveDemoCheck },
]
