import type { Finding } from '#lib/schema/schema.ts'
import { grouped } from '#lib/values/count-text.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { ELEMENT_KINDS, type ElementRef } from '../../worker/elements.ts'

/** How many findings there are, and of what: the viewer says it from the beginning, and groups them once their panel is there. */

/** The last one of a code stands for those that are not listed. */
export const countOf = ({ count = 1 }: Pick<Finding, 'count'>): number => count

export const SEVERITY_NAMES = { error: ['error', 'errors'], warning: ['warning', 'warnings'], info: ['note', 'notes'] } as const

/** `2 errors, 1 warning`. */
export const findingCounts = (findings: readonly Finding[]): string =>
  (['error', 'warning', 'info'] as const)
    .flatMap((severity) => {
      const count = findings.reduce((sum, finding) => sum + (finding.severity === severity ? countOf(finding) : 0), 0)
      return count ? [`${grouped(count)} ${SEVERITY_NAMES[severity][count > 1 ? 1 : 0]}`] : []
    })
    .join(', ')

/** What the viewer knows by kind and id of what a finding names. */
export const elementsOf = ({ elements }: Finding) =>
  elements.filter((element): element is ElementRef => isOneOf(ELEMENT_KINDS, element.kind))
