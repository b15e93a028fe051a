import type { Structure } from './structure.ts'

/** A structure to start from, made from a few numbers. */

type ParameterBase = { key: string; label: string }
/** In metres or feet; `range` in metres. */
type Length = ParameterBase & { metres: number; feet: number; range: readonly [number, number] }
type Count = ParameterBase & { count: number; range: readonly [number, number] }
type Angle = ParameterBase & { degrees: number; range: readonly [number, number] }
type OneOf = ParameterBase & { oneOf: readonly string[] }
export type Parameter = Length | Count | Angle | OneOf

/** Each of them by its key: a number, or for a choice its place among them. */
export type Values = Readonly<Record<string, number>>

export type Template = {
  id: string
  name: string
  says: string
  parameters: readonly Parameter[]
  build(structure: Structure, values: Values): void
}
