import type { Finding } from '#lib/model/schema.ts'

/** Findings of one code and severity, with their places in the list. */
export type FindingGroup = {
  severity: Finding['severity']
  code: string
  /** All of them, also those that the list only counts. */
  count: number
  listed: { finding: Finding; place: number }[]
  /** What says how many are not listed. */
  rest: Finding | undefined
}

/** In the order of the list, which goes by severity. */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>()
  for (const [place, finding] of findings.entries()) {
    const { severity, code } = finding
    const key = `${severity} ${code}`
    const group = groups.get(key) ?? { severity, code, count: 0, listed: [], rest: undefined }
    groups.set(key, group)
    group.count += countOf(finding)
    if (finding.count === undefined) group.listed.push({ finding, place })
    else group.rest = finding
  }
  return [...groups.values()]
}

/** The last one of a code stands for those that are not listed. */
export const countOf = ({ count = 1 }: Pick<Finding, 'count'>): number => count
