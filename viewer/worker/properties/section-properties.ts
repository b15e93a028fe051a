import type { DrawnOutline } from '#lib/drawing/section-drawing.ts'
import { sectionBody } from '#lib/geometry/body-of-section.ts'
import type { Measure } from '#lib/model/measures.ts'
import { outlineFault, outlineLack } from '#lib/model/section/outline-fault.ts'
import { readDimensions } from '#lib/model/section/section-dimensions.ts'
import { sectionInertia } from '#lib/model/section/section-inertia.ts'
import { derivedOutline } from '#lib/model/section/section-outline.ts'
import type { Point2, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import type { MeasuredModel } from './measured-model.ts'
import type { PropertyRow, PropertyValue } from './property-types.ts'

function sectionOf({ model, facts }: MeasuredModel, id: string | undefined) {
  const index = id === undefined ? undefined : facts.ordinalOf('sections', id)
  if (index === undefined) return null
  return {
    at: index,
    section: facts.element('sections', index),
    definition: model.sectionDefinitions?.find((one) => one.id === id),
  }
}

/** The outline that is drawn of a section; `node`: where the line between the nodes runs in it. */
export function drawnOutline(measured: MeasuredModel, id: string | undefined, node: Point2 | null): DrawnOutline | null {
  const found = sectionOf(measured, id)
  const body = found && sectionBody(found.section, found.definition)
  if (!found || !body) return null
  const { section, definition } = found
  return {
    outline: body.outer,
    hole: body.hole,
    ...sizesOf(section, definition, body.hole !== null),
    centroid: sectionInertia(section, definition)?.centroid ?? null,
    node,
  }
}

/** Sizes with their names, where the outline is the one that they give; of any other nobody knows what they measure. */
function sizesOf(
  section: ViewerSection,
  definition: SectionDefinition | undefined,
  isHollow: boolean,
): Pick<DrawnOutline, 'type' | 'sizes'> {
  const derived = definition ? derivedOutline(definition.type, definition.dimensions) : []
  const isDerived =
    derived.length > 0 &&
    derived.length === section.polygon.length &&
    derived.every(({ x, y }, k) => x === section.polygon[k]!.x && y === section.polygon[k]!.y)
  if (!definition || !isDerived) return { type: undefined, sizes: {} }
  const { type } = definition
  const sizes = readDimensions(type, definition.dimensions).complete
  const wall = isHollow ? (section.thickness ?? undefined) : undefined
  const canBeHollow = type === 'rectangular' || type === 'pipe'
  const read = canBeHollow ? { ...sizes, tw: wall, tf: type === 'pipe' || !wall ? undefined : (sizes.tf ?? wall) } : sizes
  const named = NAMED.flatMap((key) => (read[key] === undefined ? [] : [[key, read[key]] as const]))
  return { type, sizes: Object.fromEntries(named) }
}

const NAMED = ['t3', 't2', 'tf', 'tw', 't2b', 'tfb'] as const

/** What is published of a section beside its sizes, by the name that we give it. */
function publishedValuesOf(definition: SectionDefinition | undefined): Map<string, number> {
  const publishedValues = new Map<string, number>()
  for (const [key, value] of Object.entries(definition?.dimensions ?? {}))
    publishedValues.set(key.toLowerCase().replace(/[\s_.-]/g, ''), value)
  if (definition?.area !== undefined && definition.standard) publishedValues.set('area', definition.area)
  if (definition?.massPerMetre !== undefined) publishedValues.set('mass', definition.massPerMetre)
  return publishedValues
}

/** Crossings are looked for among so many pairs of edges. */
const MOST_STEPS = 100_000

/** Why no section is drawn and none of its amounts told, as the check says it; null where nothing is wrong. */
function outlineProblem({ polygon }: ViewerSection, definition: SectionDefinition | undefined): string | null {
  if (polygon.length > 0) return outlineFault(polygon, { left: MOST_STEPS })
  return definition?.type === 'shell' ? null : `none: ${outlineLack(definition)}`
}

/** Area, second moments, radii and mass a length: computed from what is drawn, and beside it what is published. */
export function sectionRows(measured: MeasuredModel, id: string | undefined, materialId: string | undefined): PropertyRow[] {
  const found = sectionOf(measured, id)
  if (!found) return []
  const { section, definition } = found
  const inertia = sectionInertia(section, definition)
  const publishedValues = publishedValuesOf(definition)
  const area = measured.measures.sectionArea(found.at)
  const density = materialId === undefined ? undefined : measured.densities.of(materialId)?.value
  const { metres } = measured
  const weighs = area !== undefined && density !== undefined && metres !== undefined ? area * metres ** 2 * density : undefined
  const line = (label: string, value: number | undefined, measure: Measure, key: string): PropertyRow => {
    const published = publishedValues.get(key)
    const toValue = (of: number): PropertyValue => ({ value: of, measure })
    const values = value === undefined ? (published === undefined ? [] : [toValue(published)]) : [toValue(value)]
    return { label, values, ...(published !== undefined && value !== undefined && { note: ['given', toValue(published)] }) }
  }
  const wrong = outlineProblem(section, definition)
  const rows = [
    ...(wrong ? [{ label: 'Outline', values: [wrong] }] : []),
    line('A', inertia?.area ?? area, 'sectionArea', 'area'),
    line('I33', inertia?.i33, 'inertia', 'i33'),
    line('I22', inertia?.i22, 'inertia', 'i22'),
    line('r33', inertia?.r33, 'size', 'r33'),
    line('r22', inertia?.r22, 'size', 'r22'),
  ]
  if (inertia && inertia.i23 !== 0)
    rows.push(
      line('I23', inertia.i23, 'inertia', 'i23'),
      line('Imax', inertia.most, 'inertia', ''),
      line('Imin', inertia.least, 'inertia', ''),
      line('θ', inertia.angle, 'angle', ''),
    )
  rows.push(line('Mass a length', weighs, 'massPerLength', 'mass'))
  return rows.filter(({ values }) => values.length > 0)
}
