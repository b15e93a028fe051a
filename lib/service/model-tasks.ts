import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { unpackModel } from '#lib/storage/read/packed-model.ts'
import { movable } from '#lib/values/movable.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import type { CHECK } from './model-check.ts'
import type { QUERY } from './query-model.ts'
import type { PICTURE, SCENE, SELECT } from './whole-model.ts'

/** What threads do with a whole model. What each needs beside is loaded when it is first done. */

/** What is wrong is given back as data: errors lose their class between threads. */
function orIssues<Output>(make: () => Output): { output: Output | Issue[] } {
  try {
    return { output: make() }
  } catch (error) {
    if (error instanceof ModelError && error.code === 'invalid') return { output: error.issues }
    throw error
  }
}

export const checkModel: RunnerOf<typeof CHECK> = async ({ model, search }, report) => {
  const whole = await unpackModel(model)
  report('read')
  const { findFindings } = await import('#lib/edit/query/findings.ts')
  return { output: findFindings(whole, search) }
}

export const queryModel: RunnerOf<typeof QUERY> = async ({ model, question, from }, report) => {
  const whole = await unpackModel(model)
  report('read')
  const { answerQuestion } = await import('#lib/edit/query/query.ts')
  return { output: answerQuestion(whole, question, from) }
}

export const selectElements: RunnerOf<typeof SELECT> = async ({ model, selections }) => {
  const { elementsMeant } = await import('#lib/edit/select/elements-meant.ts')
  const whole = await unpackModel(model)
  return orIssues(() => elementsMeant(whole, selections))
}

export const drawPicture: RunnerOf<typeof PICTURE> = async ({ model, options }, report) => {
  const whole = await unpackModel(model)
  report('scene')
  const { renderModel } = await import('#lib/render/render-model.ts')
  const { elementsMeant } = await import('#lib/edit/select/elements-meant.ts')
  return orIssues(() => renderModel(whole, elementsMeant(whole, options)))
}

const SCENE_LEVEL = 1 // a sixth of the time of the usual level, an eighth more bytes

/** Without the viewer's address, which is another one for a share link. */
export const makeScene: RunnerOf<typeof SCENE> = async ({ model }) => {
  const { viewerUrl: _, ...whole } = await unpackModel(model)
  const { sceneBytes } = await import('#lib/scene-file/write-scene.ts')
  const bytes = sceneBytes(whole as ViewerModel) // the same but for an optional field
  if (!bytes) return { output: null }
  const output = new Uint8Array(await promisify(gzip)(bytes, { level: SCENE_LEVEL }))
  return { output, moves: movable([output]) }
}
