import { patternName } from '#lib/geometry/support-name.ts'
import { patternOf, patternText } from '#lib/geometry/support-pattern.ts'
import { shapeWord } from '#lib/model/grid-shapes.ts'
import { releasesText } from '#lib/model/load/load-text.ts'
import { readDimensions } from '#lib/model/section/section-dimensions.ts'
import { sectionInertia } from '#lib/model/section/section-inertia.ts'
import { KINDS_OF } from '#lib/schema/kinds.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { Finding } from '#lib/schema/schema.ts'
import { capital } from '#lib/values/capital.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { type ElementKind, KIND_NAMES } from '../elements.ts'
import type { MeasuredModel } from '../properties/measured-model.ts'
import { type Column, number, text } from './column.ts'
import { combinationColumns, diaphragmColumns, loadCaseColumns, loadColumns } from './load-columns.ts'
import { type TableUse, usedBy } from './table-usage.ts'

export type Columns = { count: number; columns: Column[] }

export function columnsOf(kind: ElementKind, measured: MeasuredModel): Columns {
  const elements = measured.model[KINDS_OF[kind]] ?? []
  return { count: elements.length, columns: COLUMNS[kind](measured) }
}

const COLUMNS: Record<ElementKind, (measured: MeasuredModel) => Column[]> = {
  frame: frameColumns,
  area: areaColumns,
  node: nodeColumns,
  support: supportColumns,
  member: memberColumns,
  section: sectionColumns,
  material: materialColumns,
  gridLine: gridLineColumns,
  loadCase: loadCaseColumns,
  load: loadColumns,
  combination: combinationColumns,
  diaphragm: diaphragmColumns,
}

function gridLineColumns({ facts }: MeasuredModel): Column[] {
  const line = (k: number) => facts.element('gridLines', k)
  return [
    text('id', 'Id', (k) => line(k).id),
    text('label', 'Label', (k) => line(k).label),
    text('axis', 'Axis', (k) => line(k).axis),
    number('coordinate', 'Coordinate', (k) => line(k).coordinate, 'length'),
    text('shape', 'Shape', (k) => shapeWord(line(k))),
    number('radius', 'Radius', (k) => line(k).arc?.radius, 'length'),
  ]
}

/** What a section or material is called; its id where it has no name. */
export function nameOf({ model, facts }: MeasuredModel, kind: 'sections' | 'materials', id: string | undefined): string {
  const index = id === undefined ? undefined : facts.ordinalOf(kind, id)
  return (index === undefined ? undefined : model[kind]?.[index]?.name) || id || ''
}

function solidColumn({ measures }: MeasuredModel, kind: 'frames' | 'areas', quantity: 'area' | 'volume' | 'mass'): Column {
  const amountOf = (k: number) => measures.amount(quantity, kind, k)
  return {
    key: quantity,
    label: capital(quantity),
    measure: quantity,
    number(k) {
      const amount = amountOf(k)
      return typeof amount === 'number' ? amount : null
    },
    *lacks(k) {
      const amount = amountOf(k)
      if (typeof amount === 'object') for (const reason of amount) yield [reason, 1]
    },
  }
}

function commonColumns(
  measured: MeasuredModel,
  kind: 'frames' | 'areas',
): Record<'kind' | 'role' | 'section' | 'material' | 'storey', Column> {
  const { facts } = measured
  return {
    kind: text('kind', 'Kind', (k) => facts.role(kind, k)),
    role: text('role', 'Role', (k) => facts.roleWord(kind, k)),
    section: text('section', 'Section', (k) => nameOf(measured, 'sections', facts.section(kind, k))),
    material: text('material', 'Material', (k) => nameOf(measured, 'materials', facts.material(kind, k))),
    storey: text('storey', 'Storey', (k) => facts.storey(kind, k)?.label),
  }
}

function frameColumns(measured: MeasuredModel): Column[] {
  const { facts, measures } = measured
  const frame = (k: number) => facts.element('frames', k)
  const common = commonColumns(measured, 'frames')
  const sectionArea = (k: number) => {
    const id = facts.section('frames', k)
    const index = id === undefined ? undefined : facts.ordinalOf('sections', id)
    return index === undefined ? undefined : measures.sectionArea(index)
  }
  return [
    text('id', 'Id', (k) => frame(k).id),
    text('label', 'Label', (k) => frame(k).label),
    common.kind,
    common.role,
    common.section,
    common.material,
    text('member', 'Member', (k) => facts.memberOf(k)),
    common.storey,
    text('start', 'Start', (k) => frame(k).startNodeId),
    text('end', 'End', (k) => frame(k).endNodeId),
    number('length', 'Length', (k) => facts.length('frames', k), 'length'),
    number('rotation', 'Rotation', (k) => frame(k).rotation, 'angle'),
    number('offset 3', 'Offset 3', (k) => frame(k).sectionOffset?.x, 'size'),
    number('offset 2', 'Offset 2', (k) => frame(k).sectionOffset?.y, 'size'),
    ...taperColumns(measured),
    text('releases', 'Releases', (k) => releasesText(frame(k).releases)),
    number('A', 'A', sectionArea, 'sectionArea'),
    solidColumn(measured, 'frames', 'volume'),
    solidColumn(measured, 'frames', 'mass'),
  ]
}

/** Where a model has none, no column is empty for them. */
function taperColumns(measured: MeasuredModel): Column[] {
  const { frames = [] } = measured.model
  if (!frames.some(({ endSectionId, endSectionOffset }) => endSectionId != null || endSectionOffset)) return []
  return [
    text('end section', 'End section', (k) => nameOf(measured, 'sections', frames[k]?.endSectionId ?? undefined)),
    text('taper', 'Taper', (k) => frames[k]?.taper?.join(' to ')),
    number('end offset 3', 'End offset 3', (k) => frames[k]?.endSectionOffset?.x, 'size'),
    number('end offset 2', 'End offset 2', (k) => frames[k]?.endSectionOffset?.y, 'size'),
  ]
}

function areaColumns(measured: MeasuredModel): Column[] {
  const { facts, measures } = measured
  const area = (k: number) => facts.element('areas', k)
  const common = commonColumns(measured, 'areas')
  return [
    text('id', 'Id', (k) => area(k).id),
    text('label', 'Label', (k) => area(k).label),
    common.kind,
    common.role,
    common.section,
    common.material,
    common.storey,
    number('thickness', 'Thickness', (k) => measures.thickness(k)?.value, 'size'),
    text('nodes at', 'Nodes at', (k) => area(k).cardinalPoint?.toLowerCase()),
    text('diaphragm', 'Diaphragm', (k) => area(k).diaphragmId),
    solidColumn(measured, 'areas', 'area'),
    number('area with openings', 'Including openings', measures.wholeFace, 'area'),
    number('openings', 'Openings', (k) => area(k).openingNodeIds?.length ?? 0),
    solidColumn(measured, 'areas', 'volume'),
    solidColumn(measured, 'areas', 'mass'),
  ]
}

function nodeColumns({ facts }: MeasuredModel): Column[] {
  const node = (k: number) => facts.element('nodes', k)
  const counts = () => new Uint32Array(facts.count('nodes'))
  const used = { frames: counts(), areas: counts(), supports: counts() }
  for (const kind of ['frames', 'areas', 'supports'] as const)
    for (let k = 0; k < facts.count(kind); k++) for (const position of facts.nodesOf(kind, k)) used[kind][position]!++
  return [
    text('id', 'Id', (k) => node(k).id),
    text('label', 'Label', (k) => node(k).label),
    ...(['x', 'y', 'z'] as const).map((axis) => number(axis, axis, (k) => node(k).position[axis], 'length')),
    number('mass', 'Mass', (k) => node(k).mass, 'mass'),
    number('frames', 'Frames', (k) => used.frames[k]),
    number('areas', 'Areas', (k) => used.areas[k]),
    number('supports', 'Supports', (k) => used.supports[k]),
  ]
}

function supportColumns({ facts }: MeasuredModel): Column[] {
  const support = (k: number) => facts.element('supports', k)
  const place = (k: number) => {
    const node = facts.ordinalOf('nodes', support(k).nodeId)
    return node === undefined ? undefined : facts.element('nodes', node).position
  }
  const held = (value: boolean | null | undefined) => (value === true ? 'held' : value === false ? 'free' : '')
  return [
    text('id', 'Id', (k) => support(k).id),
    text('node', 'Node', (k) => support(k).nodeId),
    text('kind', 'Kind', (k) => patternName(patternOf(support(k).restraints))),
    ...(['x', 'y', 'z'] as const).map((axis) => number(axis, axis, (k) => place(k)?.[axis], 'length')),
    ...DIRECTIONS.map((direction) => text(direction, direction, (k) => held(support(k).restraints?.[direction]))),
    text('pattern', 'Pattern', (k) => patternText(patternOf(support(k).restraints))),
    ...DIRECTIONS.map((direction) =>
      number(`spring ${direction}`, `Spring ${direction}`, (k) => support(k).stiffness?.[direction]),
    ),
  ]
}

function memberColumns(measured: MeasuredModel): Column[] {
  const { facts } = measured
  const member = (k: number) => facts.element('members', k)
  return [
    text('id', 'Id', (k) => member(k).id),
    number('frames', 'Frames', (k) => member(k).frameIds.length),
    text('section', 'Section', (k) => nameOf(measured, 'sections', facts.section('members', k))),
    text('material', 'Material', (k) => nameOf(measured, 'materials', facts.material('members', k))),
    text('role', 'Role', (k) => member(k).role),
    number('length', 'Length', (k) => facts.length('members', k), 'length'),
  ]
}

function sectionColumns(measured: MeasuredModel): Column[] {
  const { facts, model, measures } = measured
  const section = (k: number) => facts.element('sections', k)
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const all = (model.sections ?? []).map((one) => {
    const definition = definitions.get(one.id)
    return {
      type: definition?.type,
      profile: definition?.designation ?? definition?.profile,
      sizes: definition ? readDimensions(definition.type, definition.dimensions).complete : {},
      inertia: sectionInertia(one, definition),
    }
  })
  const about = (k: number) => getOrThrow(all, k)
  const used = usedBy(measured, 'section')
  return [
    text('id', 'Id', (k) => section(k).id),
    text('name', 'Name', (k) => section(k).name),
    text('type', 'Type', (k) => about(k).type?.replaceAll('_', ' ')),
    text('shape', 'Shape', (k) => section(k).shape?.replaceAll('_', ' ')),
    text('profile', 'Profile', (k) => about(k).profile),
    text('material', 'Material', (k) => nameOf(measured, 'materials', section(k).materialId ?? undefined)),
    ...(['t3', 't2', 'tf', 'tw', 't2b', 'tfb'] as const).map((key) => number(key, key, (k) => about(k).sizes[key], 'size')),
    number('thickness', 'Thickness', (k) => section(k).thickness, 'size'),
    number('A', 'A', (k) => measures.sectionArea(k), 'sectionArea'),
    number('I33', 'I33', (k) => about(k).inertia?.i33, 'inertia'),
    number('I22', 'I22', (k) => about(k).inertia?.i22, 'inertia'),
    ...usedColumns(used, ['length', 'mass']),
  ]
}

function materialColumns(measured: MeasuredModel): Column[] {
  const { facts, densities } = measured
  const material = (k: number) => facts.element('materials', k)
  return [
    text('id', 'Id', (k) => material(k).id),
    text('name', 'Name', (k) => material(k).name),
    number('density', 'Density', (k) => densities.of(material(k).id)?.value, 'density'),
    ...usedColumns(usedBy(measured, 'material'), ['volume', 'mass']),
  ]
}

function usedColumns(used: readonly TableUse[], quantities: readonly ('length' | 'volume' | 'mass')[]): Column[] {
  const about = (k: number) => getOrThrow(used, k)
  return [
    number('count', 'Count', (k) => about(k).count),
    ...quantities.map(
      (quantity): Column => ({
        key: quantity,
        label: capital(quantity),
        measure: quantity,
        number: (k) => about(k)[quantity],
        lacks: (k) => (quantity === 'length' ? [] : about(k).lacks[quantity]),
      }),
    ),
  ]
}

export function findingColumns(findings: readonly Finding[]): Columns {
  const one = (k: number) => getOrThrow(findings, k)
  const named = ({ kind, id }: Finding['elements'][number]) => (kind === 'model' ? 'the model' : `${KIND_NAMES[kind][0]} ${id}`)
  return {
    count: findings.length,
    columns: [
      text('severity', 'Severity', (k) => one(k).severity),
      text('code', 'Code', (k) => one(k).code.replaceAll('_', ' ')),
      text('message', 'Message', (k) => one(k).message),
      text('elements', 'Elements', (k) => one(k).elements.map(named).join('; ')),
      text('fix', 'To do', (k) => one(k).fix),
    ],
  }
}
