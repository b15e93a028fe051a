import { expect, it } from 'vitest'
import { reactionText } from './station-text.ts'

const said = (...lines: { of?: 'max' | 'min'; reactions: number[] }[]) =>
  reactionText(
    {
      results: {
        get: () => ({
          drawn: {
            placed: {
              supportedIndices: [7],
              lines: lines.map(({ of, reactions }) => ({ case: 'W', of, reactions: Float32Array.from(reactions) })),
            },
            units: { force: 'MN', moment: 'MN·m' },
          },
        }),
      },
      model: { state: { get: () => ({ drawn: null }) } },
    } as unknown as Parameters<typeof reactionText>[0],
    { kind: 'node', index: 7, id: 'N' } as Parameters<typeof reactionText>[1],
  )

it('has the reactions that there are, and what the sign of a moment means where there is one', () => {
  expect(said({ reactions: [-6.67312, 0, 10.34, 0, 0, 0] })).toBe('W, on the structure: FX -6.673, FZ 10.34 MN.')
  expect(said({ reactions: [0, 1e-9, 10, 0, -3, 2e-7] })).toBe(
    'W, on the structure: FZ 10 MN; MY -3 MN·m. Moments above 0 are right-handed about their axis.',
  )
  expect(said({ reactions: [0, 0, 0, 0, 0, 0] })).toBe('W, on the structure: 0.')
  expect(said({ of: 'max', reactions: [1, 0, 0, 0, 0, 0] }, { of: 'min', reactions: [-2, 0, 0, 0, 0, 0] })).toBe(
    'W, on the structure: max FX 1 MN; min FX -2 MN.',
  )
})
