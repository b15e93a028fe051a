import type { Measured } from '#lib/edit/quantities.ts'
import { patternName, patternOf } from '#lib/geometry/support-symbol.ts'
import { grouped } from '#lib/model/count-text.ts'
import { KINDS_OF, type Kind } from '#lib/model/kinds.ts'
import type { Measure } from '#lib/model/measures.ts'
import { DIRECTIONS } from '#lib/model/restraints.ts'
import { newell } from '#lib/model/shell-axes.ts'
import type { ElementKind } from './elements.ts'
import { gridPlace } from './grid-place.ts'
import type { MeasuredModel } from './measured-model.ts'
import type { Described, PropertyRow, PropertyValue } from './property-types.ts'
import { reasonText } from './reasons.ts'
import { drawnOutline, sectionRows } from './section-properties.ts'
import { nameOf } from './table-columns.ts'
import { usedBy } from './table-usage.ts'

/** At most this many linked elements of one label are listed; the rest is counted. */
const LISTED = 60

type Told = Pick<Described, 'parts'> & Partial<Pick<Described, 'section' | 'opens' | 'hasAxes'>>

export function describe(measured: MeasuredModel, kind: ElementKind, index: number): Described | null {
  const element: { id: string; source?: unknown } | undefined = measured.model[KINDS_OF[kind]]?.[index]
  if (!element) return null
  const { parts, section = null, opens = null, hasAxes = false } = TOLD[kind](measured, index)
  const full = parts.map((part) => ({ ...part, rows: part.rows.filter(({ values }) => values.length > 0) }))
  return {
    kind,
    id: element.id,
    index,
    parts: full.filter(({ rows }) => rows.length > 0),
    section,
    opens,
    hasAxes,
    source: element.source ?? null,
  }
}

const TOLD: Record<ElementKind, (measured: MeasuredModel, index: number) => Told> = {
  frame: ofFrame,
  area: ofArea,
  node: ofNode,
  support: ofSupport,
  member: ofMember,
  section: ofSection,
  material: ofMaterial,
  gridLine: ofGridLine,
}

const row = (label: string, ...values: (PropertyValue | null | undefined | false)[]): PropertyRow => ({
  label,
  values: values.filter(
    (value): value is PropertyValue => value !== null && value !== undefined && value !== false && value !== '',
  ),
})
const noted = (of: PropertyRow, ...note: PropertyValue[]): PropertyRow => (note.length > 0 ? { ...of, note } : of)
const number = (value: number | null | undefined, measure: Measure): PropertyValue | null =>
  value == null || !Number.isFinite(value) ? null : { value, measure }
const link = (kind: ElementKind, id: string | null | undefined, text: string | null | undefined = id): PropertyValue | null =>
  id == null ? null : { ref: { kind, id }, text: text || id }
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Links to some elements, and how many there are beyond those that are listed. */
function links(label: string, kind: ElementKind, ids: readonly string[]): PropertyRow {
  const rest = ids.length - LISTED
  return row(label, ...ids.slice(0, LISTED).map((id) => link(kind, id)), rest > 0 && `and ${grouped(rest)} more`)
}

const labelRow = (id: string, label: string | null | undefined) => row('Label', label !== id && label)

/** An effective section or material: where it is not the element's own, whose it is. */
function given(measured: MeasuredModel, kind: 'section' | 'material', id: string | undefined, from: string | null): PropertyRow {
  const many = kind === 'section' ? 'sections' : 'materials'
  if (id === undefined) return row(capital(kind), 'none')
  const isThere = measured.facts.ordinalOf(many, id) !== undefined
  const told = row(capital(kind), isThere ? link(kind, id, nameOf(measured, many, id)) : `${id}, which is not in the model`)
  return from ? noted(told, from) : told
}

function nodeRow({ facts }: MeasuredModel, label: string, id: string): PropertyRow {
  const at = facts.ordinalOf('nodes', id)
  if (at === undefined) return row(label, `${id}, which is not in the model`)
  const { x, y, z } = facts.element('nodes', at).position
  return noted(row(label, link('node', id)), { point: [x, y, z] })
}

/** Amounts of a frame or area; where one cannot be told, why. */
function amountRow({ measures }: MeasuredModel, kind: 'frames' | 'areas', index: number, quantity: Measured): PropertyRow {
  const amount = measures.amount(quantity, kind, index)
  const told = typeof amount === 'number' ? number(amount, quantity) : amount && `not known: ${amount.map(reasonText).join(', ')}`
  return row(capital(quantity), told)
}

const placeRows = (measured: MeasuredModel, kind: Kind, index: number): PropertyRow[] => [
  row('Storey', measured.facts.storey(kind, index)?.label),
  row('Grid', gridPlace(measured.facts, kind, index)),
]

function ofFrame(measured: MeasuredModel, index: number): Told {
  const { facts } = measured
  const frame = facts.element('frames', index)
  const memberId = facts.memberOf(index)
  const memberAt = memberId === undefined ? undefined : facts.ordinalOf('members', memberId)
  const member = memberAt === undefined ? undefined : facts.element('members', memberAt)
  const sectionId = facts.section('frames', index)
  const materialId = facts.material('frames', index)
  // A returned frame does not say whether a section is its own or its member's.
  const asMember = (id: string | null | undefined, own: string | undefined) =>
    member && own && id === own ? `as member ${member.id}` : null
  const long = facts.length('frames', index)
  const { length: says } = frame
  const isOtherwise = says != null && long !== undefined && Math.abs(says - long) > 1e-3 * Math.max(long, 1e-9)
  const others = (id: string) => {
    const node = facts.ordinalOf('nodes', id)
    return node === undefined ? [] : meeting(measured, 'frames', node).filter((other) => other !== frame.id)
  }
  const { x = 0, y = 0 } = frame.sectionOffset ?? {}
  const section = drawnOutline(measured, sectionId, { x: 0 - x, y: 0 - y })
  return {
    hasAxes: true,
    section,
    parts: [
      {
        title: 'What',
        rows: [
          row('Kind', capital(facts.role('frames', index) ?? '')),
          labelRow(frame.id, frame.label),
          row(
            'Member',
            link('member', memberId),
            memberId === undefined && frame.memberId && `${frame.memberId}, which is not in the model`,
          ),
        ],
      },
      {
        title: 'Where',
        rows: [
          ...placeRows(measured, 'frames', index),
          nodeRow(measured, 'Start node', frame.startNodeId),
          nodeRow(measured, 'End node', frame.endNodeId),
          noted(
            row('Length', number(long, 'length')),
            ...(isOtherwise ? ['its label says', { value: says, measure: 'length' } as const] : []),
          ),
          row('Rotation', number(frame.rotation, 'angle')),
          x !== 0 || y !== 0
            ? row('Offset', { value: x, measure: 'size' }, 'along 3,', { value: y, measure: 'size' }, 'along 2')
            : row('Offset'),
        ],
      },
      {
        title: 'Section',
        rows: [
          given(measured, 'section', sectionId, asMember(member?.sectionId, sectionId)),
          given(
            measured,
            'material',
            materialId,
            frame.materialId == null
              ? materialId === undefined
                ? null
                : 'from the section'
              : asMember(member?.materialId, materialId),
          ),
          ...sectionRows(measured, sectionId, materialId),
        ],
      },
      {
        title: 'Quantities',
        rows: (['volume', 'mass'] as const).map((quantity) => amountRow(measured, 'frames', index, quantity)),
      },
      {
        title: 'Connections',
        rows: [
          links('Frames at the start', 'frame', others(frame.startNodeId)),
          links('Frames at the end', 'frame', others(frame.endNodeId)),
        ],
      },
    ],
  }
}

function ofArea(measured: MeasuredModel, index: number): Told {
  const { facts } = measured
  const area = facts.element('areas', index)
  const sectionId = facts.section('areas', index)
  const materialId = facts.material('areas', index)
  const at = sectionId === undefined ? undefined : facts.ordinalOf('sections', sectionId)
  const ofSection = at === undefined ? undefined : facts.element('sections', at).thickness
  const thickness = area.thickness ?? ofSection
  const role = facts.role('areas', index) ?? ''
  const corners = area.nodeIds.flatMap((id) => {
    const node = facts.ordinalOf('nodes', id)
    return node === undefined ? [] : [facts.position(node)]
  })
  const openings = area.openingNodeIds ?? []
  const amount = (quantity: Measured) => amountRow(measured, 'areas', index, quantity)
  const [face, volume, mass] = [amount('area'), amount('volume'), amount('mass')]
  const whole: PropertyValue = { value: Math.hypot(...newell(corners)) / 2, measure: 'area' }
  const called = area.kind && area.kind.toLowerCase() !== role ? [`called ${area.kind}`] : []
  return {
    hasAxes: true,
    parts: [
      {
        title: 'What',
        rows: [noted(row('Kind', capital(role)), ...called), labelRow(area.id, area.label), row('Diaphragm', area.diaphragmId)],
      },
      {
        title: 'Where',
        rows: [...placeRows(measured, 'areas', index), row('Nodes lie at its', area.cardinalPoint?.toLowerCase())],
      },
      {
        title: 'Section',
        rows: [
          noted(
            row('Thickness', number(thickness, 'size')),
            ...(area.thickness == null && thickness != null ? ['from the section'] : []),
          ),
          sectionId === undefined ? row('Section') : given(measured, 'section', sectionId, null),
          given(
            measured,
            'material',
            materialId,
            area.materialId == null && materialId !== undefined ? 'from the section' : null,
          ),
        ],
      },
      {
        title: 'Quantities',
        rows: [
          openings.length > 0
            ? noted(face, whole, 'with', openings.length > 1 ? `${openings.length} openings` : 'its opening')
            : face,
          volume,
          mass,
        ],
      },
      {
        title: 'Connections',
        rows: [
          links('Nodes', 'node', area.nodeIds),
          ...openings.map((ids, k) => links(openings.length > 1 ? `Opening ${k + 1}` : 'Opening', 'node', ids)),
        ],
      },
    ],
  }
}

/** What stands on a node. */
function meeting({ facts }: MeasuredModel, kind: 'frames' | 'supports', node: number): string[] {
  return Array.from({ length: facts.count(kind) }, (_, k) => k).flatMap((k) =>
    facts.nodesOf(kind, k).includes(node) ? [facts.id(kind, k)] : [],
  )
}

function ofNode(measured: MeasuredModel, index: number): Told {
  const { id, label, position, radius } = measured.facts.element('nodes', index)
  const { areas = [] } = measured.model
  const ids = (touches: (area: (typeof areas)[number]) => boolean | undefined) => areas.filter(touches).map((area) => area.id)
  return {
    parts: [
      { title: 'What', rows: [labelRow(id, label), row('Drawn with radius', number(radius, 'length'))] },
      {
        title: 'Where',
        rows: [
          ...placeRows(measured, 'nodes', index),
          ...(['x', 'y', 'z'] as const).map((axis) => row(axis, number(position[axis], 'length'))),
        ],
      },
      {
        title: 'Connections',
        rows: [
          links('Frames', 'frame', meeting(measured, 'frames', index)),
          links(
            'Areas',
            'area',
            ids(({ nodeIds }) => nodeIds.includes(id)),
          ),
          links(
            'Openings of',
            'area',
            ids(({ openingNodeIds }) => openingNodeIds?.some((loop) => loop.includes(id))),
          ),
          links('Supports', 'support', meeting(measured, 'supports', index)),
        ],
      },
    ],
  }
}

function ofSupport(measured: MeasuredModel, index: number): Told {
  const { facts, model } = measured
  const { id, nodeId, restraints } = facts.element('supports', index)
  const there = (model.supports ?? []).filter((other) => other.nodeId === nodeId)
  const together = there.reduce((bits, other) => bits | patternOf(other.restraints), 0)
  return {
    parts: [
      {
        title: 'What',
        rows: [
          row('Kind', patternName(patternOf(restraints))),
          row('Restraints', {
            restraints: Object.fromEntries(DIRECTIONS.map((direction) => [direction, restraints?.[direction]])),
          }),
        ],
      },
      { title: 'Where', rows: [...placeRows(measured, 'supports', index), nodeRow(measured, 'Node', nodeId)] },
      {
        title: 'Connections',
        rows:
          there.length > 1
            ? [
                links(
                  'Other supports there',
                  'support',
                  there.flatMap((other) => (other.id === id ? [] : [other.id])),
                ),
                row('Together they hold', patternName(together)),
              ]
            : [],
      },
    ],
  }
}

function ofMember(measured: MeasuredModel, index: number): Told {
  const { facts, measures } = measured
  const { id, frameIds, materialId: own } = facts.element('members', index)
  const sectionId = facts.section('members', index)
  const materialId = facts.material('members', index)
  const sum = (quantity: 'volume' | 'mass') => {
    const amounts = facts.framesOf(index).map((frame) => measures.amount(quantity, 'frames', frame))
    return amounts.every((amount) => typeof amount === 'number')
      ? amounts.reduce((total: number, amount) => total + amount, 0)
      : null
  }
  return {
    section: drawnOutline(measured, sectionId, null),
    parts: [
      {
        title: 'What',
        rows: [row('Frames', grouped(frameIds.length)), row('Length', number(facts.length('members', index), 'length'))],
      },
      { title: 'Where', rows: placeRows(measured, 'members', index) },
      {
        title: 'Section',
        rows: [
          sectionId === undefined ? row('Section') : given(measured, 'section', sectionId, null),
          materialId === undefined
            ? row('Material')
            : given(measured, 'material', materialId, own == null ? 'from the section' : null),
          ...sectionRows(measured, sectionId, materialId),
        ],
      },
      { title: 'Quantities', rows: [row('Volume', number(sum('volume'), 'volume')), row('Mass', number(sum('mass'), 'mass'))] },
      { title: 'Connections', rows: [links(`Frames of ${id}`, 'frame', frameIds)] },
    ],
  }
}

/** The elements of a kind that wear a section or material, by what counts: their own, their member's, their section's. */
function wearing(
  { facts }: MeasuredModel,
  by: 'section' | 'material',
  id: string,
  kind: 'frames' | 'areas' | 'members',
): string[] {
  return Array.from({ length: facts.count(kind) }, (_, k) => k).flatMap((k) =>
    facts[by](kind, k) === id ? [facts.id(kind, k)] : [],
  )
}

function usedRows(measured: MeasuredModel, by: 'section' | 'material', index: number): PropertyRow[] {
  const { count, length, volume, mass, lacks } = usedBy(measured, by)[index]!
  const without = [...lacks.mass].map(([reason, many]) => `without ${grouped(many)}: ${reasonText(reason)}`)
  return [
    row('Used by', count > 0 ? `${grouped(count)} ${count > 1 ? 'elements' : 'element'}` : 'nothing'),
    row('Length of frames', number(length, 'length')),
    row('Volume', number(volume, 'volume')),
    noted(row('Mass', number(mass, 'mass')), ...(mass === null ? [] : without)),
  ]
}

function ofSection(measured: MeasuredModel, index: number): Told {
  const { facts, model } = measured
  const { id, name, materialId, shape, thickness } = facts.element('sections', index)
  const definition = model.sectionDefinitions?.find((one) => one.id === id)
  const profile = [definition?.designation, definition?.standard].filter(Boolean).join(' · ')
  const type = definition?.type ?? shape ?? ''
  return {
    section: drawnOutline(measured, id, null),
    parts: [
      {
        title: 'What',
        rows: [
          row('Name', name !== id && name),
          row('Profile', profile !== name && profile),
          row('Type', capital(type.replaceAll('_', ' '))),
          row('Shape', shape !== type && shape !== name && shape),
        ],
      },
      {
        title: 'Section',
        rows: [
          row('Thickness', definition?.type === 'shell' && number(thickness, 'size')),
          materialId == null ? row('Material') : given(measured, 'material', materialId, null),
          ...sectionRows(measured, id, materialId ?? undefined),
        ],
      },
      { title: 'Quantities', rows: usedRows(measured, 'section', index) },
      {
        title: 'Connections',
        rows: [
          links('Frames', 'frame', wearing(measured, 'section', id, 'frames')),
          links('Areas', 'area', wearing(measured, 'section', id, 'areas')),
          links(
            'Members',
            'member',
            (model.members ?? []).flatMap((member, k) => (facts.section('members', k) === id ? [member.id] : [])),
          ),
        ],
      },
    ],
  }
}

function ofMaterial(measured: MeasuredModel, index: number): Told {
  const { facts, model, densities } = measured
  const { id, name } = facts.element('materials', index)
  const density = densities.of(id)
  const candidates = densities.candidates(id)
  const unknown = candidates.length > 0 ? `not known: it could be ${candidates.join(' or ')}` : 'not known'
  return {
    parts: [
      {
        title: 'What',
        rows: [
          row('Name', name !== id && name),
          noted(
            row('Density', density ? number(density.value, 'density') : unknown),
            ...(density ? [`from ${density.from}`] : []),
          ),
        ],
      },
      { title: 'Quantities', rows: usedRows(measured, 'material', index) },
      {
        title: 'Connections',
        rows: [
          links(
            'Sections',
            'section',
            (model.sections ?? []).flatMap((section) => (section.materialId === id ? [section.id] : [])),
          ),
          links('Frames', 'frame', wearing(measured, 'material', id, 'frames')),
          links('Areas', 'area', wearing(measured, 'material', id, 'areas')),
        ],
      },
    ],
  }
}

function ofGridLine({ facts }: MeasuredModel, index: number): Told {
  const { id, label, axis, coordinate } = facts.element('gridLines', index)
  return {
    opens: { axis, at: coordinate },
    parts: [
      { title: 'What', rows: [labelRow(id, label), row('Kind', axis === 'Z' ? 'Level' : `Grid line across ${axis}`)] },
      { title: 'Where', rows: [row(axis.toLowerCase(), number(coordinate, 'length'))] },
    ],
  }
}
