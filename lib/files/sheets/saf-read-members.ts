import { outlineBox } from '#lib/model/section/outline-box.ts'
import { derivedOutline } from '#lib/model/section/section-outline.ts'
import { distance, type Vec, vec } from '#lib/model/shape/vector.ts'
import { pieceOf } from '#lib/model/taper.ts'
import type { Point2, ViewerFrame } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { pointOf, rotationFromUp, type Shape } from '../frame-of-reference.ts'
import { tapersFit } from '../tapers-to-read.ts'
import { acrossOutline, upOf } from './saf-conventions.ts'
import { polylineOf, withInternalNodes } from './saf-curves.ts'
import type { SafImport, SafTaper } from './saf-import.ts'
import { roleOfType } from './saf-roles.ts'
import type { RowStatus, SafRow } from './saf-sheets.ts'

/** How sections vary: one span with a section at each end becomes a taper. */
export function readVarying({ sheets, model, varying }: SafImport): void {
  sheets.read('StructuralCurveMemberVarying', (row): RowStatus => {
    const name = row.text('name')
    if (name === undefined || varying.has(name)) return 'dropped'
    const sections = row.text('crosssections1') ?? row.text('crosssection1') ?? ''
    const isOnly = row.text('crosssections2') === undefined && row.text('crosssection2') === undefined
    const pair = pairIn(sections).map((one) => model.idOf('sections', one))
    const [start, end] = pair.filter((one) => model.has('sections', one))
    row.value('span1')
    const sides = (row.text('alignment1') ?? '').toLowerCase()
    const taper = isOnly && pair.length === 2 && start !== undefined && end !== undefined ? { start, end, sides } : null
    varying.set(name, taper)
    return taper ? 'taken' : 'dropped'
  })
}

/** `CS1,CS2`; some write a semicolon. A name of ours may hold a comma: then the middle one parts them. */
function pairIn(text: string): string[] {
  const parts = text.split(/[,;]/)
  const half = parts.length / 2
  return parts.length % 2 === 0 ? [parts.slice(0, half).join(',').trim(), parts.slice(half).join(',').trim()] : [text.trim()]
}

/** Members as frames: one for each straight piece between nodes. */
export function readMembers(saf: SafImport): void {
  const { sheets, model, report, framesOf, isOurs } = saf
  const types = new Set<string>()
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
    types.add(row.text('type')?.toLowerCase() ?? '')
    const parent = row.text('parentid')
    if (frames.length > 1) {
      report.note('converted', 'member_divided', { example: `member ${name}` })
      grouped.set(name, frames)
    } else if (parent !== undefined) grouped.set(parent, [...(grouped.get(parent) ?? []), ...frames])
    return 'taken'
  })
  // Some programs call all their members beams.
  if (!isOurs && types.size === 1 && types.has('beam')) for (const frame of model.all('frames')) delete frame.role
  for (const [name, frameIds] of grouped) model.add('members', { id: model.idOf('members', name), frameIds })
}

function addFrames(saf: SafImport, row: SafRow, name: string, chain: readonly string[]): string[] {
  const { model, report } = saf
  const id = model.idOf('frames', name)
  const section = row.text('crosssection')
  const sectionId = section === undefined ? undefined : model.idOf('sections', section)
  const example = `frame ${id}`
  const varies = row.text('arbitrarydefinition')
  const taper = varies === undefined ? undefined : saf.varying.get(varies)
  const isTaper = taper != null && taper.start !== taper.end && tapersFit(model)(taper.start, taper.end)
  if (varies !== undefined && !isTaper && !(taper != null && taper.start === taper.end))
    report.note('dropped', 'section_varies', { example: `section of frame ${id}` })
  const first = taper?.start ?? sectionId
  const { start: offset, end, cardinalPoint } = offsetsIn(saf, row, first, isTaper ? taper : undefined, example)
  const behaviour = row.text('behaviourinanalysis')
  const isStandard = behaviour === undefined || /^standard$/i.test(behaviour)
  if (!isStandard) report.note('kept', 'behaviour', { example })
  const role = roleOfType(row.text('type'))
  const source = { ...(!isStandard && { behaviour }), ...(cardinalPoint !== undefined && { cardinalPoint }) }
  const whole: Omit<ViewerFrame, 'id' | 'startNodeId' | 'endNodeId'> = {
    rotation: 0,
    ...(first !== undefined && { sectionId: first }),
    ...(isTaper && { endSectionId: taper.end }),
    ...(offset && { sectionOffset: offset }),
    ...(end && { endSectionOffset: end }),
    ...(role && { role }),
    ...(Object.keys(source).length > 0 && { source }),
  }
  const shares = sharesAlong(chain.map((node) => saf.places.get(node)))
  return chain.slice(1).map((endNodeId, k) => {
    const startNodeId = chain[k]!
    const rotation = rotationOf(saf, row, { startNodeId, endNodeId }, example)
    const own = { id: chain.length > 2 ? model.idOf('frames', `${name}:${k + 1}`) : id, startNodeId, endNodeId }
    const frame = pieceOf({ ...own, ...whole, rotation }, shares[k] ?? 0, shares[k + 1] ?? 1)
    if (!model.add('frames', frame)) report.note('dropped', 'duplicate_row', { example })
    return frame.id
  })
}

/** How far along a chain of nodes each is, from 0 to 1. */
function sharesAlong(places: readonly (Vec | undefined)[]): number[] {
  let long = 0
  const along = places.map((place, k) => {
    const before = places[k - 1]
    if (place && before) long += distance(before, place)
    return long
  })
  return along.map((one, k) => (k === along.length - 1 ? 1 : twelveDigits(long > 0 ? one / long : 0)))
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

/** Eccentricities are from the system line to the centroid, in the member's y and z. Of a taper each end has its own section. */
function offsetsIn(
  saf: SafImport,
  row: SafRow,
  sectionId: string | undefined,
  taper: SafTaper | undefined,
  example: string,
): { start?: Point2; end?: Point2; cardinalPoint?: number } {
  const { report, sectionAxes, size, shapes } = saf
  const [y, z] = eccentricity(saf, row, example)
  const sideOf = (words: string) => {
    const sides = SIDES.filter(({ word }) => words.includes(word))
    const across = (axis: 'y' | 'z') => sides.reduce((sum, one) => sum + one[axis], 0)
    return sides.length > 0 ? acrossOutline(sectionAxes, across('y'), across('z')) : undefined
  }
  const side = sideOf((row.text('systemline') ?? 'centre').toLowerCase())
  const shapeOf = (id: string | undefined) => (id === undefined ? undefined : shapes.get(id))
  const pointOn = (shape: Shape | undefined) => shape && (side ? pointOnBox(shape, side) : pointOf(shape, 10))
  const shape = shapeOf(sectionId)
  const point = pointOn(shape)
  if (!point && side) {
    report.note('kept', 'insertion_point_without_outline', { example })
    return { cardinalPoint: NUMBERS[1 - Math.round(side.x)]?.[1 + Math.round(side.y)] ?? 5 }
  }
  const offset = (end: 0 | 1, from: Point2 | null | undefined): Point2 => {
    const moved = acrossOutline(sectionAxes, size(y[end]), size(z[end]))
    const reach = Math.max(Math.abs(moved.x), Math.abs(moved.y), Math.abs(from?.x ?? 0), Math.abs(from?.y ?? 0))
    const rounded = (value: number) => (Math.abs(value) <= 1e-11 * reach ? 0 : twelveDigits(value))
    return { x: rounded(moved.x - (from?.x ?? 0)), y: rounded(moved.y - (from?.y ?? 0)) }
  }
  const start = offset(0, point)
  const last = taper && shapeOf(taper.end)
  const level = taper && sideOf(taper.sides)
  const [one, other] = level && shape && last ? [pointOnBox(shape, level), pointOnBox(last, level)] : []
  const end =
    one && other
      ? {
          x: twelveDigits(start.x + (level?.x ? one.x - other.x : 0)),
          y: twelveDigits(start.y + (level?.y ? one.y - other.y : 0)),
        }
      : offset(1, last ? pointOn(last) : point)
  const isApart = start.x !== end.x || start.y !== end.y
  if (!isApart && start.x === 0 && start.y === 0) return {}
  report.note('converted', 'insertion_point_converted', { example })
  return { start, ...(isApart && { end }) }
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
function eccentricity(
  { report }: SafImport,
  { value }: SafRow,
  example: string,
): [y: readonly [number, number], z: readonly [number, number]] {
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
  return [y.own, z.own]
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
