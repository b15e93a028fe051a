import { createHash } from 'node:crypto'
import { orientationWords } from '#lib/drawing/orientation-words.ts'
import { toDisplay } from '#lib/model/display-axes.ts'
import { subtract, unit } from '#lib/model/shape/vector.ts'
import { textDrawing, titleOf } from '#lib/model/view-drawing.ts'
import { readCamera, readUp } from '#lib/model/view-query.ts'
import type { ElementUnder } from '#lib/render/under-sketch.ts'
import { elementsIn } from '#lib/schema/schema.ts'
import type { StoredAnchor } from '#lib/storage/comments/comment-row.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { prepareModelInput } from '../whole-model.ts'
import { findElements, revisionSeen } from './anchors.ts'
import type { ThreadAnswer } from './thread-answer.ts'

/** What sketches are drawn on, for who does not see them: the view in words, and the elements under their strokes. */

export type Sketched = Pick<StoredAnchor, 'view' | 'viewport' | 'sketch'>
export type UnderSketch = { elements: ElementUnder[]; count: number }

/** Of each sketch the first few elements, and how many there are. */
export const UNDER_SKETCHES = task<{ model: PackedModel; sketches: Sketched[] }, UnderSketch[]>('under_sketches', {
  ...{ class: 'read', seconds: 60, label: 'Looking under sketches' },
})

export type SketchOnModel = {
  /** The view in words. */
  on: string
  /** As the model was when it was sketched; `exists`: at present. Absent where there was no time to look. */
  under?: { elements: (ElementUnder & { exists: boolean })[]; count: number }
}

/** Of so many elements models are looked through for one answer: of a large one few revisions, one at least. */
const MOST_LOOKED_THROUGH = 2_000_000

/** By the id of the thread; of those without a sketch there is nothing. */
export async function lookUnderSketches(
  model: OpenModel,
  threads: readonly ThreadAnswer[],
  request: WorkRequest,
): Promise<Map<string, SketchOnModel>> {
  const sketched = threads.filter(({ anchor }) => anchor.sketch.length > 0)
  const revisionOf = (thread: ThreadAnswer) => Math.min(revisionSeen(thread), model.revision)
  const revisions = [...new Set(sketched.map(revisionOf))].sort((a, b) => b - a)
  const most = Math.max(1, Math.floor(MOST_LOOKED_THROUGH / Math.max(1, elementsIn(model.counts))))
  const under = new Map<string, UnderSketch>()
  for (const revision of revisions.slice(0, most)) {
    const those = sketched.filter((thread) => revisionOf(thread) === revision)
    const found = await lookAt(model, revision, those, request)
    for (const [k, { id }] of those.entries()) if (found[k]) under.set(id, found[k])
  }
  const { has } = await findElements(
    model,
    [...under.values()].flatMap(({ elements }) => elements),
  )
  return new Map(
    sketched.map((thread) => {
      const found = under.get(thread.id)
      const elements = found?.elements.map((element) => ({ ...element, exists: has(element) }))
      const on = `${viewWords(thread.anchor.view ?? '')}, revision ${revisionOf(thread)}`
      return [thread.id, { on, ...(found && elements && { under: { elements, count: found.count } }) }]
    }),
  )
}

async function lookAt(
  model: OpenModel,
  revision: number,
  threads: readonly ThreadAnswer[],
  request: WorkRequest,
): Promise<UnderSketch[]> {
  const sketches = threads.map(({ anchor: { view, viewport, sketch } }): Sketched => ({ view, viewport, sketch }))
  const key = createHash('sha256').update(JSON.stringify(sketches)).digest('base64url')
  const { whole, early } = prepareModelInput(model, revision === model.revision ? undefined : revision, { sketches })
  const { output } = await cachedResult(UNDER_SKETCHES, { id: model.id, revision }, { key }, request, whole, early)
  return output
}

/** Names come from an address. */
const MOST_OF_NAME = 80
const nameOf = (text: string) => [...text].slice(0, MOST_OF_NAME).join('')

/** `Plan at Level 2`, or `3D view from the front right, above, results m3 of ULS`. */
function viewWords(view: string): string {
  const query = new URLSearchParams(view)
  const up = readUp(query.get('up'))
  const drawing = textDrawing(query.get('drawing'))
  const camera = readCamera(query.get('camera'))
  const toward = camera && unit(subtract(camera.position, camera.target))
  const place = drawing
    ? titleOf({ ...drawing, label: nameOf(drawing.label) }, up)
    : ['3D view', toward && orientationWords(toDisplay(up, toward))].filter(Boolean).join(' ')
  const [show, ...ofCase] = nameOf(query.get('results') ?? '').split(':')
  const loads = nameOf(query.get('loads') ?? '')
  return [
    place,
    !drawing && query.has('section') && 'cut',
    show && `results ${show}${ofCase.length > 0 ? ` of ${ofCase.join(':')}` : ''}`,
    loads && `loads ${loads}`,
  ]
    .filter(Boolean)
    .join(', ')
}
