import { shortNumber } from '#lib/geometry/grid-bubble.ts'
import { shapeWord } from '#lib/model/grid-shapes.ts'
import { KINDS_OF } from '#lib/schema/kinds.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import type { ElementKind } from '../elements.ts'
import { ofArea } from './area-properties.ts'
import { ofFrame, ofMember } from './frame-properties.ts'
import { ofCombination, ofDiaphragm, ofLoad, ofLoadCase } from './load-properties.ts'
import type { MeasuredModel } from './measured-model.ts'
import { ofNode, ofSupport } from './node-properties.ts'
import { type ElementProperties, labelRow, number, row } from './property-rows.ts'
import type { Described } from './property-types.ts'
import { ofMaterial, ofSection } from './section-material-properties.ts'

export function describe(measured: MeasuredModel, kind: ElementKind, index: number): Described | null {
  const element: { id: string; source?: unknown } | undefined = measured.model[KINDS_OF[kind]]?.[index]
  if (!element) return null
  const { parts, section = null, opens = null, hasAxes = false } = DESCRIBERS[kind](measured, index)
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

const DESCRIBERS: Record<ElementKind, (measured: MeasuredModel, index: number) => ElementProperties> = {
  frame: ofFrame,
  area: ofArea,
  node: ofNode,
  support: ofSupport,
  member: ofMember,
  section: ofSection,
  material: ofMaterial,
  gridLine: ofGridLine,
  loadCase: ofLoadCase,
  load: ofLoad,
  combination: ofCombination,
  diaphragm: ofDiaphragm,
}

function ofGridLine({ facts }: MeasuredModel, index: number): ElementProperties {
  const gridLine = facts.element('gridLines', index)
  const { id, label, axis, coordinate, line, arc } = gridLine
  const place = row(axis.toLowerCase(), number(coordinate, 'length'))
  if (line || arc) {
    const point = (name: string, { x, y }: Point2) => row(name, number(x, 'length'), number(y, 'length'))
    return {
      parts: [
        { title: 'What', rows: [labelRow(id, label), row('Kind', `${shapeWord(gridLine)}, counted to ${axis}`)] },
        {
          title: 'Where',
          rows: [
            ...(line ? [point('From x, y', line.from), point('To x, y', line.to)] : []),
            ...(arc
              ? [
                  point('Centre x, y', arc.center),
                  row('Radius', number(arc.radius, 'length')),
                  row('Angles', `${shortNumber(arc.from)}° to ${shortNumber(arc.to)}°`),
                ]
              : []),
            place,
          ],
        },
      ],
    }
  }
  return {
    opens: { axis, at: coordinate },
    parts: [
      { title: 'What', rows: [labelRow(id, label), row('Kind', axis === 'Z' ? 'Level' : `Grid line across ${axis}`)] },
      {
        title: 'Where',
        rows: [axis === 'Z' ? row('Elevation', { elevation: coordinate }) : place],
      },
    ],
  }
}
