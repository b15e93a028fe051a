import type { StepEntity } from '../step/step-file.ts'
import type { IfcReading } from './ifc-reading.ts'
import { refOf } from './ifc-values.ts'

/** Products of the file that nobody reads: counted, so that nothing is lost in silence. */
export function noteOthers(reading: IfcReading, otherView: readonly string[]): void {
  const { step } = reading
  const { report } = reading.file
  const known = new Set(['IFCPROJECT', 'IFCSITE', 'IFCBUILDING', 'IFCSPACE', 'IFCSTRUCTURALANALYSISMODEL'])
  for (const [type, count] of step.counts) {
    if (known.has(type) || count === 0) continue
    const table = reading.knownTable(type)
    if (table) {
      // Openings and others that were met on the way; the rest belongs to what was not read.
      const left = table.rows - table.taken - table.kept - table.dropped
      table.dropped += left
      if (type === 'IFCOPENINGELEMENT') report.note('dropped', 'opening_without_area', { count: left, example: type })
      else if (left > 0) report.note('dropped', 'duplicate_row', { count: left, example: type })
      continue
    }
    const code = codeOf(type, otherView)
    if (!code && !isProduct(reading, type)) continue
    const made = reading.table(type)
    made.dropped = made.rows
    const about = { count, place: type }
    if (code === 'other_view') report.note('dropped', 'other_view', about)
    else report.note('dropped', code ?? 'unknown', about)
  }
}

function codeOf(
  type: string,
  otherView: readonly string[],
): 'other_view' | 'loads' | 'connections' | 'proxies' | 'opening_without_area' | undefined {
  if (otherView.includes(type)) return 'other_view'
  if (type === 'IFCBUILDINGELEMENTPROXY') return 'proxies'
  if (type === 'IFCOPENINGELEMENT' || type === 'IFCOPENINGSTANDARDCASE') return 'opening_without_area'
  if (
    /^IFCSTRUCTURAL(?:POINT|CURVE|SURFACE|LINEAR|PLANAR)(?:ACTION|ACTIONVARYING|REACTION)$|^IFCSTRUCTURALLOAD(?:CASE|GROUP)$/.test(
      type,
    )
  )
    return 'loads'
  if (/^IFCSTRUCTURAL(?:CURVE|SURFACE)CONNECTION$/.test(type)) return 'connections'
  return undefined
}

/** By its first entities: a GlobalId, and a placement or a representation where products have them. */
function isProduct({ step }: IfcReading, type: string): boolean {
  if (/^IFCREL|TYPE$|STYLE$|^IFCPROPERTY|^IFCSTRUCTURALPOINTCONNECTION$/.test(type))
    return /^IFCSTRUCTURALPOINTCONNECTION$/.test(type)
  const [first] = step.idsOf(type)
  const entity: StepEntity | null = first === undefined ? null : step.entity(first)
  const [id, , , , , placement, representation] = entity?.values ?? []
  if (typeof id !== 'string' || id.length !== 22) return false
  const [placed, shown] = [refOf(placement), refOf(representation)]
  return (
    (placed !== undefined && step.typeOf(placed) === 'IFCLOCALPLACEMENT') ||
    (shown !== undefined && step.typeOf(shown) === 'IFCPRODUCTDEFINITIONSHAPE')
  )
}
