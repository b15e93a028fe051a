/** `$INSUNITS` of DXF, by our names of units. */
export const INSUNITS = [
  { code: 1, name: 'in' },
  { code: 2, name: 'ft' },
  { code: 4, name: 'mm' },
  { code: 5, name: 'cm' },
  { code: 6, name: 'm' },
  { code: 7, name: 'km' },
  { code: 10, name: 'yd' },
  { code: 13, name: 'µm' },
] as const
