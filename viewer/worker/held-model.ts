import { columnsInSteps, columnsOf, MANY, type Many, type ModelColumns } from '#lib/model/columns.ts'
import type { SceneFile } from '#lib/scene-file/read-scene.ts'
import type { UnchangedElements } from '#lib/scene-file/same-elements.ts'
import { KINDS_OF, type Kind } from '#lib/schema/kinds.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { arrayOf, type ElementKind, type Of } from './elements.ts'

/**
 * A model that is looked at. Its picture, counts and colours come from columns; an element is looked at alone, or all of them as
 * objects for questions that need the model as it is returned.
 */
export type HeldModel = {
  columns: ModelColumns
  elementAt: <K extends ElementKind>(kind: K, index: number) => Of<K> | undefined
  whole: () => ViewerModel
  /** The file that it came as; null where it came as objects. */
  file: SceneFile | null
  /** What of it stands as in an earlier one by the columns of both files; null where one of them is none. */
  unchangedSince: (before: HeldModel) => Record<Many, UnchangedElements> | null
}

/** One that came as objects. */
export const heldModel = (model: ViewerModel): HeldModel => holding(model, columnsOf(model))

export function* holdInSteps(model: ViewerModel): Generator<void, HeldModel> {
  return holding(model, yield* columnsInSteps(model))
}

const holding = (model: ViewerModel, columns: ModelColumns): HeldModel => ({
  columns,
  elementAt: (kind, index) => arrayOf(model, kind)[index],
  whole: () => model,
  file: null,
  unchangedSince: () => null,
})

/** By how much its lengths were converted since it began. */
export const scaledOf = ({ columns }: HeldModel) => columns.head.scaled ?? 1

export function countOf(columns: ModelColumns, kind: ElementKind): number {
  const kinds: Kind = KINDS_OF[kind]
  return isOneOf(MANY, kinds) ? columns[kinds].count : (columns.head[kinds]?.length ?? 0)
}

/** Of an element that is there. */
export function idOf(columns: ModelColumns, kind: ElementKind, index: number): string {
  const kinds: Kind = KINDS_OF[kind]
  if (isOneOf(MANY, kinds)) return columns.idOf(kinds, index)
  const elements: readonly { id: string }[] = columns.head[kinds] ?? []
  return getOrThrow(elements, index).id
}

export const idAt = (columns: ModelColumns, kind: ElementKind, index: number): string | null =>
  index >= 0 && index < countOf(columns, kind) ? idOf(columns, kind, index) : null

export function placesById(columns: ModelColumns, kind: ElementKind): Map<string, number> {
  const places = new Map<string, number>()
  for (let k = 0, count = countOf(columns, kind); k < count; k++) places.set(idOf(columns, kind, k), k)
  return places
}
