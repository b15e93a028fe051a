import type { Facts } from '#lib/edit/select/facts.ts'
import type { MeasuredModel } from './measured-model.ts'
import { links } from './property-rows.ts'
import type { PropertyRow } from './property-types.ts'

/**
 * What an area stands on at its lowest nodes: the frames along it there and those that come up to it, the areas that come up to two of these
 * nodes, and supports.
 */
export function restsOnRows(measured: MeasuredModel, index: number): PropertyRow[] {
  const { facts } = measured
  const outline = outlineOf(facts, index)
  const low = lowest(facts, outline)
  const foot = new Set(outline.filter((node) => facts.position(node)[2] <= low + facts.selectionTolerance))
  const isBelow = (node: number) => facts.position(node)[2] < low - facts.selectionTolerance
  const frames = idsOf(facts, 'frames', (k) => {
    const nodes = facts.nodesOf('frames', k)
    const there = nodes.filter((node) => foot.has(node)).length
    return there > 0 && (there === nodes.length || nodes.some(isBelow))
  })
  const areas = idsOf(facts, 'areas', (k) => {
    const nodes = outlineOf(facts, k)
    return (
      nodes.filter((node) => foot.has(node)).length > 1 &&
      nodes.some(isBelow) &&
      nodes.every((node) => foot.has(node) || isBelow(node))
    )
  })
  return [
    links('Rests on frames', 'frame', frames),
    links('Rests on areas', 'area', areas),
    links('Supports', 'support', supportsAt(measured, [...foot])),
  ]
}

/** Areas with a side from one of these nodes to the other. */
export function areasAlong({ facts }: MeasuredModel, [one, other]: readonly [string, string]): string[] {
  return idsOf(facts, 'areas', (k) => {
    const { nodeIds } = facts.element('areas', k)
    return nodeIds.some((id, i) => {
      const next = nodeIds[(i + 1) % nodeIds.length]
      return (id === one && next === other) || (id === other && next === one)
    })
  })
}

export function supportsAt({ facts }: MeasuredModel, nodes: readonly number[]): string[] {
  const there = new Set(nodes)
  return idsOf(facts, 'supports', (k) => facts.nodesOf('supports', k).some((node) => there.has(node)))
}

function idsOf(facts: Facts, kind: 'frames' | 'areas' | 'supports', isMeant: (ordinal: number) => boolean): string[] {
  return Array.from({ length: facts.count(kind) }, (_, k) => k).flatMap((k) => (isMeant(k) ? [facts.id(kind, k)] : []))
}

const outlineOf = (facts: Facts, area: number): number[] =>
  facts.element('areas', area).nodeIds.flatMap((id) => facts.ordinalOf('nodes', id) ?? [])

const lowest = (facts: Facts, nodes: readonly number[]): number =>
  nodes.reduce((least, node) => Math.min(least, facts.position(node)[2]), Number.POSITIVE_INFINITY)
