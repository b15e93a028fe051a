import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { office } from '#lib/fixtures/office.ts'
import { sceneBytes } from '#lib/scene-file/write-scene.ts'
import type { Kind } from '#lib/schema/kinds.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { heldModel } from '../held-model.ts'
import { heldScene } from '../held-scene.ts'
import { changedSince } from './changed-elements.ts'

const heldOf = (model: ViewerModel) => heldScene(sceneBytes(model)!.buffer)

const KINDS = [
  'nodes',
  'frames',
  'areas',
  'supports',
  'members',
  'sections',
  'materials',
  'loadCases',
  'loads',
] as const satisfies Kind[]

/** An element with one field as another has it, or without it. */
const edited = (element: object, other: object): object[] =>
  [...new Set([...Object.keys(element), ...Object.keys(other)])]
    .filter((key) => key !== 'id')
    .map((key) => {
      const { [key]: _, ...rest } = element as Record<string, unknown>
      return key in other ? { ...rest, [key]: other[key as never] } : rest
    })

/** One that was before, and what it became: of each kind some elements go, some come, some say what others said; their order too. */
const revisions = fc.tuple(anyModel, anyModel).chain(([before, other]) => {
  const became = (kind: (typeof KINDS)[number]) => {
    const [own, others] = [before[kind] ?? [], other[kind] ?? []]
    const ids = new Set(own.map(({ id }) => id))
    const kept = own.map((element, k) => fc.constantFrom(element, ...edited(element, others[k % others.length] ?? {})))
    const come = others.filter(({ id }) => !ids.has(id))
    const order = fc.oneof(fc.constant([...own.keys()]), fc.shuffledSubarray([...own.keys()]))
    return fc
      .tuple(fc.tuple(...kept), order, fc.subarray(come))
      .map(([all, places, more]) => [...places.map((k) => all[k]!), ...more])
  }
  return fc
    .tuple(...KINDS.map(became))
    .map(
      (lists) => [before, { ...before, ...Object.fromEntries(KINDS.map((kind, k) => [kind, lists[k]])) } as ViewerModel] as const,
    )
})

describe('what a revision changed', () => {
  it('is the same by columns as by the elements themselves (property)', () => {
    fc.assert(
      fc.property(revisions, ([before, after]) => {
        expect(changedSince(heldOf(after), heldOf(before))).toEqual(changedSince(heldModel(after), heldModel(before)))
      }),
      { numRuns: runs(300) },
    )
  })

  it('is found without a look at what stands as it stood, wherever it stood', () => {
    const before = office()
    const [, second, ...rest] = before.frames!
    const after = { ...before, frames: [...rest.toReversed(), { ...second!, label: 'another' }] }
    const looked: string[] = []
    const held = heldOf(after)
    const watched: typeof held = {
      ...held,
      elementAt(kind, k) {
        looked.push(kind)
        return held.elementAt(kind, k)
      },
    }
    expect(changedSince(watched, heldOf(before))).toEqual([{ kind: 'frame', id: second!.id, index: rest.length }])
    const listed = before.gridLines!.map(() => 'gridLine')
    expect(looked.filter((kind) => !['section', 'material'].includes(kind))).toEqual(['frame', ...listed])
  })
})
