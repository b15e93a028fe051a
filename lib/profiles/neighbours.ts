import { readingsOf } from './grammar.ts'
import { type Profile, profileOf } from './profile.ts'
import { spelled } from './spelling.ts'
import { type ProfileRow, rowsOf } from './tables.ts'

/** The sizes of a series on both sides of one that there is none of: below and above `HEA 210` are HE200A and HE220A. */

export type Neighbours = {
  below?: Profile
  above?: Profile
  /** The series by its name and the smallest and largest of its last numbers: `W14`, 22, 873. */
  series: string
  from: number
  to: number
}

export function neighboursOf(written: string): Neighbours | undefined {
  for (const reading of readingsOf(spelled(written).text)) {
    if (reading.kind !== 'table') continue
    const { code, family, numbers, letters } = reading
    const last = numbers.at(-1)
    if (last === undefined) continue
    const isOfSeries = ({ name }: ProfileRow) =>
      name.letters === letters &&
      name.numbers.length === numbers.length &&
      numbers.slice(0, -1).every((number, i) => name.numbers[i] === number)
    const series = rowsOf(code, family)
      .filter(isOfSeries)
      .sort((a, b) => lastOf(a) - lastOf(b))
    const [first, end] = [series[0], series.at(-1)]
    if (!first || !end) continue
    const below = series.findLast((row) => lastOf(row) < last)
    const above = series.find((row) => lastOf(row) > last)
    return {
      ...(below && { below: profileOf(below) }),
      ...(above && { above: profileOf(above) }),
      ...{ series: `${family}${letters}${numbers.slice(0, -1).join('X')}`, from: lastOf(first), to: lastOf(end) },
    }
  }
  return undefined
}

const lastOf = ({ name }: ProfileRow): number => name.numbers.at(-1) ?? 0
