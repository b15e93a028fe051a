/** Without what floating point blurs beyond them, and never -0. */
export function twelveDigits(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return value + 0
  // A decimal of six places is already what rounding would give; asking costs a tenth of rounding.
  const sixPlaces = Math.round(value * 1e6) / 1e6
  if (sixPlaces === value && Math.abs(value) < 1e6) return value
  return Number(value.toPrecision(12)) + 0
}
