import { twelveDigits } from '#lib/values/twelve-digits.ts'

/** The two languages of OpenSees: the same commands, spelled as Tcl or as Python. */
export type ScriptLanguage = 'py' | 'tcl'

/** `set` in Tcl, `=` in Python: a name of the script. */
export type ScriptName = { name: string }
/** null: nobody knows it, and the script stops there. */
export type Argument = number | string | null | ScriptName

/** A text that no id can leave: without a line end or a brace of Tcl, and behind its last quote nothing that would go on. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[^ -z|~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Twelve digits, as what is computed has. */
export const scriptNumber = (value: number): string => String(twelveDigits(value))

/** A stored number, as it is. */
export const exactNumber = (value: number): string => String(value + 0)

const UNKNOWN = { py: 'None', tcl: '?' } as const
const BEFORE_COMMENT = { py: '  # ', tcl: ' ;# ' } as const

/** `ops.node(1, 0, 0, 4)  # "N2"` · `node 1 0 0 4 ;# "N2"`. Texts among the arguments are words of OpenSees. */
export function commandLine(
  language: ScriptLanguage,
  command: string,
  args: readonly Argument[],
  ids: readonly string[] = [],
): string {
  const spelled = args.map((one) => {
    if (one === null) return UNKNOWN[language]
    if (typeof one === 'number') return exactNumber(one)
    if (typeof one === 'string') return language === 'py' ? `'${one}'` : one
    return language === 'py' ? one.name : `$${one.name}`
  })
  const line = language === 'py' ? `ops.${command}(${spelled.join(', ')})` : [command, ...spelled].join(' ')
  return line + comment(language, ids)
}

export function comment(language: ScriptLanguage, ids: readonly string[]): string {
  return ids.length > 0 ? BEFORE_COMMENT[language] + ids.map(quoted).join(' ') : ''
}

/** `E1 = 210000000` · `set E1 210000000`; an expression stays one. */
export function assignment(language: ScriptLanguage, name: string, value: number | null): string {
  const spelled = value === null ? UNKNOWN[language] : scriptNumber(value)
  return language === 'py' ? `${name} = ${spelled}` : `set ${name} ${spelled}`
}

/** `G1 = E1 / (2 * (1 + 0.3))` · `set G1 [expr {$E1 / (2 * (1 + 0.3))}]` */
export function shearModulusLine(language: ScriptLanguage, shear: string, modulus: string, ratio: number): string {
  const divisor = `(2 * (1 + ${exactNumber(ratio)}))`
  return language === 'py' ? `${shear} = ${modulus} / ${divisor}` : `set ${shear} [expr {$${modulus} / ${divisor}}]`
}
