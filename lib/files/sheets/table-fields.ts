import type { ElementOf } from '#lib/model/validate/references.ts'
import { LOAD_AXES, LOAD_SPREADS, LOAD_TYPES } from '#lib/schema/load-words.ts'
import { NATURES } from '#lib/schema/loads.ts'
import { type Kind, SectionType } from '#lib/schema/schema.ts'
import { capital } from '#lib/values/capital.ts'
import {
  components,
  endSectionOffset,
  type FieldCodec,
  ids,
  jsonList,
  jsonObject,
  number,
  position,
  restraints,
  sectionOffset,
  text,
  word,
} from './field-codecs.ts'

const vector = components(['x', 'y', 'z'])

/** `dimensions` of a section: a column for each key. */
export const DIMENSIONS = 'dimensions'

type Fields<K extends Kind> = { [F in keyof Omit<Required<ElementOf[K]>, 'resolved'>]: FieldCodec | typeof DIMENSIONS }

/** Every field of every kind, in the order of the columns; one that is missing fails the types. */
export const FIELDS: { [K in Kind]: Fields<K> } = {
  nodes: { id: text, position, label: text, radius: number, mass: number, source: jsonObject },
  frames: {
    ...{ id: text, startNodeId: text, endNodeId: text, rotation: number, sectionId: text, materialId: text, sectionOffset },
    ...{ label: text, length: number, memberId: text, role: text, releases: jsonObject, source: jsonObject },
    ...{ endSectionId: text, endSectionOffset, taper: jsonList },
  },
  members: { id: text, frameIds: ids, sectionId: text, materialId: text, role: text },
  sections: {
    ...{ id: text, type: word(SectionType.options), name: text, profile: text, materialId: text, dimensions: DIMENSIONS },
    ...{ thickness: number, shape: text, polygon: jsonList, source: jsonObject },
  },
  materials: { id: text, name: text, source: jsonObject },
  supports: { id: text, nodeId: text, restraints, stiffness: jsonObject, source: jsonObject },
  areas: {
    ...{ id: text, nodeIds: ids, sectionId: text, materialId: text, thickness: number, kind: text, cardinalPoint: text },
    ...{ role: text, diaphragmId: text, openingNodeIds: jsonList, label: text, source: jsonObject },
  },
  gridLines: {
    ...{ id: text, axis: word(['X', 'Y', 'Z']), coordinate: number, label: text, line: jsonObject, arc: jsonObject },
    source: jsonObject,
  },
  loadCases: { id: text, name: text, nature: word(NATURES), selfWeight: number, source: jsonObject },
  loads: {
    ...{ id: text, caseId: text, nodeId: text, frameId: text, areaId: text, type: word(LOAD_TYPES), axes: word(LOAD_AXES) },
    ...{ force: vector, forceEnd: vector, moment: vector, displacement: vector, rotation: vector, at: number, from: number },
    ...{
      to: number,
      temperature: number,
      gradient: components(['x', 'y']),
      spread: word(LOAD_SPREADS),
      span: vector,
      source: jsonObject,
    },
  },
  combinations: { id: text, name: text, type: word(['add', 'envelope']), terms: jsonList, source: jsonObject },
  diaphragms: { id: text, name: text, gridLineId: text, nodeIds: ids, source: jsonObject },
}

/** Without these there is no element: their columns are always there, and their cells are never empty. */
export const NEEDED: { [K in Kind]: readonly (keyof Fields<K>)[] } = {
  nodes: ['id', 'position'],
  frames: ['id', 'startNodeId', 'endNodeId'],
  members: ['id', 'frameIds'],
  sections: ['id'],
  materials: ['id'],
  supports: ['id', 'nodeId'],
  areas: ['id', 'nodeIds'],
  gridLines: ['id', 'axis', 'coordinate'],
  loadCases: ['id'],
  loads: ['id', 'caseId'],
  combinations: ['id', 'terms'],
  diaphragms: ['id'],
}

/** The tables in the order in which they are written: what refers stands behind what it refers to. */
export const TABLE_KINDS = ['nodes', 'materials', 'sections', 'frames', 'members', 'areas', 'supports', 'gridLines', 'loadCases', 'loads', 'combinations', 'diaphragms'] as const satisfies readonly Kind[] // biome-ignore format: a line

/** Fields of the model itself, in its own table. */
export const MODEL_FIELDS = ['name', 'units', 'source', 'metadata'] as const

/** `Nodes`, as a sheet is called; a file is called `nodes.csv`. */
export const sheetOf = (table: Kind | 'model'): string => capital(table)

const SECTION_FIELDS: readonly string[] = Object.keys(FIELDS.sections)
const PREFIX = `${DIMENSIONS}.`

/** A dimension has the head of its key, but where a field has that already: a shell's `thickness`. */
export const dimensionHead = (key: string): string =>
  key === '' || SECTION_FIELDS.includes(key) || key.startsWith(PREFIX) ? `${PREFIX}${key}` : key
export const dimensionOf = (head: string): string => (head.startsWith(PREFIX) ? head.slice(PREFIX.length) : head)
