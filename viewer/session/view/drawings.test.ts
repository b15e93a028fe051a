import { describe, expect, it } from 'vitest'
import {
  type Drawing,
  drawingsOf,
  drawingText,
  findDrawing,
  neighbour,
  slabOf,
  textDrawing,
  titleOf,
  towardEye,
} from './drawings.ts'

const PLAN = [
  { axis: 'Y', coordinate: 0, label: '1' },
  { axis: 'X', coordinate: 6, label: 'B' },
  { axis: 'X', coordinate: 0, label: 'A' },
  { axis: 'X', coordinate: 7, label: 'C' },
] as const
const STOREYS = [
  { label: 'Ground', elevation: 0 },
  { label: 'First', elevation: 4 },
]
const BOUNDS = { min: { x: 0, y: 0, z: 0 }, max: { x: 40, y: 20, z: 8 } }

describe('drawings at grid lines and levels', () => {
  const all = drawingsOf({ plan: PLAN, storeys: STOREYS }, null)

  it('come in the order of their coordinates, and know their neighbours', () => {
    expect(all.X.map(({ label }) => label)).toEqual(['A', 'B', 'C'])
    expect(neighbour(all.X[0]!, all.X, 1, null)?.label).toBe('B')
    expect(neighbour(all.X[0]!, all.X, -1, null)).toBeNull()
    expect(neighbour(all.X[2]!, all.X, 1, null)).toBeNull()
    expect(all.Z.map((drawing) => titleOf(drawing, null))).toEqual(['Plan at Ground', 'Plan at First'])
    expect(titleOf(all.X[0]!, null)).toBe('Elevation at A')
  })

  it('lead up from plan to plan, whichever way is up', () => {
    const from = (at: number, by: 1 | -1, up: '-z' | '-y') => {
      const { Z, Y } = drawingsOf({ plan: PLAN, storeys: STOREYS }, up)
      const plans = up === '-z' ? Z : Y
      return neighbour(plans.find((plan) => plan.at === at)!, plans, by, up)?.label ?? null
    }
    expect(from(4, 1, '-z')).toBe('Ground')
    expect(from(0, -1, '-y')).toBe('First')
    expect(from(0, 1, '-z')).toBeNull()
  })

  it('lead from the left and from the front to the next elevation, whichever way is up', () => {
    const { X, Y } = drawingsOf({ plan: [...PLAN, { axis: 'Y', coordinate: -7, label: '2' }], storeys: STOREYS }, '-z')
    expect(neighbour(X[0]!, X, 1, '-z')?.label).toBe('B')
    expect(neighbour(Y[1]!, Y, 1, '-z')?.label).toBe('2')
  })

  it('are one where several levels lie, so that each is on one sheet and the next is another', () => {
    const twice = drawingsOf(
      {
        plan: PLAN,
        storeys: [...STOREYS, { label: 'First (z9)', elevation: 4 }, { label: 'Deck', elevation: 4 }],
      },
      null,
    )
    expect(twice.Z.map(({ label }) => label)).toEqual(['Ground', 'First / Deck'])
    const walked: string[] = []
    for (let at: Drawing | null = twice.Z[0]!; at && walked.length < 9; at = neighbour(at, twice.Z, 1, null))
      walked.push(at.label)
    expect(walked).toEqual(['Ground', 'First / Deck'])
  })

  it('are found by the place that an address names, or else by the name', () => {
    const twice = drawingsOf({ plan: PLAN, storeys: [...STOREYS, { label: 'Deck', elevation: 4 }] }, null)
    const found = (at: number, label: string) => findDrawing({ axis: 'Z', at, label }, twice.Z)?.label ?? null
    expect(found(4.00001, '4.00001')).toBe('First / Deck')
    expect(found(4, 'Ground')).toBe('First / Deck')
    expect(found(5, 'Deck')).toBe('First / Deck') // its level has moved since
    expect(found(5, '5')).toBeNull()
    expect(findDrawing({ axis: 'Z', at: 0, label: '0' }, [])).toBeNull()
  })

  it('are cut on both sides before the next grid line, and never wider than a twentieth of the model', () => {
    const { low, high } = slabOf(all.X[1]!, all.X, BOUNDS, null)
    expect(low).toEqual([4, null, null]) // 2 of the 6 to A: a twentieth of 40
    expect(high[0]).toBeCloseTo(6.45) // less than half of the way to C
  })

  it('show in a plan what hangs below the level, and little of what stands on it', () => {
    const { low, high } = slabOf(all.Z[0]!, all.Z, BOUNDS, null)
    expect(low[2]).toBeLessThan(-1)
    expect(high[2]).toBeCloseTo(0.8)
  })

  it('are seen with the other coordinate growing to the right', () => {
    expect(towardEye('Y', null)).toEqual([0, -1, 0])
    expect(towardEye('X', null)).toEqual([1, 0, 0])
    expect(towardEye('Z', null)).toEqual([0, 0, 1])
  })

  it('survive an address, whatever their label', () => {
    const drawing = { axis: 'X', at: -7.25, label: 'A,1 é' } as const
    expect(textDrawing(drawingText(drawing))).toEqual(drawing)
    expect(textDrawing('X,-7.25')).toEqual({ ...drawing, label: '-7.25' })
    for (const wrong of ['', 'X', 'W,1,A', 'X,one,A']) expect(textDrawing(wrong)).toBeNull()
  })
})
