import { inUnit, LENGTH_UNITS, type LengthUnit } from '#lib/model/units.ts'

/** What to send for a rectangle that was named by its two sides, as a profile is: no catalogue has it. */

const { in: INCH, mm: MILLIMETRE } = LENGTH_UNITS
const NOMINAL = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16]

/** Sides of dressed lumber in inches, by the nominal ones: American Softwood Lumber Standard, PS 20. */
function dressed(nominal: readonly [number, number]): [number, number] | undefined {
  if (!nominal.every((side) => NOMINAL.includes(side)) || nominal.every((side) => side === 1)) return undefined
  const isTimber = Math.min(...nominal) >= 5
  const side = (size: number) => (isTimber ? size - 0.5 : size === 1 ? 0.75 : size < 8 ? size - 0.5 : size - 0.75)
  return [side(nominal[0]), side(nominal[1])]
}

export function rectangleNote(written: string, lengths: LengthUnit | undefined): string {
  const [one = 0, other = 0] = (written.match(/\d+(?:[.,]\d+)?/g) ?? []).map((side) => Number(side.replace(',', '.')))
  const sides = (a: number | string, b: number | string) => `t3 ${a} and t2 ${b}`
  const lumber = dressed([one, other])
  if (!lengths) return `send type rectangular with ${sides(one, other)}, in the model's length unit`
  const as = (unit: LengthUnit, [a, b]: readonly [number, number]) =>
    sides(inUnit({ value: a, unit }, lengths), inUnit({ value: b, unit }, lengths))
  if (lumber) {
    const [deep, wide] = [Math.max(...lumber), Math.min(...lumber)] as const
    const whole = [Math.max(one, other), Math.min(one, other)] as const
    return `nominal lumber ${one} x ${other} is ${wide} x ${deep} in: send type rectangular with ${as(INCH, [deep, wide])}; if it is full size, ${as(INCH, whole)}`
  }
  const isBuilt = (side: number, { metres }: LengthUnit) => side * metres >= 0.01 && side * metres <= 4
  if (isBuilt(one, lengths) && isBuilt(other, lengths)) return `send type rectangular with ${sides(one, other)}`
  const unit = ['ft', 'in'].includes(lengths.unit) ? INCH : MILLIMETRE
  return `send type rectangular with its sides in ${lengths.unit}; if these are ${unit.unit}, ${as(unit, [one, other])}`
}
