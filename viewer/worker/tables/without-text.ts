import { grouped } from '#lib/values/count-text.ts'
import { whyUnknown } from '../properties/why-unknown.ts'
import type { Sums } from './table-types.ts'

/** `mass without 12 (no density) and 3 (no section)`. Empty where all is known. What keeps a volume from being known keeps the mass. */
export function withoutText({ without }: Pick<Sums, 'without'>): string {
  const texts = (['mass', 'volume', 'area'] as const).flatMap((quantity) => {
    const isNew = (reason: string) =>
      quantity === 'mass' || !without.some((one) => one.quantity === 'mass' && one.reason === reason)
    const of = without.filter((one) => one.quantity === quantity && isNew(one.reason))
    return of.length > 0
      ? [`${quantity} without ${of.map(({ reason, count }) => `${grouped(count)} (${whyUnknown(reason)})`).join(' and ')}`]
      : []
  })
  return texts.join('; ')
}
