import type { ConstructSectionCreate, Dimensions, Kind, Point2, SectionType, ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { scaledLoad, scaledReleases, scaledStiffness } from './load/scaled-load.ts'
import { lengthPower } from './section/section-dimensions.ts'
import { sizesOf } from './section/section-outline.ts'
import type { Times } from './times.ts'
import type { ElementOf } from './validate/references.ts'

/** Elements with their lengths in another unit, each field by its power of a length. */

/** Twelve digits, as the edit `scale` stores them. */
export function timesOf(factor: number): Times {
  const length = (value: number, power = 1) => twelveDigits(value * factor ** power)
  return { length, place: length }
}

/** What grows with no length comes back as it is. */
const SCALED: { [K in Kind]: (element: ElementOf[K], times: Times) => ElementOf[K] } = {
  nodes: (node, times) => {
    const { x, y, z } = node.position
    const position = { ...node.position, x: times.place(x), y: times.place(y), z: times.place(z) }
    return { ...node, ...lengthOf(node, 'radius', times), position }
  },
  frames: (frame, times) => {
    const { length, sectionOffset: offset, endSectionOffset: end, releases } = frame
    if (length == null && !offset && !end && !releases) return frame
    const scaled = {
      ...(offset && { sectionOffset: { ...offset, ...pointIn(offset, times) } }),
      ...(end && { endSectionOffset: { ...end, ...pointIn(end, times) } }),
    }
    const joints = releases && { releases: scaledReleases(releases, times) }
    return { ...frame, ...lengthOf(frame, 'length', times), ...scaled, ...joints }
  },
  areas: (area, times) => (area.thickness == null ? area : { ...area, ...lengthOf(area, 'thickness', times) }),
  gridLines: (gridLine, times) => {
    const { coordinate, line, arc } = gridLine
    return {
      ...gridLine,
      coordinate: times.length(coordinate),
      ...(line && { line: { ...line, from: placeIn(line.from, times), to: placeIn(line.to, times) } }),
      ...(arc && { arc: { ...arc, center: placeIn(arc.center, times), radius: times.length(arc.radius) } }),
    }
  },
  sections: (section, times) => ({ ...section, ...outlineIn(section, times), ...sizesIn(section, times) }),
  materials: (material) => material,
  members: (member) => member,
  supports: (support, times) =>
    support.stiffness ? { ...support, stiffness: scaledStiffness(support.stiffness, times) } : support,
  loadCases: (loadCase) => loadCase,
  loads: scaledLoad,
  combinations: (combination) => combination,
  diaphragms: (diaphragm) => diaphragm,
}

export const scaledElement = <K extends Kind>(kind: K, element: ElementOf[K], times: Times): ElementOf[K] =>
  SCALED[kind](element, times)

/** A model as it is returned. */
export function scaledModel(model: ViewerModel, times: Times): ViewerModel {
  const { nodes, frames, areas, gridLines, sections, sectionDefinitions, supports, loads } = model
  const corner = ({ x, y, z }: ViewerModel['bounds']['min']) => ({ x: times.place(x), y: times.place(y), z: times.place(z) })
  return {
    ...model,
    bounds: { min: corner(model.bounds.min), max: corner(model.bounds.max) },
    nodes: nodes.map((node) => SCALED.nodes(node, times)),
    ...(frames && { frames: frames.map((frame) => SCALED.frames(frame, times)) }),
    ...(supports && { supports: supports.map((support) => SCALED.supports(support, times)) }),
    ...(loads && { loads: loads.map((load) => SCALED.loads(load, times)) }),
    ...(areas && { areas: areas.map((area) => SCALED.areas(area, times)) }),
    ...(gridLines && { gridLines: gridLines.map((line) => SCALED.gridLines(line, times)) }),
    ...(sections && { sections: sections.map((section) => ({ ...section, ...outlineIn(section, times) })) }),
    ...(sectionDefinitions && {
      sectionDefinitions: sectionDefinitions.map(({ area, ...definition }) => ({
        ...definition,
        ...(definition.dimensions && { dimensions: dimensionsIn(definition.type, definition.dimensions, times) }),
        ...(area !== undefined && { area: times.length(area, 2) }),
      })),
    }),
  }
}

function lengthOf<K extends string>(element: { [P in K]?: number | null | undefined }, key: K, { length }: Times) {
  const value = element[key]
  return value == null ? {} : ({ [key]: length(value) } as Record<K, number>)
}

const placeIn = (point: Point2, { place }: Times): Point2 => ({ ...point, x: place(point.x), y: place(point.y) })
const pointIn = ({ x, y }: Point2, { length }: Times): Point2 => ({ x: length(x), y: length(y) })

type Outlined = { polygon?: Point2[] | null | undefined; thickness?: number | null | undefined }
const outlineIn = ({ polygon, thickness }: Outlined, times: Times) => ({
  ...lengthOf({ thickness }, 'thickness', times),
  ...(polygon && { polygon: polygon.map((point) => ({ ...point, ...pointIn(point, times) })) }),
})

/** The mass of a metre is told in kg/m in any unit. */
function sizesIn(section: ConstructSectionCreate, times: Times): Pick<ConstructSectionCreate, 'dimensions' | 'resolved'> {
  const { dimensions, resolved } = section
  const { type } = sizesOf(section)
  return {
    ...(dimensions && { dimensions: dimensionsIn(type, dimensions, times) }),
    ...(resolved && {
      resolved: {
        ...resolved,
        dimensions: dimensionsIn(type, resolved.dimensions, times),
        ...(resolved.polygon && { polygon: resolved.polygon.map((point) => pointIn(point, times)) }),
        area: times.length(resolved.area, 2),
      },
    }),
  }
}

/** Those whose meaning nobody knows stay as they are. */
function dimensionsIn(type: SectionType, dimensions: Dimensions, { length }: Times): Dimensions {
  const entries = Object.entries(dimensions).map(([key, value]): [string, number] => {
    const power = lengthPower(type, key)
    return [key, power === undefined ? value : length(value, power)]
  })
  return Object.fromEntries(entries)
}

/** Part of a number: far above what twelve digits and a few conversions blur, far below what anybody means. */
const BLUR = 1e-10

/**
 * A converted value with the numbers of another wherever both say the same length, so that what is left to differ was changed. `grain`:
 * coordinates below it are none.
 */
export function snapped<T>(converted: T, to: unknown, zeroTolerance: number): T {
  if (typeof converted === 'number' && typeof to === 'number') {
    const apart = Math.abs(converted - to)
    return apart <= BLUR * Math.abs(to) || apart <= zeroTolerance ? (to as T) : converted
  }
  if (Array.isArray(converted) && Array.isArray(to)) return converted.map((one, k) => snapped(one, to[k], zeroTolerance)) as T
  if (!isDictionary(converted) || !isDictionary(to)) return converted
  return Object.fromEntries(Object.entries(converted).map(([key, one]) => [key, snapped(one, to[key], zeroTolerance)])) as T
}
