/** Why there is no quantity, in words. */
const WORDS: Readonly<Record<string, string>> = {
  no_section: 'no section',
  no_outline: 'the section has no outline',
  no_thickness: 'no thickness',
  no_material: 'no material',
  no_density: 'no density',
  invalid_outline: 'the outline encloses nothing',
  unit_unknown: 'the unit of length is not known',
}

export const whyUnknown = (reason: string): string => WORDS[reason] ?? reason.replaceAll('_', ' ')
