import { capital } from '#lib/values/capital.ts'
import { grouped } from '#lib/values/count-text.ts'
import { usedBy } from '../tables/table-usage.ts'
import type { MeasuredModel } from './measured-model.ts'
import { assignmentRow, type ElementProperties, links, noted, number, row } from './property-rows.ts'
import type { PropertyRow } from './property-types.ts'
import { drawnOutline, sectionRows } from './section-properties.ts'
import { whyUnknown } from './why-unknown.ts'

export function ofSection(measured: MeasuredModel, index: number): ElementProperties {
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
          materialId == null ? row('Material') : assignmentRow(measured, 'material', materialId, null),
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

export function ofMaterial(measured: MeasuredModel, index: number): ElementProperties {
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
  const without = [...lacks.mass].map(([reason, many]) => `without ${grouped(many)} (${whyUnknown(reason)})`)
  return [
    row('Used by', count > 0 ? `${grouped(count)} ${count > 1 ? 'elements' : 'element'}` : 'nothing'),
    row('Length of frames', number(length, 'length')),
    row('Volume', number(volume, 'volume')),
    noted(row('Mass', number(mass, 'mass')), ...(mass === null ? [] : without)),
  ]
}
