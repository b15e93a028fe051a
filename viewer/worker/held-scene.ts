import { MANY } from '#lib/model/columns.ts'
import { readScene } from '#lib/scene-file/read-scene.ts'
import { unchangedSince } from '#lib/scene-file/same-elements.ts'
import { KINDS_OF, type Kind } from '#lib/schema/kinds.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import type { ElementKind, Of } from './elements.ts'
import type { HeldModel } from './held-model.ts'

/** A model that came as columns, whose elements are made as they are asked for. Throws `NoScene`. */
export function heldScene(bytes: ArrayBuffer): HeldModel {
  const file = readScene(bytes)
  const { columns, elementAt, whole } = file
  return {
    columns,
    elementAt<K extends ElementKind>(kind: K, index: number) {
      const kinds: Kind = KINDS_OF[kind]
      const element = isOneOf(MANY, kinds) ? elementAt[kinds](index) : columns.head[kinds]?.[index]
      return element as Of<K> | undefined // of the kind that was asked for
    },
    whole,
    file,
    unchangedSince: (before) => before.file && unchangedSince(before.file, file),
  }
}
