export type FieldChange = { field: string; before: string; after: string }

/** What differs between an element as it was and as it is; of points and dimensions the part that differs: `position.z`. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [a, b] = [was.get(field) ?? '–', is.get(field) ?? '–']
    if (a === b) return []
    const [before, after] = [short(a), short(b)]
    return [before === after ? { field, before: a, after: b } : { field, before, after }]
  })
}

/** Leaves by their path; lists are one value, for their places say nothing. */
function flat(value: object, path = '', found = new Map<string, string>()): Map<string, string> {
  for (const [key, part] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (part === null || part === undefined) continue
    if (typeof part === 'object' && !Array.isArray(part)) flat(part, here, found)
    else found.set(here, Array.isArray(part) ? part.map((one) => text(one)).join(', ') : text(part))
  }
  return found
}

/** 21.6 and 0.8 make 22.400000000000002: beyond twelve digits it is arithmetic, unless nothing else differs. */
const short = (value: string) =>
  value.replace(/-?\d+\.\d{10,}(?:e[-+]?\d+)?/g, (digits) => String(Number(Number(digits).toPrecision(12))))

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
