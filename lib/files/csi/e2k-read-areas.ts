import { vec } from '#lib/model/shape/vector.ts'
import type { ViewerArea } from '#lib/schema/schema.ts'
import type { E2kReading } from './e2k-reading.ts'
import { areaAround, type Face } from './match-openings.ts'

type Outline = { kind: string; points: string[]; below: number[] }

/** Areas in plan, what they are on each storey, and the openings that are areas of their own. */
export function readE2kAreas(reading: E2kReading): void {
  const { model, report } = reading
  const outlines = new Map<string, Outline>()
  reading.each('AREA', (row) => {
    const [name, kind = ''] = [row.at(0), row.at(1)]
    const count = row.numberAt(2) ?? 0
    // How many there are is counted, not believed.
    if (name === undefined || !(count >= 3) || row.length < 3 + 2 * count)
      return reading.missing(row, `points of area ${name ?? ''}`)
    const places = Array.from({ length: count }, (_, i) => i)
    const points = places.map((i) => row.at(3 + i) ?? '')
    const lost = points.find((point) => !reading.points.has(point))
    if (lost !== undefined) return reading.missing(row, `point ${lost}`)
    if (outlines.has(name)) return reading.duplicate(`area ${name}`)
    outlines.set(name, { kind, points, below: places.map((i) => row.numberAt(3 + count + i) ?? 0) })
    return 'taken'
  })
  const openings: { id: string; nodeIds: string[]; storey: string }[] = []
  const storeyOf = new Map<string, string>()
  reading.each('AREAASSIGN', (row) => {
    const [name = '', storey = ''] = [row.at(0), row.at(1)]
    const outline = outlines.get(name)
    const id = model.idOf('areas', `${name} ${storey}`)
    const known = model.get('areas', id)
    if (!outline) return reading.missing(row, `area ${name}`)
    const nodeIds = outline.points.flatMap((point, i) => reading.nodeAt(point, storey, outline.below[i] ?? 0) ?? [])
    if (nodeIds.length < outline.points.length) return reading.missing(row, `storey ${storey} of area ${name}`)
    const [section, diaphragm, point] = [row.get('SECTION'), row.get('DIAPH'), row.get('CARDINALPOINT')]
    if (section === undefined && row.get('OPENING')?.toLowerCase() === 'yes') {
      openings.push({ id, nodeIds, storey })
      return 'taken'
    }
    const area: ViewerArea = known ?? { id, nodeIds, kind: outline.kind, label: name }
    if (section !== undefined && section !== 'NONE') {
      const sectionId = reading.shells.get(section)
      if (sectionId === undefined) reading.missing(row, `section ${section}`)
      else area.sectionId = sectionId
    }
    if (diaphragm !== undefined && diaphragm !== 'DISCONNECTED') {
      area.diaphragmId = diaphragm
      reading.diaphragms.add(diaphragm, storey, nodeIds)
    }
    if (point !== undefined) area.cardinalPoint = point
    if (!known) model.add('areas', area)
    storeyOf.set(id, storey)
    return 'taken'
  })
  const faceOf = (id: string, nodeIds: string[], storey: string): Face => ({
    ...{ id, storey },
    outline: nodeIds.flatMap((node) => {
      const found = model.get('nodes', node)
      return found ? [vec(found.position)] : []
    }),
  })
  const faces = [...model.all('areas')].map(({ id, nodeIds }) => faceOf(id, nodeIds, storeyOf.get(id) ?? ''))
  for (const opening of openings) {
    const owner = areaAround(faces, faceOf(opening.id, opening.nodeIds, opening.storey))
    const area = owner === undefined ? undefined : model.get('areas', owner)
    if (!area) {
      report.note('dropped', 'opening_without_area', { example: opening.id })
      continue
    }
    area.openingNodeIds = [...(area.openingNodeIds ?? []), opening.nodeIds]
    report.note('converted', 'opening_matched', { example: opening.id })
  }
}
