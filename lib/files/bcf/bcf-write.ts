import type { Vec } from '#lib/model/shape/vector.ts'
import type { ZipEntry } from '../zip-write.ts'
import type { BcfCamera, BcfComment, BcfComponent, BcfPlane, BcfTopic, BcfViewpoint } from './bcf-topic.ts'
import { cleanText } from './bcf-topic.ts'

/** Topics → the files of a BCF 3.0 archive, in the order of the schemas' elements. */

export type BcfProject = { id: string; name: string }
export type TopicWithPicture = { topic: BcfTopic; snapshot: Uint8Array<ArrayBuffer> | null }

export const TOPIC_TYPE = 'Comment'
export const STATUSES = ['Open', 'Closed'] as const

/** `topics` are made one after another, so that of many pictures one is held at a time. */
export function* bcfEntries(
  { id, name }: BcfProject,
  users: readonly string[],
  topics: Iterable<TopicWithPicture>,
): Generator<ZipEntry, void> {
  yield ['bcf.version', [`${XML}<Version VersionId="3.0"/>\n`]]
  const project = element('Project', { ProjectId: id }, [text('Name', name)])
  yield ['project.bcfp', [XML, ...element('ProjectInfo', {}, [project])]]
  yield ['extensions.xml', [XML, ...extensions(users)]]
  for (const { topic, snapshot } of topics) {
    yield [`${topic.guid}/markup.bcf`, [XML, ...markup(topic, snapshot !== null)]]
    if (topic.viewpoint) yield [`${topic.guid}/viewpoint.bcfv`, [XML, ...viewpoint(topic.viewpoint)]]
    if (snapshot) yield [`${topic.guid}/snapshot.png`, [snapshot]]
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

type Lines = readonly string[]

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (value: string): string => cleanText(value).replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '')
/** Line ends and tabs of an attribute would be read as spaces. */
const attribute = (value: string): string => escaped(value).replace(/[\n\r\t]/g, (one) => `&#${one.charCodeAt(0)};`)

/** An element with others in it. What is null is left out. */
function element(name: string, attributes: Readonly<Record<string, string | null>>, content: readonly (Lines | null)[]): Lines {
  const head = Object.entries(attributes)
    .map(([key, value]) => (value === null ? '' : ` ${key}="${attribute(value)}"`))
    .join('')
  const inner = content.flatMap((lines) => lines ?? [])
  return inner.length === 0 ? [`<${name}${head}/>\n`] : [`<${name}${head}>\n`, ...inner, `</${name}>\n`]
}

/** An element with a text; the schemas allow none that is empty or of spaces alone. */
const text = (name: string, value: string | null): Lines | null =>
  value === null || value.trim() === '' ? null : [`<${name}>${escaped(value).replaceAll('\r', '&#13;')}</${name}>\n`]

/** Left out where nothing is in it. */
const list = (name: string, items: readonly (Lines | null)[]): Lines | null =>
  items.some((item) => item !== null) ? element(name, {}, items) : null

const extensions = (users: readonly string[]): Lines =>
  element('Extensions', {}, [
    list('TopicTypes', [text('TopicType', TOPIC_TYPE)]),
    list(
      'TopicStatuses',
      STATUSES.map((status) => text('TopicStatus', status)),
    ),
    list(
      'Users',
      users.map((user) => text('User', user)),
    ),
  ])

function markup(topic: BcfTopic, hasSnapshot: boolean): Lines {
  const { guid, serverId, status, title, description, link, created, author, modified, due, assignee, comments } = topic
  const attributes = { Guid: guid, ServerAssignedId: serverId, TopicType: TOPIC_TYPE, TopicStatus: status }
  return element('Markup', {}, [
    element('Topic', attributes, [
      list('ReferenceLinks', [text('ReferenceLink', link)]),
      text('Title', title),
      text('CreationDate', created),
      text('CreationAuthor', author),
      text('ModifiedDate', modified),
      text('DueDate', due),
      text('AssignedTo', assignee),
      text('Description', description),
      list('Comments', comments.map(comment)),
      topic.viewpoint && list('Viewpoints', [viewpointOf(topic.viewpoint, hasSnapshot)]),
    ]),
  ])
}

const comment = ({ guid, date, author, text: words, viewpoint: of, modified }: BcfComment): Lines =>
  element('Comment', { Guid: guid }, [
    text('Date', date),
    text('Author', author),
    text('Comment', words),
    of === null ? null : element('Viewpoint', { Guid: of }, []),
    text('ModifiedDate', modified),
  ])

const viewpointOf = ({ guid }: BcfViewpoint, hasSnapshot: boolean): Lines =>
  element('ViewPoint', { Guid: guid }, [
    text('Viewpoint', 'viewpoint.bcfv'),
    hasSnapshot ? text('Snapshot', 'snapshot.png') : null,
  ])

function viewpoint({ guid, camera, selection, isVisible, exceptions, planes }: BcfViewpoint): Lines {
  return element('VisualizationInfo', { Guid: guid }, [
    element('Components', {}, [
      list('Selection', selection.map(component)),
      // Without it everything is hidden: the schema's default is false.
      element('Visibility', { DefaultVisibility: String(isVisible) }, [list('Exceptions', exceptions.map(component))]),
    ]),
    camera && cameraOf(camera),
    list('ClippingPlanes', planes.map(plane)),
  ])
}

const component = ({ ifcGuid, system, toolId }: BcfComponent): Lines =>
  element('Component', { IfcGuid: ifcGuid ?? null }, [
    text('OriginatingSystem', system ?? null),
    text('AuthoringToolId', toolId ?? null),
  ])

function cameraOf(camera: BcfCamera): Lines {
  const { position, direction, up, aspect } = camera
  const isParallel = camera.kind === 'parallel'
  return element(isParallel ? 'OrthogonalCamera' : 'PerspectiveCamera', {}, [
    point('CameraViewPoint', position),
    point('CameraDirection', direction),
    point('CameraUpVector', up),
    isParallel ? text('ViewToWorldScale', number(camera.worldHeight)) : text('FieldOfView', number(camera.fieldOfView)),
    text('AspectRatio', number(aspect ?? 1)),
  ])
}

const plane = ({ at, direction }: BcfPlane): Lines =>
  element('ClippingPlane', {}, [point('Location', at), point('Direction', direction)])

const number = (value: number): string => String(value + 0)

const point = (name: string, [x, y, z]: Vec): Lines =>
  element(name, {}, [text('X', number(x)), text('Y', number(y)), text('Z', number(z))])
