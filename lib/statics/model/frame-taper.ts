import type { SectionAt } from '#lib/model/taper-section.ts'
import type { Chain } from '../solver/segments.ts'
import type { FrameProperties } from './frame-properties.ts'

/** What a frame is made of at a place along it. */
export type TaperPlace = { properties: FrameProperties; section: SectionAt }
/** By the share of its length, each place once. */
export type Along = (share: number) => TaperPlace

/** A frame that is no prism: a chain of them, and what it is between their middles; null where its offset alone goes from one to another. */
export type FrameTaper = { chain: Chain; along: Along | null }
