import { asPattern } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { Background } from './background.ts'
import { type Fix, replaceKeys } from './patch.ts'

/** What an analysis lacks, and kinds of analysis that there are not. */

/** What is given to a model that cannot be analysed: never a value. */
export function analysisFix({ msg, ctx = {} }: Issue, { styled = (name) => name }: Background): string | undefined {
  const edit = styled('service.edit_model')
  const ids = Array.isArray(ctx.ids) ? ctx.ids.map((id) => asPattern(String(id))) : []
  const kinds = / areas? ha(s|ve) /.test(msg) ? 'areas' : 'frames'
  const set = (field: string) => {
    const select = Number(ctx.count) > MOST_NAMED ? `{"kinds":["${kinds}"],…}` : JSON.stringify({ kinds: [kinds], ids })
    return `${edit} {"ops":[{"select":${select},"set":{"${field}":…}}]}`
  }
  switch (ctx.reason) {
    case 'no_modulus': {
      const named = (fields: string) => `{"ops":[{"select":${JSON.stringify({ kinds: ['materials'], ids })},"set":${fields}}]}`
      return `name its grade (S355, A992, C30/37): ${edit} ${named('{"name":…}')}; or state E: "set":{"source":{"properties":{"E":…}}}`
    }
    case 'no_section':
      return set('sectionId')
    case 'no_material':
      return `${set('materialId')}, or on their sections`
    case 'no_thickness':
      return set('thickness')
    case 'no_supports':
      return `${styled('service.add_model_elements')} {"supports":[{"id":…,"nodeId":…,"restraints":"fixed"}]} at each foot`
    case 'nothing_to_analyse':
      return `frames are analysed, areas only load and weigh: add frames, or ${styled('service.export_model')} to a program with shells`
    case 'units_unknown': {
      const lacking = ['length', 'force'].filter((one) => msg.includes(`no ${one}`)).map((one) => `"${one}":…`)
      return `${edit} {"ops":[{"units":{${lacking.join(',')}}}]}`
    }
    case 'temperature_unit_unknown':
      return `${edit} {"ops":[{"units":{"temperature":…}}]}`
  }
}

/** Of more the kind is named, and whoever sends it selects. */
const MOST_NAMED = 5

const NOT_DONE =
  /second.?order|p.?delta|non.?linear|buckling|large.?(disp|def)|geometric|spectrum|time.?history|dynamic|pushover|plastic/i

/** `{"type": "modal"}`, `{"secondOrder": true}`: what is done anyway goes, what is not done is said. */
export function kindOfAnalysisFix(at: Issue['loc'], key: string, value: unknown): Fix | undefined {
  const isKind = /^(type|kind|method|mode|analysis(_?type)?|solver)$/i.test(key)
  const word = isKind && typeof value === 'string' ? value : key
  const leftOut: Fix = { patches: replaceKeys(at, [key], {}), words: `leave out '${key}'` }
  if (NOT_DONE.test(word))
    return value === false ? leftOut : `there is linear elastic analysis, first order, and periods: ${leftOut.words}`
  if (isKind && /^(linear|static|elastic|first.?order)/i.test(word)) return leftOut
  if (!/^(modal|modes?|eigen\w*|frequenc\w*|vibration|periods?)$/i.test(word)) return undefined
  return { patches: replaceKeys(at, [key], { show: ['modes'] }), words: `send "show": ["modes"]` }
}
