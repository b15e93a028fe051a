import type { Finding } from '#lib/schema/schema.ts'
import { grouped } from '#lib/values/count-text.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { ELEMENT_KINDS, type ElementRef, keyOf } from '../../worker/elements.ts'
import { countOf } from './finding-counts.ts'

/** Findings of one code and severity, with their places in the list. */
export type FindingGroup = {
  severity: Finding['severity']
  code: string
  /** All of them, also those that the list only counts. */
  count: number
  listed: { finding: Finding; place: number }[]
  /** What says how many are not listed. */
  remaining: Finding | undefined
}

/** In the order of the list, which goes by severity. */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>()
  for (const [place, finding] of findings.entries()) {
    const { severity, code } = finding
    const key = `${severity} ${code}`
    const group = groups.get(key) ?? { severity, code, count: 0, listed: [], remaining: undefined }
    groups.set(key, group)
    group.count += countOf(finding)
    if (finding.count === undefined) group.listed.push({ finding, place })
    else group.remaining = finding
  }
  return [...groups.values()]
}

/** What a press on a group takes: what the list has of it. */
export const takenText = ({ listed, count }: Pick<FindingGroup, 'listed' | 'count'>): string =>
  listed.length < count ? `the first ${grouped(listed.length)} of ${grouped(count)}` : 'all'

/** Each element that findings name, with these; in the order of the list, which goes by severity. */
export function findingsByElement(findings: readonly Finding[]): { element: ElementRef; findings: Finding[] }[] {
  const found = new Map<string, { element: ElementRef; findings: Finding[] }>()
  for (const finding of findings)
    for (const { kind, id } of finding.elements) {
      if (!isOneOf(ELEMENT_KINDS, kind)) continue
      const element = { kind, id }
      const one = found.get(keyOf(element)) ?? { element, findings: [] }
      found.set(keyOf(element), one)
      if (!one.findings.includes(finding)) one.findings.push(finding)
    }
  return [...found.values()]
}
