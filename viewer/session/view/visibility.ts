import type { Derived } from '../session.ts'
import type { Layers } from './view-state.ts'

type Kind = 'frame' | 'area' | 'support'
/** What a view leaves out and what it keeps. */
export type Left = Pick<Derived, 'hidden' | 'isolated' | 'shown'> & { layers: Partial<Pick<Layers, `${Kind}s`>> }

/** Asks of one of a kind after another, by its place, whether a view shows it: neither hidden, isolated away, filtered out nor of a layer that is off. */
export function leftIn({ hidden, isolated, shown, layers }: Left, kind: Kind): (index: number) => boolean {
  if (!layers[`${kind}s`]) return () => false
  const indices = (of: Derived['hidden']) => new Set(of.flatMap((one) => (one.kind === kind ? [one.index] : [])))
  const [out, only, filtered] = [indices(hidden), isolated && indices(isolated), shown?.[`${kind}s`]]
  return (k) => !out.has(k) && (!only || only.has(k)) && filtered?.[k] !== 0
}
