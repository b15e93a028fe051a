import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Combination, Load, LoadVector } from '#lib/schema/loads.ts'
import { RELEASED } from '#lib/schema/releases.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { EndReleases, FrameReleases, SupportStiffness, ViewerUnits } from '#lib/schema/schema.ts'
import { readUnits } from '../units.ts'

/** Loads, combinations, releases and springs in words. */

/** What numbers of loads are in; empty where the model does not say it. */
export type LoadUnits = {
  force: string
  perLength: string
  perArea: string
  moment: string
  length: string
  rotation: string
  degrees: string
  gradient: string
}

const NO_UNITS: LoadUnits = {
  ...{ force: '', perLength: '', perArea: '', moment: '', length: '' },
  ...{ rotation: 'rad', degrees: '°', gradient: '' },
}

export function loadUnitsOf(units: ViewerUnits | undefined): LoadUnits {
  const { force: read, length: long, temperature } = readUnits(units)
  const degrees = temperature ? (temperature.unit === 'K' ? 'K' : `°${temperature.unit}`) : '°'
  const [force, length] = [read?.unit ?? '', long?.unit ?? '']
  const known = length ? { length, gradient: `${degrees}/${length}` } : {}
  if (!force || !length) return { ...NO_UNITS, ...known, force, degrees }
  const powers = { perLength: `${force}/${length}`, perArea: `${force}/${length}²`, moment: `${force}·${length}` }
  return { ...NO_UNITS, ...known, ...powers, force, degrees }
}

/** Six digits, without zeros behind. */
export const amountText = (value: number, unit: string): string => {
  const text = String(Number(value.toPrecision(6)) + 0)
  return unit.startsWith('°') ? `${text} ${unit}` : [text, unit].filter(Boolean).join(' ')
}

/** `z -5 kN/m`; of several components each. */
export function vectorText(vector: LoadVector, unit: string): string {
  const parts = (['x', 'y', 'z'] as const).flatMap((axis) => (vector[axis] ? [`${axis} ${amountText(vector[axis], '')}`] : []))
  return parts.length === 0 ? amountText(0, unit) : [parts.join(', '), unit].filter(Boolean).join(' ')
}

/** What a load says beside its case and what it is on: `z -5 kN/m, projected`. */
export function loadText(load: Load, units: LoadUnits = NO_UNITS): string {
  const type = typeOfLoad(load)
  const forceUnit = type === 'distributed' ? units.perLength : type === 'pressure' ? units.perArea : units.force
  const { from, to, at, axes, spread } = load
  const parts = [
    load.force && `${vectorText(load.force, forceUnit)}${load.forceEnd ? ` to ${vectorText(load.forceEnd, forceUnit)}` : ''}`,
    !load.force && load.forceEnd && `0 to ${vectorText(load.forceEnd, forceUnit)}`,
    load.moment && `moment ${vectorText(load.moment, units.moment)}`,
    load.displacement && `displacement ${vectorText(load.displacement, units.length)}`,
    load.rotation && `rotation ${vectorText(load.rotation, units.rotation)}`,
    load.temperature != null && `${load.temperature > 0 ? '+' : ''}${amountText(load.temperature, units.degrees)}`,
    load.gradient && `gradient ${vectorText(load.gradient, units.gradient)}`,
    at != null && `at ${at}`,
    (from != null || to != null) && `from ${from ?? 0} to ${to ?? 1}`,
    axes != null && axes !== 'global' && axes,
    spread != null && spread !== 'two-way' && spread,
    load.span && `along ${vectorText(load.span, '')}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** `1.35 D + 1.5 L`, `envelope of 1 ULS, 1 W`. */
export function termsText({ type, terms }: Pick<Combination, 'type' | 'terms'>, most = 12): string {
  const words = terms.slice(0, most).map(({ caseId, combinationId, factor }) => `${factor ?? 1} ${caseId ?? combinationId}`)
  if (terms.length > most) words.push(`${terms.length - most} more`)
  return type === 'envelope' ? `envelope of ${words.join(', ')}` : words.join(' + ').replaceAll('+ -', '- ')
}

function endText(end: EndReleases | null | undefined): string {
  const parts = RELEASED.flatMap((of) => {
    const value = end?.[of]
    return value === true ? [of] : typeof value === 'number' ? [`${of} ${amountText(value, '')}`] : []
  })
  return parts.join(' ')
}

/** `start m2 m3, end m3 5000`; empty where nothing is released. */
export function releasesText(releases: FrameReleases | null | undefined): string {
  const [start, end] = [endText(releases?.start), endText(releases?.end)]
  return [start && `start ${start}`, end && `end ${end}`].filter(Boolean).join(', ')
}

/** `u3 5000, r1 200`; empty where there is no spring. */
export const stiffnessText = (stiffness: SupportStiffness | null | undefined): string =>
  DIRECTIONS.flatMap((direction) => {
    const value = stiffness?.[direction]
    return value ? [`${direction} ${amountText(value, '')}`] : []
  }).join(', ')
