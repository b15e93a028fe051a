import type { FoundElement } from '../worker/elements.ts'

/** Why an element is not in the picture. */
export type Why = 'undrawn' | 'layer' | 'hidden' | 'isolated' | 'filtered' | 'drawing' | 'section'

/** Somebody was to be taken to these, and none is in the picture: how the first is called, and why it is not. */
export type NotShown = { elements: FoundElement[]; name: string }
