import { expect, it } from 'vitest'
import { conventions } from '#lib/examples/conventions.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { Drawn } from '../../session/live-model.ts'
import { FIRST_VIEW } from '../../session/view/view-state.ts'
import { heldModel } from '../../worker/held-model.ts'
import { modelIndex } from '../../worker/model-index.ts'
import { FIRST_PALETTE, firstColours } from './first-colours.ts'

it.each([
  ['the conventions', conventions()],
  ['the demo', demoBuilding()],
])('%s have the colours at once that the worker tells with their legend', (_, model) => {
  const returned = returnedModel(model)
  const scene = buildScene(returned)
  const first = firstColours({ scene, up: null } as Drawn, FIRST_VIEW)
  const told = modelIndex(heldModel(returned)).colours('kind')
  for (const kind of ['frames', 'areas'] as const) {
    const known = Array.from(told[kind], (slot) => getOrThrow(told.legend, slot).colour)
    expect(new Set(known).size).toBeGreaterThan(1)
    expect(Array.from(first?.[kind] ?? [], (slot) => getOrThrow(FIRST_PALETTE, slot))).toEqual(known)
  }
})

it('nothing is told of other colours, nor of kinds with another way up', () => {
  const scene = buildScene(returnedModel(conventions()))
  expect(firstColours({ scene, up: null } as Drawn, { ...FIRST_VIEW, colourBy: 'section' })).toBeNull()
  expect(firstColours({ scene, up: 'y' } as Drawn, FIRST_VIEW)).toBeNull()
})
