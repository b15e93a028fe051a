import { outlineBox } from '#lib/model/section/outline-box.ts'
import { derivedOutline } from '#lib/model/section/section-outline.ts'
import { vec } from '#lib/model/shape/vector.ts'
import type { Point2, ViewerFrame } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { pointOf, rotationFromUp, type Shape } from '../frame-of-reference.ts'
import { acrossOutline, upOf } from './saf-conventions.ts'
import { polylineOf, withInternalNodes } from './saf-curves.ts'
import type { SafImport } from './saf-import.ts'
import type { RowStatus, SafRow } from './saf-sheets.ts'

/** Members as frames: one for each straight piece between nodes. */
export function readMembers(saf: SafImport): void {
  const { sheets, model, report, framesOf } = saf
  const grouped = new Map<string, string[]>()
  sheets.read('StructuralCurveMember', (row): RowStatus => {
    const name = row.text('name')
    const named = row.list('nodes')
    const nodes = (
      named.length > 0 ? named : [row.text('beginnode'), row.text('endnode')].filter((one) => one !== undefined)
    ).map((node) => model.idOf('nodes', node))
    if (name === undefined || framesOf.has(name)) {
      report.note('dropped', name === undefined ? 'line_not_understood' : 'duplicate_row', {
        example: `frame ${name ?? row.number}`,
      })
      return 'dropped'
    }
    if (nodes.some((node) => !model.has('nodes', node))) {
      report.note('dropped', 'reference_missing', { example: `frame ${name}` })
      return 'dropped'
    }
    const curve = polylineOf(saf, `frame ${name}`, nodes, row.list('segments'))
    if (!curve) return 'dropped'
    const chain = withInternalNodes(
      saf,
      curve,
      row.list('internalnodes').map((node) => model.idOf('nodes', node)),
    )
    const frames = addFrames(saf, row, name, chain)
    framesOf.set(name, frames)
    const parent = row.text('parentid')
    if (frames.length > 1) {
      report.note('converted', 'member_divided', { example: `member ${name}` })
      grouped.set(name, frames)
    } else if (parent !== undefined) grouped.set(parent, [...(grouped.get(parent) ?? []), ...frames])
    return 'taken'
  })
  for (const [name, frameIds] of grouped) model.add('members', { id: model.idOf('members', name), frameIds })
}

function addFrames(saf: SafImport, row: SafRow, name: string, chain: readonly string[]): string[] {
  const { model, report } = saf
  const id = model.idOf('frames', name)
  const section = row.text('crosssection')
  const sectionId = section === undefined ? undefined : model.idOf('sections', section)
  const example = `frame ${id}`
  const { offset, cardinalPoint } = offsetOf(saf, row, sectionId, example)
  const behaviour = row.text('behaviourinanalysis')
  const isStandard = behaviour === undefined || /^standard$/i.test(behaviour)
  if (!isStandard) report.note('kept', 'behaviour', { example })
  if (row.text('arbitrarydefinition') !== undefined)
    report.note('dropped', 'section_varies', { example: `section of frame ${id}` })
  const source = { ...(!isStandard && { behaviour }), ...(cardinalPoint !== undefined && { cardinalPoint }) }
  return chain.slice(1).map((endNodeId, k) => {
    const startNodeId = chain[k]!
    const frame: ViewerFrame = {
      id: chain.length > 2 ? model.idOf('frames', `${name}:${k + 1}`) : id,
      ...{ startNodeId, endNodeId, rotation: rotationOf(saf, row, { startNodeId, endNodeId }, example) },
      ...(sectionId !== undefined && { sectionId }),
      ...(offset && { sectionOffset: offset }),
      ...(Object.keys(source).length > 0 && { source }),
    }
    if (!model.add('frames', frame)) report.note('dropped', 'duplicate_row', { example })
    return frame.id
  })
}

function rotationOf(saf: SafImport, row: SafRow, ends: Pick<ViewerFrame, 'startNodeId' | 'endNodeId'>, example: string): number {
  const { places, axes, sectionAxes, report } = saf
  const [start, end] = [places.get(ends.startNodeId), places.get(ends.endNodeId)]
  const [, axis, kind] = /^\s*([yz])\s*by\s*(vector|point)/i.exec(row.text('lcs') ?? '') ?? []
  const coordinates = [row.value('coordinatex'), row.value('coordinatey'), row.value('coordinatez')]
  if (!start || !end) return 0
  const guessed = () => {
    report.note('guessed', 'orientation_guessed', { example })
    return 0
  }
  if (!axis || !kind || coordinates.some((one) => one === undefined)) return guessed()
  const [x = 0, y = 0, z = 0] = coordinates
  const direction = axes.turn([x, y, z])
  const wanted =
    kind.toLowerCase() === 'point'
      ? vec({ x: direction[0] - start[0], y: direction[1] - start[1], z: direction[2] - start[2] })
      : direction
  const up = upOf(
    { start, end },
    { axis: axis.toLowerCase() === 'y' ? 'y' : 'z', wanted, rotation: row.value('lcsrotation') ?? 0 },
    sectionAxes,
  )
  const rotation = up && rotationFromUp(start, end, up)
  if (rotation === undefined) return guessed()
  if (rotation !== 0) report.note('converted', 'orientation_converted', { example })
  return rotation
}

/** Where a system line lies on a section: y and z of the member. */
const SIDES = [{ word: 'top', y: 0, z: 1 }, { word: 'bottom', y: 0, z: -1 }, { word: 'left', y: 1, z: 0 }, { word: 'right', y: -1, z: 0 }] // biome-ignore format: a table
/** The numbers of CSI by their column and row of the box: +x, middle, -x; bottom, middle, top. */
const NUMBERS = [[1, 4, 7], [2, 5, 8], [3, 6, 9]] as const // biome-ignore format: a table

/** Eccentricities are from the system line to the centroid, in the member's y and z. */
function offsetOf(
  saf: SafImport,
  row: SafRow,
  sectionId: string | undefined,
  example: string,
): { offset?: Point2; cardinalPoint?: number } {
  const { report, sectionAxes, size, shapes } = saf
  const [y, z] = eccentricity(saf, row, example)
  const moved = acrossOutline(sectionAxes, size(y), size(z))
  const words = (row.text('systemline') ?? 'centre').toLowerCase()
  const sides = SIDES.filter(({ word }) => words.includes(word))
  const across = (axis: 'y' | 'z') => sides.reduce((sum, one) => sum + one[axis], 0)
  const side = acrossOutline(sectionAxes, across('y'), across('z'))
  const shape = sectionId === undefined ? undefined : shapes.get(sectionId)
  const point = shape && (sides.length > 0 ? pointOnBox(shape, side) : pointOf(shape, 10))
  if (!point && sides.length > 0) {
    report.note('kept', 'insertion_point_without_outline', { example })
    return { cardinalPoint: NUMBERS[1 - Math.round(side.x)]?.[1 + Math.round(side.y)] ?? 5 }
  }
  const reach = Math.max(Math.abs(moved.x), Math.abs(moved.y), Math.abs(point?.x ?? 0), Math.abs(point?.y ?? 0))
  const rounded = (value: number) => (Math.abs(value) <= 1e-11 * reach ? 0 : twelveDigits(value))
  const offset = { x: rounded(moved.x - (point?.x ?? 0)), y: rounded(moved.y - (point?.y ?? 0)) }
  if (offset.x === 0 && offset.y === 0) return {}
  report.note('converted', 'insertion_point_converted', { example })
  return { offset }
}

function pointOnBox({ type, dimensions, polygon }: Shape, side: Point2): Point2 | undefined {
  const outline = polygon ?? derivedOutline(type, dimensions)
  if (outline.length === 0) return undefined
  const { min, max } = outlineBox(outline)
  return {
    x: (min.x + max.x) / 2 + (Math.sign(Math.round(side.x)) * (max.x - min.x)) / 2,
    y: (min.y + max.y) / 2 + (Math.sign(Math.round(side.y)) * (max.y - min.y)) / 2,
  }
}

/** Those of the analysis count; those of structural drawings alone are dropped. */
function eccentricity({ report }: SafImport, { value }: SafRow, example: string): [y: number, z: number] {
  const both = (kind: string, axis: 'y' | 'z') => {
    const ends = ['beg', 'end'].map(
      (end) => value(`${kind}${axis}eccentricityof${end}node`) ?? value(`${kind}${axis}eccentricity${end}in`),
    )
    return ends as [number | undefined, number | undefined] // two of two
  }
  const read = (axis: 'y' | 'z') => {
    const [begin, end] = both('analysis', axis)
    const older = value(`eccentricitye${axis}`) ?? 0
    const [structuralBegin, structuralEnd] = both('structural', axis)
    const own: [number, number] = [begin ?? older, end ?? begin ?? older]
    return { own, isApart: (structuralBegin ?? own[0]) !== own[0] || (structuralEnd ?? own[1]) !== own[1] }
  }
  const [y, z] = [read('y'), read('z')]
  if (y.isApart || z.isApart) report.note('dropped', 'structural_eccentricity', { example })
  if (y.own[0] !== y.own[1] || z.own[0] !== z.own[1]) report.note('guessed', 'offset_averaged', { example })
  return [(y.own[0] + y.own[1]) / 2, (z.own[0] + z.own[1]) / 2]
}

/** SAF's y lies along -3. */
const RELEASED = [['p', 'ux'], ['v3', 'uy'], ['v2', 'uz'], ['t', 'fix'], ['m3', 'fiy'], ['m2', 'fiz']] as const // biome-ignore format: a line

/** Ends of members that are not joined in all directions; one that is flexible has its stiffness, in MN/m and MNm/rad, where it is said. */
export function readReleases({ sheets, model, report, framesOf, isImperial }: SafImport): void {
  sheets.read('RelConnectsStructuralMember', ({ text, value }): RowStatus => {
    const frames = framesOf.get(text('member') ?? '')
    const position = text('position')?.toLowerCase() ?? 'both'
    if (!frames || frames.length === 0) {
      report.note('dropped', 'reference_missing', { example: `hinge ${text('name') ?? ''}` })
      return 'dropped'
    }
    const example = `frame ${frames[0]}`
    const released: NonNullable<NonNullable<ViewerFrame['releases']>['start']> = {}
    for (const [key, column] of RELEASED) {
      if (!isReleased(text(column))) continue
      const read = value(`stiffness${column.replace('u', '')}`)
      const isTurn = column.startsWith('fi')
      const stiffness = read === undefined ? undefined : isImperial ? (isTurn ? (read * 180) / Math.PI : read) : read * 1000
      const isElastic = !/^free$/i.test(text(column) ?? '')
      if (isElastic && !(stiffness !== undefined && stiffness > 0)) report.note('dropped', 'partial_fixity', { example })
      released[key] = isElastic && stiffness !== undefined && stiffness > 0 ? twelveDigits(stiffness) : true
    }
    const ends =
      position === 'begin' ? (['start'] as const) : position === 'end' ? (['end'] as const) : (['start', 'end'] as const)
    for (const end of ends) {
      const frame = model.get('frames', (end === 'start' ? frames[0] : frames.at(-1)) ?? '')
      if (frame) model.setReleases(frame, { ...frame.releases, [end]: released })
    }
    return 'taken'
  })
}

const isReleased = (word: string | undefined): boolean => word !== undefined && !/^rigid$/i.test(word)
