import type { SolidQuantity } from '#lib/edit/quantities/amount.ts'
import { loadsOn } from './load-properties.ts'
import type { MeasuredModel } from './measured-model.ts'
import {
  amountRow,
  assignmentRow,
  type ElementProperties,
  kindRow,
  labelRow,
  links,
  noted,
  number,
  placeRows,
  row,
} from './property-rows.ts'
import type { PropertyValue } from './property-types.ts'
import { restsOnRows } from './support-rows.ts'

export function ofArea(measured: MeasuredModel, index: number): ElementProperties {
  const { facts, measures } = measured
  const area = facts.element('areas', index)
  const sectionId = facts.section('areas', index)
  const materialId = facts.material('areas', index)
  const thickness = measures.thickness(index)
  const role = facts.role('areas', index) ?? ''
  const openings = area.openingNodeIds ?? []
  const amount = (quantity: SolidQuantity) => amountRow(measured, 'areas', index, quantity)
  const [face, volume, mass] = [amount('area'), amount('volume'), amount('mass')]
  const whole: PropertyValue = { value: measures.wholeFace(index), measure: 'area' }
  const called = area.kind && area.kind.toLowerCase() !== role ? [`called ${area.kind}`] : []
  return {
    hasAxes: true,
    parts: [
      {
        title: 'What',
        rows: [
          called.length > 0 ? noted(kindRow(measured, 'areas', index), ...called) : kindRow(measured, 'areas', index),
          labelRow(area.id, area.label),
          row('Diaphragm', area.diaphragmId),
        ],
      },
      {
        title: 'Where',
        rows: [...placeRows(measured, 'areas', index), row('Nodes at', area.cardinalPoint?.toLowerCase())],
      },
      {
        title: 'Section',
        rows: [
          noted(row('Thickness', number(thickness?.value, 'size')), ...(thickness?.isOfSection ? ['from the section'] : [])),
          sectionId === undefined ? row('Section') : assignmentRow(measured, 'section', sectionId, null),
          assignmentRow(
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
            ? noted(face, whole, 'including', openings.length > 1 ? `${openings.length} openings` : 'its opening')
            : face,
          volume,
          mass,
        ],
      },
      loadsOn(measured, 'areaId', area.id),
      {
        title: 'Connections',
        rows: [
          ...restsOnRows(measured, index),
          links('Nodes', 'node', area.nodeIds),
          ...openings.map((ids, k) => links(openings.length > 1 ? `Opening ${k + 1}` : 'Opening', 'node', ids)),
        ],
      },
    ],
  }
}
