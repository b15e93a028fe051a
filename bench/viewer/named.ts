import type { ViewerModel } from '#lib/schema/schema.ts'
import { building } from './building.ts'
import { deck } from './deck.ts'

/** A model by the end of its address: `1000` is a building of so many frames, `deck-1000` a deck of so many areas. */
export function named(name: string): ViewerModel {
  const count = Number(/\d+$/.exec(name)?.[0])
  return name.startsWith('deck-') ? deck(count) : building(count)
}
