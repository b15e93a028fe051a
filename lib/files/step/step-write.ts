import { encodedStep } from './step-text.ts'

/** `#12` of an entity that was written. */
export type StepId = number

const PIECE = 256 * 1024

/** Entities of a STEP file, numbered as they come, one a line. */
export class StepWriter {
  #next = 1
  #text = ''
  /** What was written and not yet taken. */
  readonly #pieces: Buffer[] = []

  /** `values` are spelled already. */
  add(type: string, ...values: readonly string[]): StepId {
    this.#text += `#${this.#next}=${type}(${values.join(',')});\n`
    if (this.#text.length > PIECE) this.#cut()
    return this.#next++
  }

  line(text: string): void {
    this.#text += `${text}\n`
  }

  /** As bytes: a text that was put together line by line is a tree in memory, and many of them keep the garbage collector busy. */
  #cut(): void {
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }

  *taken(isLast = false): Generator<Uint8Array, void> {
    if (isLast) this.#cut()
    yield* this.#pieces.splice(0)
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
