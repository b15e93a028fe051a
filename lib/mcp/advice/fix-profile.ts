import { resolveProfile } from '#lib/profiles/find.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, valueAt } from './background.ts'
import { rectangleFix } from './plain-rectangle.ts'

export const isProfile = (text: string): boolean => 'profile' in resolveProfile(text, { strict: true })

const CUSTOM = 'send type custom and a polygon'
const MISSES: Record<string, string> = {
  series: 'write all sizes, such as H-400x200x8x13',
  two_bodies: CUSTOM,
  lipped: CUSTOM,
  no_type: CUSTOM,
  impossible: 'check the sizes',
}

export function profileFix({ type, loc, ctx = {} }: Issue, { sent, lengths }: Background): string | undefined {
  const [first] = Array.isArray(ctx.suggestions) ? ctx.suggestions : []
  const field = String(loc.at(-1))
  switch (type) {
    case 'profile_not_found': {
      if (ctx.reason === 'standard') return `use ${JSON.stringify(first)} without the standard before it`
      if (ctx.reason === 'rectangle') return rectangleFix(String(ctx.profile), lengths)
      const known = MISSES[String(ctx.reason)]
      if (known) return known
      return first === undefined
        ? 'look it up with find_sections, or send type and dimensions'
        : `use ${JSON.stringify(first)}, or look it up with find_sections`
    }
    case 'ambiguous_profile': {
      const names = Array.isArray(ctx.candidates) ? ctx.candidates : []
      return `use one of ${names.slice(0, 10).join(', ')}`
    }
    case 'profile_disagrees': {
      const set = loc[0] === 'ops' ? valueAt(sent, loc.slice(0, loc.indexOf('set') + 1)) : undefined
      // The section has these from before: whoever sets a profile wants its sizes.
      if (isDictionary(set) && loc.includes('set'))
        return `"set": ${JSON.stringify({ ...set, type: null, dimensions: null, polygon: null, thickness: null })}`
      const instead =
        typeof ctx.expected === 'number' || typeof ctx.expected === 'string' ? `, or send ${field} ${ctx.expected}` : ''
      return `leave out ${field}${instead}, or leave out profile`
    }
    default:
      // Of edits, which say what to do themselves.
      return field === 'profile'
        ? 'set the units in create_model, or by {"units":{"current":"kN, m, C"}} with edit_model'
        : undefined
  }
}
