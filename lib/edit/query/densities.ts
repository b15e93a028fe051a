import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { gradeOf, propertiesOf, readGrade } from '#lib/profiles/grade.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { Facts } from '../select/facts.ts'
import { notFound } from '../select/names.ts'

/** How heavy the materials of a model are, in kg/m³: as the question says, else as they state it, else by the grade in their name. */

export type Density = { value: number; from: string; note?: string }

export type Densities = {
  /** Undefined where it is not known: nothing is guessed. */
  of(material: string): Density | undefined
  /** Whether the material is concrete: by its grade in the question, else by its own. */
  isConcrete(material: string): boolean
  /** What a name could mean that is read as several grades. */
  candidates(material: string): readonly string[]
}

const MOST = 1000

/** `given`: by material id, a number or a grade. Tells of materials that are not there, and of what is neither. */
export function densitiesOf(facts: Facts, input: Readonly<Record<string, unknown>>, issues: Issue[]): Densities {
  const known = new Map<string, Density | undefined>()
  const concrete = new Map<string, boolean>()
  const entries = Object.entries(input)
  if (entries.length > MOST) {
    const msg = `Dictionary should have at most ${MOST} items after validation, not ${entries.length}`
    const ctx = { field_type: 'Dictionary', max_length: MOST, actual_length: entries.length }
    issues.push({ type: 'too_long', loc: ['densities'], msg, ctx })
  }
  for (const [id, value] of entries.slice(0, MOST)) {
    const loc = ['densities', id]
    if (facts.ordinalOf('materials', id) === undefined) {
      const there = (facts.model.materials ?? []).map((material) => material.id)
      issues.push(notFound(loc, 'material', id, nearestIds([id], there).get(id), there))
      continue
    }
    const grade = typeof value === 'string' ? readGrade(value) : null
    if (grade && 'kind' in grade) concrete.set(id, grade.kind === 'concrete')
    const density = read(value)
    if (typeof density === 'string') issues.push(valueError(loc, density))
    else known.set(id, density)
  }

  const propertiesAt = (id: string) => {
    const index = facts.ordinalOf('materials', id)
    const material = index === undefined ? undefined : facts.model.materials?.[index]
    return material && propertiesOf(material)
  }
  return {
    of(id) {
      if (!known.has(id)) {
        const { density, from = '', leftAside = [] } = propertiesAt(id) ?? {}
        const note = leftAside.includes('density') && { note: 'source.properties.density is no positive number' }
        known.set(id, density === undefined ? undefined : { value: density, from, ...note })
      }
      return known.get(id)
    },
    isConcrete(id) {
      const stated = concrete.get(id)
      if (stated !== undefined) return stated
      const at = facts.ordinalOf('materials', id)
      const grade = at === undefined ? null : gradeOf(facts.element('materials', at))
      return grade !== null && 'kind' in grade && grade.kind === 'concrete'
    },
    candidates: (id) => propertiesAt(id)?.candidates ?? [],
  }
}

/** What is wrong with it, in words, where it is no density. */
function read(value: unknown): Density | string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) {
    return number > 0 ? { value: number, from: 'the question' } : `a density is greater than 0, not ${number}`
  }
  const grade = typeof value === 'string' ? readGrade(value) : null
  if (!grade) return `send a number in kg/m³, or a grade such as "steel", "concrete", "S355", "C30/37" or "GL24h"`
  if ('candidates' in grade) return `${quoted(String(value))} could be ${grade.candidates.join(' or ')}`
  if (grade.density === undefined)
    return `${quoted(String(value))} is of many densities: send kg/m³, or a grade such as "timber C24" (420) or "GL24h" (420)`
  return { value: grade.density, from: grade.grade ? `grade ${grade.grade}` : grade.kind }
}
