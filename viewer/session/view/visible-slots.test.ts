import { expect, it } from 'vitest'
import { slotsSeen } from './visible-slots.ts'

const COLOURING = { frames: Uint8Array.of(0, 0, 1), areas: Uint8Array.of(2), legend: [] }
const ALL = { hidden: [], isolated: null, shown: null, layers: { frames: true, areas: true } }
const frame = (index: number) => ({ kind: 'frame' as const, id: `F${index}`, index })

it('knows of which colours nothing is left in the picture', () => {
  expect([...slotsSeen(COLOURING, ALL)]).toEqual([0, 1, 2])
  expect([...slotsSeen(COLOURING, { ...ALL, hidden: [frame(0)] })]).toEqual([0, 1, 2])
  expect([...slotsSeen(COLOURING, { ...ALL, hidden: [frame(0), frame(1)] })]).toEqual([1, 2])
  expect([...slotsSeen(COLOURING, { ...ALL, isolated: [frame(2)] })]).toEqual([1])
  expect([...slotsSeen(COLOURING, { ...ALL, layers: { frames: true, areas: false } })]).toEqual([0, 1])
  const shown = { frames: Uint8Array.of(1, 1, 0), areas: Uint8Array.of(1), nodes: new Uint8Array(), supports: new Uint8Array() }
  expect([...slotsSeen(COLOURING, { ...ALL, shown })]).toEqual([0, 2])
})
