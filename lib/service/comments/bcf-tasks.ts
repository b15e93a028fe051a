import { type AnchoredView, heightSeen, pictureSize, readAnchoredView } from '#lib/files/bcf/anchored-view.ts'
import { ElementComponents, toRef } from '#lib/files/bcf/bcf-elements.ts'
import { readBcf } from '#lib/files/bcf/bcf-read.ts'
import type { BcfComponent, BcfTopic } from '#lib/files/bcf/bcf-topic.ts'
import { fromViewpoint, isSameCamera, isSameViewpoint, type Lengths, toViewpoint } from '#lib/files/bcf/bcf-viewpoint.ts'
import { bcfEntries, type TopicWithPicture } from '#lib/files/bcf/bcf-write.ts'
import { PlacesOfElements } from '#lib/files/bcf/places-of-elements.ts'
import { FileRefused } from '#lib/files/file-refused.ts'
import { nativeFile } from '#lib/files/sheets/native-deflate.ts'
import { joinPieces, zipPieces } from '#lib/files/zip-write.ts'
import { readUnits } from '#lib/model/units.ts'
import { type ViewToDraw, viewDrawer } from '#lib/render/draw-view.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { pointIn, type StoredAnchor } from '#lib/storage/comments/comment-row.ts'
import { unpackModel } from '#lib/storage/read/packed-model.ts'
import { KB } from '#lib/values/bytes.ts'
import { movable } from '#lib/values/movable.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import type { DRAW_VIEWS, ThreadToWrite, WRITE_BCF } from './export-bcf.ts'
import type { PLACE_VIEWPOINTS, READ_BCF } from './import-bcf.ts'

/** What threads do for files of the BIM Collaboration Format. */

const MOST_BYTES = 400 * KB

export const writeBcf: RunnerOf<typeof WRITE_BCF> = async ({ model: packed, threads, pictures }, report) => {
  const model = await unpackModel(packed)
  report('read')
  const modelId = packed.header.id
  const viewing = {
    model,
    components: new ElementComponents(model, modelId),
    places: new PlacesOfElements(model),
    lengths: lengthsOf(model),
  }
  function* topics(): Generator<TopicWithPicture, void> {
    for (const thread of threads) {
      const snapshot = pictures.get(thread.id)
      yield { topic: topicOf(thread, viewing), snapshot: snapshot ? new Uint8Array(snapshot) : null }
    }
  }
  const users = [
    ...new Set(
      threads.flatMap(({ author, assignee, comments }) => [author, assignee ?? [], ...comments.map((one) => one.author)].flat()),
    ),
  ]
  const bytes = joinPieces(zipPieces(bcfEntries({ id: modelId, name: model.name }, users, topics()), nativeFile))
  return { output: { bytes }, moves: movable([bytes]) }
}

export const drawViews: RunnerOf<typeof DRAW_VIEWS> = async ({ model: packed, anchors, longest, ms }, report) => {
  const since = performance.now()
  const model = await unpackModel(packed)
  report('read')
  const viewing = { places: new PlacesOfElements(model), lengths: lengthsOf(model) }
  const draw = viewDrawer(model)
  const pictures: Uint8Array[] = []
  for (const anchor of anchors) {
    if (pictures.length > 0 && performance.now() - since > ms) break
    pictures.push(draw(toDraw(anchor, viewOf(anchor, viewing), longest)))
  }
  return { output: pictures, moves: movable(pictures) }
}

const lengthsOf = (model: Pick<ViewerModel, 'units' | 'scaled'>): Lengths => ({
  metres: readUnits(model.units).length?.metres ?? 1,
  scaled: model.scaled ?? 1,
})

type Viewing = { components: ElementComponents; places: PlacesOfElements; lengths: Lengths }

const pinnedTo = ({ elements, foreign }: StoredAnchor) => ({ elements, foreign: foreign as BcfComponent[] }) // only imports store them

const viewOf = (
  { view, viewport, elements, point }: StoredAnchor,
  { places, lengths }: Pick<Viewing, 'places' | 'lengths'>,
): AnchoredView =>
  readAnchoredView(view, viewport, { scaled: lengths.scaled, around: places.around(elements, pointIn(point, lengths.scaled)) })

const LONGEST_TITLE = 100

function titleOf(text: string | undefined, number: number): string {
  const line = text?.trim().split('\n', 1)[0]?.trim() ?? ''
  return [...line].slice(0, LONGEST_TITLE).join('') || `Comment ${number}`
}

function topicOf(thread: ThreadToWrite, viewing: Viewing): BcfTopic {
  const { id, number, isResolved, author, createdAt, modifiedAt, due, assignee, url, anchor, comments } = thread
  const view = viewOf(anchor, viewing)
  const viewpoint = toViewpoint(id, view, pinnedTo(anchor), viewing.components, viewing.lengths)
  const own = comments.find((comment) => comment.id === id)
  return {
    guid: id,
    serverId: String(number),
    status: isResolved ? 'Closed' : 'Open',
    title: titleOf(own?.text, number),
    description: own?.text ?? null,
    link: url,
    created: createdAt,
    author,
    modified: modifiedAt,
    due: due === null ? null : `${due}T00:00:00Z`,
    assignee,
    comments: comments.map((comment) => ({
      guid: comment.id,
      date: comment.at,
      author: comment.author,
      text: comment.text,
      modified: comment.changedAt,
      viewpoint: comment === comments[0] ? viewpoint.guid : null,
    })),
    viewpoint,
  }
}

function toDraw({ elements, sketch, viewport }: StoredAnchor, view: AnchoredView, longest: number): ViewToDraw {
  const { camera, isParallel, up, only, hidden, section } = view
  return {
    projection: isParallel ? 'orthographic' : 'perspective',
    ...{ eye: camera.position, target: camera.target, up, heightSeen: heightSeen(view), ...pictureSize(view, longest) },
    ...{ only, hidden, highlight: elements.map(toRef), section, sketch, viewport, mostBytes: MOST_BYTES },
  }
}

export const parseBcf: RunnerOf<typeof READ_BCF> = async ({ bytes }) => {
  try {
    return { output: readBcf(bytes) }
  } catch (error) {
    if (error instanceof FileRefused) return { output: { issues: error.issues, total: error.total } }
    throw error
  }
}

/** What of each viewpoint is kept; of a thread that is there only what differs from what its own export would say. */
export const placeViewpoints: RunnerOf<typeof PLACE_VIEWPOINTS> = async ({ model: packed, topics }) => {
  const model = await unpackModel(packed)
  const modelId = packed.header.id
  const viewing = {
    components: new ElementComponents(model, modelId),
    places: new PlacesOfElements(model),
    lengths: lengthsOf(model),
  }
  const output = topics.map(({ id, viewpoint, anchor }) => {
    const own = anchor && toViewpoint(id, viewOf(anchor, viewing), pinnedTo(anchor), viewing.components, viewing.lengths)
    // What the file lacks stays.
    const sent = { ...viewpoint, camera: viewpoint.camera ?? own?.camera ?? null }
    if (own && isSameViewpoint(own, sent, viewing.components, viewing.lengths)) return null
    const { scaled } = viewing.lengths
    const before = anchor?.point ?? null
    const around = (elements: readonly AnchorElement[]) => viewing.places.around(elements, pointIn(before, scaled))
    const read = fromViewpoint(sent, viewing.components, around, viewing.lengths)
    const isCameraSame = own !== null && isSameCamera(own.camera, sent.camera)
    const [x, y, z] = around(read.elements).middle
    return { ...read, isCameraSame, point: read.elements.length > 0 ? { x, y, z, scaled } : before }
  })
  return { output }
}
