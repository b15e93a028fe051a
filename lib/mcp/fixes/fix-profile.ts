import type { Issue } from '#lib/schema/model-error.ts'
import { neighboursOf, type Profile, resolveProfile, tubeWithoutWall, withoutGrade } from '#lib/service/find-sections.ts'
import { rectangleNote } from '#lib/service/plain-rectangle.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, isFree, valueAt } from './background.ts'
import { type Fix, type Repair, replaceKeys, sendValue } from './patch.ts'

export const isProfile = (text: string): boolean => 'profile' in resolveProfile(text, { strict: true })

const CUSTOM = 'send type custom and a polygon'
const MISSES: Record<string, string> = {
  series: 'write all sizes, such as H-400x200x8x13',
  two_bodies: CUSTOM,
  lipped: CUSTOM,
  no_type: CUSTOM,
  impossible: 'check the sizes',
}

/** The sizes of the series below and above one that there is none of: which of them is meant nobody knows but who wrote it. */
function sizesBeside(written: string): string | undefined {
  const beside = neighboursOf(written)
  if (!beside) return undefined
  const { below, above, series, from, to } = beside
  const named = ({ designation, mass }: Profile) =>
    mass === undefined ? designation : `${designation} (${Number(mass.toFixed(1))} kg/m)`
  if (below && above) return `next below ${named(below)}, above ${named(above)}`
  const end = below ? `the largest is ${named(below)}` : above ? `the smallest is ${named(above)}` : undefined
  return end && `${series} has ${from} to ${to}: ${end}`
}

/** A tube without its wall: which walls are rolled differs from mill to mill, and all are read. */
function wallOf(written: string): string | undefined {
  const tube = tubeWithoutWall(written)
  if (!tube) return undefined
  const [first, ...others] = tube.walls.map((wall) => `x${wall}`)
  const any = 'any wall from 0.5 mm is taken'
  if (first === undefined) return `${any}, such as ${written.trim()}x8`
  return `${[`${written.trim()}${first}`, ...others].join(', ')} are usual (${tube.made}); ${any}`
}

/** `SHS 100x100` is read as one with a wall of 100. */
const isMissingSizes = (reason: unknown) => reason === 'series' || reason === 'impossible'

/** A name that is no profile, without guesses at another one. */
export function profileMessage({ msg, ctx = {} }: Issue): string {
  const written = String(ctx.profile).trim()
  if (ctx.reason === 'unknown') return `there is no ${written}`
  return isMissingSizes(ctx.reason) && tubeWithoutWall(written) ? `${written} lacks the wall` : msg
}

/** `IPE 300 S355`: the profile, and the material of the section. */
function gradedFix(loc: Issue['loc'], { name, grade }: { name: string; grade: string }, background: Background): Fix {
  const { sent } = background
  const at = loc.slice(0, -1)
  const section = valueAt(sent, at)
  const words = `send "profile": ${JSON.stringify(name)}, and ${grade} as the name of its material`
  const alone: Repair = {
    ...sendValue(loc, name, words),
    beside: `${grade} is a grade: it is the name of a material, which materialId names`,
  }
  if (isDictionary(section) && section.materialId != null) return { ...sendValue(loc, name, words) }
  const inCall = valueAt(sent, ['materials'])
  const called = (Array.isArray(inCall) ? inCall : []).find(
    (one) => isDictionary(one) && (one.id === grade || one.name === grade),
  )
  const material = isDictionary(called) ? called.id : grade
  const whole: Repair = { patches: replaceKeys(at, [], { profile: name, materialId: material }), words, otherwise: alone }
  const [kind, index] = at
  const sections = valueAt(sent, ['sections'])
  if (called || !isFree(background, 'materials', grade) || kind !== 'sections' || !Array.isArray(sections)) return whole
  // The material comes with it.
  const mended = sections.map((one, i) => (i === index && isDictionary(one) ? { ...one, profile: name, materialId: grade } : one))
  const materials = [...(Array.isArray(inCall) ? inCall : []), { id: grade, name: grade }]
  return { patches: replaceKeys([], [], { sections: mended, materials }), words, otherwise: alone }
}

/** `IPE 200-300`, `IPE 300 or HEA 200`: several profiles. */
function severalFix(written: string): string | undefined {
  const [, series, from, to] = /^(.*?[A-Za-z]\s*)(\d+)\s*(?:-|–|\.\.|to|\/)\s*(?:[A-Za-z]+\s*)?(\d+)$/i.exec(written.trim()) ?? []
  if (series !== undefined && [from, to].some((size) => isProfile(`${series}${size}`)))
    return `a section has one profile, such as ${JSON.stringify(`${series}${from}`)}; find_sections lists those from ${from} to ${to}`
  const parts = written.split(/\s+or\s+|\s*[,;|]\s*/i)
  return parts.length > 1 && parts.every(isProfile)
    ? `a section has one profile: ${parts.map((one) => JSON.stringify(one)).join(' or ')}`
    : undefined
}

export function profileFix({ type, loc, ctx = {} }: Issue, background: Background): Fix | undefined {
  const { sent, lengths } = background
  const [first] = Array.isArray(ctx.suggestions) ? ctx.suggestions : []
  const field = String(loc.at(-1))
  switch (type) {
    case 'profile_not_found': {
      if (ctx.reason === 'standard' && first !== undefined)
        return sendValue(loc, first, `use ${JSON.stringify(first)} without the standard before it`)
      if (ctx.reason === 'rectangle') return rectangleNote(String(ctx.profile), lengths)
      const graded = withoutGrade(String(ctx.profile))
      if (graded) return gradedFix(loc, graded, background)
      const several = severalFix(String(ctx.profile))
      if (several !== undefined) return several
      const hollow = isMissingSizes(ctx.reason) ? wallOf(String(ctx.profile)) : undefined
      const known = hollow ?? MISSES[String(ctx.reason)]
      if (known) return known
      return sizesBeside(String(ctx.profile)) ?? 'look it up with find_sections, or send type and dimensions'
    }
    case 'ambiguous_profile': {
      const names = Array.isArray(ctx.candidates) ? ctx.candidates : []
      return `use one of ${names.slice(0, 10).join(', ')}`
    }
    case 'profile_disagrees': {
      const set = loc[0] === 'ops' ? valueAt(sent, loc.slice(0, loc.indexOf('set') + 1)) : undefined
      // The section has these from before: whoever sets a profile wants its sizes.
      if (isDictionary(set) && loc.includes('set')) {
        const at = loc.slice(0, loc.indexOf('set') + 1)
        return sendValue(at, { ...set, type: null, dimensions: null, polygon: null, thickness: null })
      }
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
