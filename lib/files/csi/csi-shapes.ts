import { outlineBox } from '#lib/model/section/outline-box.ts'
import { readDimensions } from '#lib/model/section/section-dimensions.ts'
import { sectionInertia } from '#lib/model/section/section-inertia.ts'
import { torsionConstant } from '#lib/model/section/torsion-constant.ts'
import type { ConstructSectionCreate, Point2, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { type Shape, shapeOf } from '../frame-of-reference.ts'

/** Sections between our seven types and the shapes of CSI's programs, whose axes 2 and 3 and drawings are ours. */

/** In the words of s2k; e2k has other words for the same. */
export type CsiShape = 'rectangle' | 'box' | 'pipe' | 'circle' | 'i' | 'channel' | 'angle' | 'tee' | 'trapezoid'
export type CsiSizes = Partial<Record<'t3' | 't2' | 'tf' | 'tw' | 't2b' | 'tfb' | 'r', number>>

/** A section's type and sizes, or its outline where no type has the shape; undefined where a size is missing. */
export function sizesOfShape(
  shape: CsiShape,
  { t3, t2, tf, tw, t2b, tfb, r }: CsiSizes,
): Pick<ConstructSectionCreate, 'type' | 'dimensions' | 'polygon'> | undefined {
  const fillet = r !== undefined && r > 0 ? { r } : {}
  if (t3 === undefined) return undefined
  if (shape === 'circle') return { type: 'pipe', dimensions: { t3 } }
  if (shape === 'pipe') return tw === undefined ? undefined : { type: 'pipe', dimensions: { t3, tw } }
  if (t2 === undefined) return undefined
  if (shape === 'rectangle') return { type: 'rectangular', dimensions: { t3, t2 } }
  if (shape === 'trapezoid') return t2b === undefined ? undefined : { type: 'custom', polygon: trapezoid(t3, t2, t2b) }
  if (tf === undefined || tw === undefined) return undefined
  const sizes = { t3, t2, tf, tw }
  switch (shape) {
    case 'box':
      return { type: 'rectangular', dimensions: { ...sizes, ...fillet } }
    case 'i': {
      const isEqual = (t2b === undefined || t2b === t2) && (tfb === undefined || tfb === tf)
      return { type: 'i_wide_flange', dimensions: { ...sizes, ...(!isEqual && { t2b: t2b ?? t2, tfb: tfb ?? tf }), ...fillet } }
    }
    case 'channel':
    case 'angle':
      return { type: shape, dimensions: { ...sizes, ...fillet } }
    case 'tee':
      return { type: 'custom', polygon: tee(t3, t2, tf, tw) }
  }
}

const path = (...corners: [number, number][]): Point2[] => corners.map(([x, y]) => ({ x: x + 0, y: y + 0 }))

/** Flange on top, centred on its box. */
function tee(t3: number, t2: number, tf: number, tw: number): Point2[] {
  const [h, b, w] = [t3 / 2, t2 / 2, tw / 2]
  return path([-w, -h], [w, -h], [w, h - tf], [b, h - tf], [b, h], [-b, h], [-b, h - tf], [-w, h - tf])
}

function trapezoid(t3: number, top: number, bottom: number): Point2[] {
  const [h, a, b] = [t3 / 2, top / 2, bottom / 2]
  return path([-b, -h], [b, -h], [a, h], [-a, h])
}

/** Moves an outline so that its box is centred, as CSI's insertion points take it. */
export function centred(polygon: readonly Point2[]): Point2[] {
  const { min, max } = outlineBox(polygon)
  const [x, y] = [(min.x + max.x) / 2, (min.y + max.y) / 2]
  return polygon.map((point) => ({ x: point.x - x + 0, y: point.y - y + 0 }))
}

/** Area, inertia and shear areas, by the names of s2k. */
export type CsiProperties = Partial<Record<(typeof PROPERTIES)[number], number>>
export const PROPERTIES = ['Area', 'TorsConst', 'I33', 'I22', 'I23', 'AS2', 'AS3'] as const

/** `sizes`: by its shape. `outline`: its own, told by its properties alone. `name`: nothing is known but what its source says. */
export type SectionToWrite =
  | { is: 'sizes'; shape: CsiShape; sizes: CsiSizes }
  | { is: 'outline'; sizes: CsiSizes; properties: CsiProperties }
  | { is: 'name'; properties: CsiProperties }

export function sectionToWrite(section: ViewerSection, definition: SectionDefinition | undefined): SectionToWrite {
  const shape = shapeOf(section, definition)
  const { type } = shape
  const { complete, missing } = readDimensions(type, shape.dimensions)
  if (!shape.polygon && missing.length === 0 && section.polygon.length > 0) {
    const wall = section.thickness ?? 0
    const { t3, t2, tf, tw, t2b, tfb, r } = complete
    const flanged = { t3, t2, tf, tw }
    if (type === 'rectangular')
      return wall > 0 && t3 !== undefined && t2 !== undefined && 2 * wall < Math.min(t3, t2)
        ? { is: 'sizes', shape: 'box', sizes: defined({ t3, t2, tf: tf ?? wall, tw: tw ?? wall, r }) }
        : { is: 'sizes', shape: 'rectangle', sizes: defined({ t3, t2 }) }
    if (type === 'pipe')
      return wall > 0 && t3 !== undefined && 2 * wall < t3
        ? { is: 'sizes', shape: 'pipe', sizes: defined({ t3, tw: wall }) }
        : { is: 'sizes', shape: 'circle', sizes: defined({ t3 }) }
    if (type === 'i_wide_flange') return { is: 'sizes', shape: 'i', sizes: defined({ ...flanged, t2b, tfb, r }) }
    if (type === 'channel' || type === 'angle') return { is: 'sizes', shape: type, sizes: defined({ ...flanged, r }) }
  }
  return propertiesToWrite(section, definition, shape)
}

function propertiesToWrite(section: ViewerSection, definition: SectionDefinition | undefined, shape: Shape): SectionToWrite {
  const stated = isDictionary(section.source?.properties) ? section.source.properties : {}
  const properties: CsiProperties = {}
  for (const key of PROPERTIES) {
    const value = stated[key]
    if (isKeyOf(stated, key) && typeof value === 'number' && Number.isFinite(value)) properties[key] = value
  }
  const inertia = sectionInertia(section, definition)
  if (!shape.polygon || !inertia) return { is: 'name', properties }
  const { min, max } = outlineBox(shape.polygon)
  const torsion = torsionConstant(section, definition)
  const { area, i33, i22, i23 } = inertia
  return {
    is: 'outline',
    sizes: { t3: max.y - min.y, t2: max.x - min.x },
    properties: { Area: area, ...(torsion !== null && { TorsConst: torsion }), I33: i33, I22: i22, I23: i23, ...properties },
  }
}

const defined = (sizes: { [K in keyof CsiSizes]: number | undefined }): CsiSizes =>
  Object.fromEntries(Object.entries(sizes).filter(([, value]) => value !== undefined))
