import type { Bounds, Kind, SectionDefinition, ViewerModel } from '#lib/schema/schema.ts'
import { sectionAsReturned, sizesOf } from './section/section-outline.ts'
import { frameAsReturned, type MemberGift } from './validate/members.ts'
import type { ElementOf } from './validate/references.ts'

/** What is stored → ViewerModel, as text: elements are kept as JSON and go out as they are. */

/** What a returned model says beside its elements. `units`, `metadata` and `source` are JSON text, null where nothing was said. */
export type ViewerHeader = {
  id: string
  name: string
  bounds: Bounds
  units: string | null
  metadata: string | null
  source: string | null
  revision: number
  viewerUrl: string
  createdAt: Date
  updatedAt: Date
  /** JSON text: of which model, revision and name it is a copy, and since when; null where it is none. */
  copiedFrom: string | null
  /** By how much its lengths were converted since it began. */
  scaled: number
}

/** In the field order of the schema: text, and between the texts the arrays that the storage fills in. */
export function viewerModelText(header: ViewerHeader): ({ text: string } | { elements: Kind } | { definitions: true })[] {
  const optionalFields = (['units', 'metadata', 'source'] as const).flatMap((key) =>
    header[key] === null ? [] : [`"${key}":${header[key]}`],
  )
  return [
    { text: `{"name":${JSON.stringify(header.name)},"bounds":${JSON.stringify(header.bounds)},"nodes":[` },
    { elements: 'nodes' },
    { text: `],"schemaVersion":"viewer-model/v1","id":${JSON.stringify(header.id)},"areas":[` },
    { elements: 'areas' },
    { text: '],"frames":[' },
    { elements: 'frames' },
    { text: '],"gridLines":[' },
    { elements: 'gridLines' },
    { text: '],"materials":[' },
    { elements: 'materials' },
    { text: '],"sections":[' },
    { elements: 'sections' },
    { text: '],"supports":[' },
    { elements: 'supports' },
    { text: `],${optionalFields.map((one) => `${one},`).join('')}"members":[` },
    { elements: 'members' },
    { text: '],"loadCases":[' },
    { elements: 'loadCases' },
    { text: '],"loads":[' },
    { elements: 'loads' },
    { text: '],"combinations":[' },
    { elements: 'combinations' },
    { text: '],"diaphragms":[' },
    { elements: 'diaphragms' },
    { text: '],"sectionDefinitions":[' },
    { definitions: true },
    {
      text:
        `],"revision":${header.revision},"viewerUrl":${JSON.stringify(header.viewerUrl)},` +
        `"createdAt":${JSON.stringify(header.createdAt)},"updatedAt":${JSON.stringify(header.updatedAt)}` +
        `${header.copiedFrom === null ? '' : `,"copiedFrom":${header.copiedFrom}`}${header.scaled === 1 ? '' : `,"scaled":${header.scaled}`}}`,
    },
  ]
}

export function sectionDefinition(section: ElementOf['sections']): SectionDefinition {
  const { id, profile, resolved } = section
  const { type, dimensions } = sizesOf(section)
  const sizes = dimensions === undefined ? { id, type } : { id, type, dimensions }
  if (!resolved) return sizes
  const { designation, standard, family, area, massPerMetre } = resolved
  return {
    ...sizes,
    ...(profile && { profile }),
    ...{ designation, standard, family, area },
    ...(massPerMetre !== undefined && { massPerMetre }),
  }
}

export type ReturnedOf<K extends Kind> = NonNullable<ViewerModel[K]>[number]

const asSent = <T>(element: T) => element
const RETURNED: { [K in Kind]: (element: ElementOf[K], member: MemberGift | undefined) => ReturnedOf<K> } = {
  areas: asSent,
  combinations: asSent,
  diaphragms: asSent,
  frames: frameAsReturned,
  gridLines: asSent,
  loadCases: asSent,
  loads: asSent,
  materials: asSent,
  members: asSent,
  nodes: asSent,
  sections: sectionAsReturned,
  supports: asSent,
}

/** An element in the form in which the model returns it; `member`: the one that lists the frame. */
export const asReturned = <K extends Kind>(kind: K, element: ElementOf[K], member: MemberGift | undefined): ReturnedOf<K> =>
  RETURNED[kind](element, member)
