import { KINDS_OF } from '#lib/schema/kinds.ts'
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
  const { id, label, axis, coordinate } = facts.element('gridLines', index)
  return {
    opens: { axis, at: coordinate },
    parts: [
      { title: 'What', rows: [labelRow(id, label), row('Kind', axis === 'Z' ? 'Level' : `Grid line across ${axis}`)] },
      {
        title: 'Where',
        rows: [
          axis === 'Z' ? row('Elevation', { elevation: coordinate }) : row(axis.toLowerCase(), number(coordinate, 'length')),
        ],
      },
    ],
  }
}
