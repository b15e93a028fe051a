import type { Issue } from '#lib/schema/model-error.ts'
import { sizesSent, teeOutline } from '#lib/service/find-sections.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { valueAt } from './background.ts'
import { type Fix, replaceKeys } from './patch.ts'

/** Sections as other programs describe them: by other types, by an inner diameter, by their properties alone. */

const OUTLINE = 'type custom with its outline in polygon'

/** Types that none of ours is. `loc`: of the type. */
export function sectionTypeFix(loc: Issue['loc'], text: string, sent: unknown): Fix | undefined {
  if (/^(general|generic|arbitrary|user|properties|prismatic|other)([ _-]?(section|defined))?$/i.test(text))
    return `an outline gives a section its properties: send a profile, type and dimensions, or ${OUTLINE}`
  if (/^(2l|2c|double|built.?up|composite)/i.test(text)) return `send ${OUTLINE}`
  if (!/^(t|tee|wt|structural.?tee|t.?(shape|section|beam))$/i.test(text)) return undefined
  const section = valueAt(sent, loc.slice(0, -1))
  const { t3, t2, tf, tw } = (isDictionary(section) && sizesSent({ ...section, type: 'i_wide_flange' })) || {}
  const words = `a tee is ${OUTLINE}`
  if (t3 === undefined || t2 === undefined || tf === undefined || tw === undefined) return words
  const polygon = teeOutline({ t3, t2, tf, tw })
  return { patches: replaceKeys(loc.slice(0, -1), ['dimensions'], { type: 'custom', polygon }), words }
}

const INNER = /^(id|inner_?(dia(meter)?|d)|inside_?(dia(meter)?|d)|di|d_?inner|bore)$/i
export const isInnerDiameter = (key: string) => INNER.test(key)

/** The inner diameter of a pipe, of which the wall is wanted. `at`: its dimensions. */
export function innerFix(at: Issue['loc'], key: string, dimensions: Dictionary): Fix {
  const { [key]: inner, ...others } = dimensions
  const { t3: outer, tw } = sizesSent({ type: 'pipe', dimensions: others }) ?? {}
  const words = 'tw is the wall: half of the outer diameter less the inner one'
  if (typeof inner !== 'number' || outer === undefined || tw !== undefined || inner >= outer) return words
  return { patches: replaceKeys(at, [key], { tw: twelveDigits((outer - inner) / 2) }), words }
}
