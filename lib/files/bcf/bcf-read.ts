import { unit, type Vec } from '#lib/model/shape/vector.ts'
import { beginsWithDay } from '#lib/values/calendar-day.ts'
import { FileIssues, FileRefused, fileSyntax, fileValue } from '../file-refused.ts'
import { Zip } from '../unzip.ts'
import {
  type BcfCamera,
  type BcfComment,
  type BcfComponent,
  type BcfTopic,
  type BcfViewpoint,
  cleanText,
  GUID,
} from './bcf-topic.ts'
import { childOf, childrenOf, readTree, textOf, type XmlElement } from './xml-tree.ts'

/** Archives of BCF 3.0 and 2.1 → topics, and in words what of them is not taken. */

const MOST_ENTRIES = 10_000

/** `lost`: of the topic. */
export type TopicRead = { topic: BcfTopic; lost: string[] }
export type BcfRead = { version: string; topics: TopicRead[]; warnings: string[] }

/** Throws `FileRefused` with all that is wrong. */
export function readBcf(bytes: Uint8Array): BcfRead {
  const zip = new Archive(bytes)
  const version = versionOf(zip)
  const issues = new FileIssues()
  const warnings: string[] = []
  const topics: TopicRead[] = []
  const seen = new Set<string>()
  for (const entry of zip.names) {
    const folder = /^([^/]+)\/markup\.bcf$/i.exec(entry)?.[1]
    if (folder === undefined) continue
    const read = readTopic(zip, folder, entry, issues)
    if (!read) continue
    if (seen.has(read.topic.guid)) issues.add(fileValue([entry], `the topic ${read.topic.guid} is in the file twice`))
    seen.add(read.topic.guid)
    topics.push(read)
  }
  if (zip.names.some((name) => /^documents\.xml$/i.test(name))) warnings.push('documents were not taken')
  issues.throwIfAny()
  return { version, topics, warnings }
}

/** Some programs write paths with the other slash. */
class Archive {
  readonly #zip: Zip
  readonly #names: Map<string, string>

  constructor(bytes: Uint8Array) {
    this.#zip = new Zip(bytes, MOST_ENTRIES)
    this.#names = new Map(this.#zip.names.map((name) => [name.replaceAll('\\', '/'), name]))
  }

  get names(): string[] {
    return [...this.#names.keys()]
  }

  read(name: string): Uint8Array | undefined {
    const written = this.#names.get(name)
    return written === undefined ? undefined : this.#zip.read(written)
  }
}

function versionOf(zip: Archive): string {
  const bytes = zip.read('bcf.version')
  if (!bytes) throw new FileRefused([fileSyntax([], 'this is no BCF file: it has no bcf.version')])
  const version = childOf(readTree(bytes, 'bcf.version'), 'Version')?.attributes.VersionId?.trim() ?? ''
  if (version === '3.0' || version === '2.1') return version
  throw new FileRefused([
    fileValue(['bcf.version'], `BCF ${version || 'without a version'} is not read; export it as 2.1 or 3.0`),
  ])
}

function readTopic(zip: Archive, folder: string, entry: string, issues: FileIssues): TopicRead | undefined {
  const bytes = zip.read(entry)
  const root = bytes && childOf(readTree(bytes, entry), 'Markup')
  const topic = childOf(root, 'Topic')
  if (!root || !topic) {
    issues.add(fileSyntax([entry], 'there is no Topic in the markup'))
    return undefined
  }
  const wrong = (msg: string) => issues.add(fileValue([entry], msg))
  const guid = guidOf(topic, 'the topic', wrong)
  const title = textOf(topic, 'Title')
  if (title === null) wrong('the topic has no Title')
  // 2.1 has both beside the topic, 3.0 in it.
  const comments = [...childrenOf(root, 'Comment'), ...childrenOf(childOf(topic, 'Comments'), 'Comment')].flatMap(
    (one) => readComment(one, wrong) ?? [],
  )
  const views = [...childrenOf(root, 'Viewpoints'), ...childrenOf(childOf(topic, 'Viewpoints'), 'ViewPoint')]
  const lost = lossesOf(root, topic)
  const chosen = chosenView(views, comments)
  if (views.length > 1) lost.push(`${views.length - 1} more ${views.length > 2 ? 'viewpoints' : 'viewpoint'}`)
  const viewpoint = chosen ? readViewpoint(zip, folder, chosen, { wrong, lost }) : null
  const created = dateOf(topic, 'CreationDate', 'the topic', wrong)
  if (guid === undefined || title === null || created === undefined) return undefined
  return {
    topic: {
      guid,
      serverId: topic.attributes.ServerAssignedId ?? null,
      status: topic.attributes.TopicStatus?.trim() ?? '',
      title: cleanText(title.trim()),
      description: cleaned(textOf(topic, 'Description')),
      link: null,
      created,
      author: cleaned(textOf(topic, 'CreationAuthor')) ?? 'Somebody',
      modified: modifiedOf(topic),
      due: textOf(topic, 'DueDate')?.trim() ?? null,
      assignee: cleaned(textOf(topic, 'AssignedTo'))?.trim() ?? null,
      comments,
      viewpoint,
    },
    lost,
  }
}

const cleaned = (text: string | null): string | null => text && cleanText(text)

function guidOf(element: XmlElement, what: string, wrong: (msg: string) => void): string | undefined {
  const guid = element.attributes.Guid?.trim().toLowerCase() ?? ''
  if (GUID.test(guid)) return guid
  wrong(`the Guid of ${what} is not one: '${guid.slice(0, 60)}'`)
  return undefined
}

/** Years of four digits, as xs:dateTime and RFC 3339 both write them; no comment is older than the calendar of computers. */
const [FIRST_DATE, LAST_DATE] = [Date.UTC(1900, 0), Date.UTC(10_000, 0)]

/** Null: it is none. One without a zone is meant in UTC, or it would be another moment on another machine. */
function momentOf(text: string): string | null {
  const isZoned = !/\d{2}:\d{2}(:[\d.]+)?$/.test(text) || /[zZ]|[+-]\d{2}:\d{2}$/.test(text)
  const time = beginsWithDay(text) ? Date.parse(isZoned ? text : `${text}Z`) : Number.NaN
  return time >= FIRST_DATE && time < LAST_DATE ? new Date(time).toISOString() : null
}

const modifiedOf = (element: XmlElement): string | null => momentOf(textOf(element, 'ModifiedDate')?.trim() ?? '')

function dateOf(element: XmlElement, name: string, what: string, wrong: (msg: string) => void): string | undefined {
  const text = textOf(element, name)?.trim() ?? ''
  const moment = momentOf(text)
  if (moment !== null) return moment
  wrong(`the ${name === 'Date' ? 'Date' : name} of ${what} is not one: '${text.slice(0, 60)}'`)
  return undefined
}

function readComment(element: XmlElement, wrong: (msg: string) => void): BcfComment | undefined {
  const guid = guidOf(element, 'a comment', wrong)
  const date = dateOf(element, 'Date', 'a comment', wrong)
  if (guid === undefined || date === undefined) return undefined
  return {
    guid,
    date,
    author: cleaned(textOf(element, 'Author')) ?? 'Somebody',
    text: cleaned(textOf(element, 'Comment')) ?? '',
    modified: modifiedOf(element),
    viewpoint: childOf(element, 'Viewpoint')?.attributes.Guid?.trim().toLowerCase() ?? null,
  }
}

/** The one that the first comment with a view has, else the first. */
function chosenView(views: readonly XmlElement[], comments: readonly BcfComment[]): XmlElement | undefined {
  const wanted = comments.find(({ viewpoint }) => viewpoint !== null)?.viewpoint
  return views.find(({ attributes }) => attributes.Guid?.trim().toLowerCase() === wanted) ?? views[0]
}

/** What a topic may have and a thread has not. */
function lossesOf(root: XmlElement, topic: XmlElement): string[] {
  const quoted = (name: string, word: string) => {
    const text = textOf(topic, name)
    return text === null ? [] : [`${word} '${text.trim().slice(0, 60)}'`]
  }
  const count = (elements: readonly XmlElement[], one: string, many: string) =>
    elements.length === 0 ? [] : [`${elements.length} ${elements.length === 1 ? one : many}`]
  const files = [...childrenOf(childOf(root, 'Header'), 'File'), ...childrenOf(childOf(childOf(root, 'Header'), 'Files'), 'File')]
  const labels = [
    ...childrenOf(topic, 'Labels').filter(({ children }) => children.length === 0),
    ...childrenOf(childOf(topic, 'Labels'), 'Label'),
  ]
  const nested = (list: string, name: string) => [...childrenOf(topic, name), ...childrenOf(childOf(topic, list), name)]
  return [
    ...quoted('Priority', 'priority'),
    ...quoted('Stage', 'stage'),
    ...labels.map(({ text }) => `label '${text.trim().slice(0, 60)}'`),
    ...count(files, 'file of the header', 'files of the header'),
    ...count(childrenOf(topic, 'BimSnippet'), 'snippet', 'snippets'),
    ...count(nested('DocumentReferences', 'DocumentReference'), 'document', 'documents'),
    ...count(nested('RelatedTopics', 'RelatedTopic'), 'related topic', 'related topics'),
  ]
}

type Telling = { wrong: (msg: string) => void; lost: string[] }

function readViewpoint(zip: Archive, folder: string, view: XmlElement, { wrong, lost }: Telling): BcfViewpoint | null {
  const guid = guidOf(view, 'a viewpoint', wrong)
  const name = textOf(view, 'Viewpoint')?.trim() ?? 'viewpoint.bcfv'
  const entry = `${folder}/${name}`
  const bytes = zip.read(entry)
  if (guid === undefined) return null
  if (!bytes) {
    if (textOf(view, 'Viewpoint') !== null) lost.push(`the viewpoint ${name}, which the file does not hold`)
    return null
  }
  const info = childOf(readTree(bytes, entry), 'VisualizationInfo')
  const components = childOf(info, 'Components')
  const visibility = childOf(components, 'Visibility')
  const exceptions = childrenOf(childOf(visibility, 'Exceptions'), 'Component').map(toComponent)
  const camera = readCamera(info)
  if (!camera) lost.push('a viewpoint without a camera that can be read')
  for (const [list, item, one] of [
    ['Lines', 'Line', 'line'],
    ['Bitmaps', 'Bitmap', 'bitmap'],
  ] as const) {
    const { length } = [...childrenOf(childOf(info, list), item), ...(list === 'Bitmaps' ? childrenOf(info, 'Bitmap') : [])]
    if (length > 0) lost.push(`${length} ${one}${length > 1 ? 's' : ''}`)
  }
  if (childOf(childOf(components, 'Coloring'), 'Color')) lost.push('colours of components')
  return {
    guid,
    camera,
    selection: childrenOf(childOf(components, 'Selection'), 'Component').map(toComponent),
    // Hidden altogether is what nobody means: programs leave the word out, and its default hides.
    isVisible: /^(true|1)$/.test(visibility?.attributes.DefaultVisibility?.trim() ?? 'false') || exceptions.length === 0,
    exceptions,
    planes: childrenOf(childOf(info, 'ClippingPlanes'), 'ClippingPlane').flatMap((plane) => {
      const [at, direction] = [placeOf(plane, 'Location'), directionOf(plane, 'Direction')]
      if (at && direction) return [{ at, direction }]
      lost.push('a clipping plane that cannot be read')
      return []
    }),
  }
}

function toComponent(element: XmlElement): BcfComponent {
  const ifcGuid = element.attributes.IfcGuid?.trim()
  const [system, toolId] = [textOf(element, 'OriginatingSystem'), textOf(element, 'AuthoringToolId')]
  return {
    ...(ifcGuid && { ifcGuid: cleanText(ifcGuid).slice(0, 22) }),
    ...(system !== null && { system: cleanText(system).slice(0, 200) }),
    ...(toolId !== null && { toolId: cleanText(toolId).slice(0, 300) }),
  }
}

function numberOf(element: XmlElement | undefined, name: string): number | null {
  const text = textOf(element, name)
  const value = Number(text)
  return text === null || !Number.isFinite(value) ? null : value
}

function vectorOf(element: XmlElement | undefined, name: string): Vec | null {
  const of = childOf(element, name)
  const [x, y, z] = [numberOf(of, 'X'), numberOf(of, 'Y'), numberOf(of, 'Z')]
  return x === null || y === null || z === null ? null : [x, y, z]
}

/** Metres: nothing that is built lies so far from where places are measured, and a picture could not be drawn from there. */
const FARTHEST = 1e9

function placeOf(element: XmlElement | undefined, name: string): Vec | null {
  const place = vectorOf(element, name)
  return place?.every((value) => Math.abs(value) <= FARTHEST) ? place : null
}

const directionOf = (element: XmlElement | undefined, name: string): Vec | null => {
  const vector = vectorOf(element, name)
  return vector && unit(vector)
}

function readCamera(info: XmlElement | undefined): BcfCamera | null {
  const parallel = childOf(info, 'OrthogonalCamera')
  const element = parallel ?? childOf(info, 'PerspectiveCamera')
  const [position, direction] = [placeOf(element, 'CameraViewPoint'), directionOf(element, 'CameraDirection')]
  if (!position || !direction) return null
  const ratio = numberOf(element, 'AspectRatio')
  const common = {
    position,
    direction,
    up: directionOf(element, 'CameraUpVector') ?? ([0, 0, 1] as const),
    aspect: ratio !== null && ratio > 0 ? ratio : null,
  }
  if (parallel) {
    const worldHeight = numberOf(parallel, 'ViewToWorldScale') ?? 0
    return worldHeight >= 1 / FARTHEST && worldHeight <= FARTHEST ? { ...common, kind: 'parallel', worldHeight } : null
  }
  const fieldOfView = numberOf(element, 'FieldOfView') ?? 0
  return { ...common, kind: 'perspective', fieldOfView: fieldOfView > 0 && fieldOfView < 180 ? fieldOfView : 60 }
}
