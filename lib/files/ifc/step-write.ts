import { encodedStep } from './step-text.ts'

/** `#12` of an entity that was written. */
export type StepId = number

const PIECE = 256 * 1024

/** Entities of a STEP file, numbered as they come, one a line. */
export class StepWriter {
  #next = 1
  #text = ''
  /** What was written and not yet taken. */
  readonly #pieces: string[] = []

  /** `values` are spelled already. */
  add(type: string, ...values: readonly string[]): StepId {
    this.#text += `#${this.#next}=${type}(${values.join(',')});\n`
    if (this.#text.length > PIECE) this.#cut()
    return this.#next++
  }

  line(text: string): void {
    this.#text += `${text}\n`
  }

  #cut(): void {
    this.#pieces.push(this.#text)
    this.#text = ''
  }

  *taken(isLast = false): Generator<string, void> {
    if (isLast) this.#cut()
    while (this.#pieces.length > 0) yield this.#pieces.shift() ?? ''
  }
}

/** Nothing said. */
export const NONE = '$'
export const ref = (id: StepId): string => `#${id}`
export const refs = (ids: readonly StepId[]): string => `(${ids.map(ref).join(',')})`
export const optionalRef = (id: StepId | null | undefined): string => (id == null ? NONE : ref(id))
export const text = encodedStep
export const optionalText = (value: string | null | undefined): string =>
  value == null || value === '' ? NONE : encodedStep(value)
export const word = (value: string): string => `.${value}.`

/** `4.`, `0.15`, `1.E-7`: always with a point. */
export function real(value: number): string {
  const plain = String(value + 0)
  if (plain.includes('e')) return plain.includes('.') ? plain.replace('e', 'E') : plain.replace('e', '.E')
  return plain.includes('.') ? plain : `${plain}.`
}

export const reals = (values: readonly number[]): string => `(${values.map(real).join(',')})`
