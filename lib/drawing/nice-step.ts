/** 1, 2 or 5 times a power of ten. */
export function niceStep(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const digit = wanted / power
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power
}
