import type { CombinationTerm } from '#lib/schema/loads.ts'
import { E2K_NAMES } from '../csi/csi-names.ts'
import type { CsiPlan } from '../csi/csi-plan.ts'
import { quoted } from '../csi/e2k-rows.ts'
import { writeNumber } from '../numbers.ts'
import { designTypeOf } from './load-words.ts'

/** Load cases as patterns, each with its linear static case of the same name, and combinations. Names beside ids have no place. */
export function e2kCaseLines({ file, names }: CsiPlan): Readonly<Record<'patterns' | 'cases' | 'combinations', string[]>> {
  const { report } = file
  const { loadCases = [], combinations = [] } = file.model
  const noteName = (example: string, id: string, name: string | null | undefined) => {
    if (name && name !== id) report.note('dropped', 'labels', { example })
  }
  for (const { id, name } of loadCases) {
    names.nameOf('loadCases', id)
    noteName(`load case ${id}`, id, name)
  }
  for (const { id, name } of combinations) {
    // Cases and combinations share their names in the program.
    names.nameOf('combinations', id, names.has('loadCases', E2K_NAMES.clean(id)) ? `${id} sum` : id)
    noteName(`combination ${id}`, id, name)
  }
  const nameOf = (id: string) => quoted(names.nameOf('loadCases', id))
  const part = ({ caseId, combinationId, factor }: CombinationTerm) => {
    const of =
      caseId != null ? `LOADCASE ${nameOf(caseId)}` : `LOADCOMBO ${quoted(names.nameOf('combinations', combinationId ?? ''))}`
    return `${of}  SF ${writeNumber(factor ?? 1)}`
  }
  return {
    patterns: loadCases.map(({ id, nature, selfWeight }) => {
      const type = nature === 'seismic' ? 'Seismic' : designTypeOf(nature)
      return `LOADPATTERN ${nameOf(id)}  TYPE  ${quoted(type)}  SELFWEIGHT  ${writeNumber(selfWeight ?? 0)}`
    }),
    cases: loadCases.flatMap(({ id }) => [
      `LOADCASE ${nameOf(id)}  TYPE  "Linear Static"  INITCOND  "PRESET"`,
      `LOADCASE ${nameOf(id)}  LOADPAT  ${nameOf(id)}  SF  1`,
    ]),
    combinations: combinations.flatMap(({ id, type, terms }) => {
      const head = `COMBO ${quoted(names.nameOf('combinations', id))}`
      return [
        `${head}  TYPE "${type === 'envelope' ? 'Envelope' : 'Linear Add'}"`,
        ...terms.map((term) => `${head}  ${part(term)}`),
      ]
    }),
  }
}
