import { describe, expect, it } from 'vitest'
import { type Axes, localAxes } from './local-axes.ts'
import { shellAxes } from './shell-axes.ts'
import { cross, dot, type Vec } from './vector.ts'

const s = Math.SQRT1_2
const FRAMES: [string, Vec, number, Axes][] = [
  [
    'beam +X',
    [1, 0, 0],
    0,
    [
      [1, 0, 0],
      [0, 0, 1],
      [0, -1, 0],
    ],
  ],
  [
    'beam -X',
    [-1, 0, 0],
    0,
    [
      [-1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
  ],
  [
    'beam +Y',
    [0, 1, 0],
    0,
    [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ],
  ],
  [
    'column up',
    [0, 0, 1],
    0,
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
  ],
  [
    'column down',
    [0, 0, -1],
    0,
    [
      [0, 0, -1],
      [1, 0, 0],
      [0, -1, 0],
    ],
  ],
  [
    'brace (1, 0, 1)',
    [1, 0, 1],
    0,
    [
      [s, 0, s],
      [-s, 0, s],
      [0, -1, 0],
    ],
  ],
  [
    'brace (3, 4, 12)',
    [3, 4, 12],
    0,
    [
      [0.2308, 0.3077, 0.9231],
      [-0.5538, -0.7385, 0.3846],
      [0.8, -0.6, 0],
    ],
  ],
  [
    '(0.0009, 0, 1): vertical',
    [0.0009, 0, 1],
    0,
    [
      [0.0009, 0, 1],
      [1, 0, -0.0009],
      [0, 1, 0],
    ],
  ],
  [
    '(0.0011, 0, 1): not vertical',
    [0.0011, 0, 1],
    0,
    [
      [0.0011, 0, 1],
      [-1, 0, 0.0011],
      [0, -1, 0],
    ],
  ],
  [
    'beam +X turned 90',
    [1, 0, 0],
    90,
    [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ],
  ],
  [
    'beam +X turned -52',
    [1, 0, 0],
    -52,
    [
      [1, 0, 0],
      [0, 0.788, 0.6157],
      [0, -0.6157, 0.788],
    ],
  ],
  [
    'column up turned 90',
    [0, 0, 1],
    90,
    [
      [0, 0, 1],
      [0, 1, 0],
      [-1, 0, 0],
    ],
  ],
]

function near(actual: Axes | null, expected: Axes) {
  expect(actual).not.toBeNull()
  for (const k of [0, 1, 2] as const)
    for (const c of [0, 1, 2] as const) expect(Math.abs(actual![k][c] - expected[k][c])).toBeLessThan(1e-4)
}

describe('frame axes', () => {
  it.each(FRAMES)('%s', (_, direction, rotation, expected) => {
    const start: Vec = [10, -4, 2]
    near(
      localAxes(start, [start[0] + 7 * direction[0], start[1] + 7 * direction[1], start[2] + 7 * direction[2]], rotation),
      expected,
    )
  })

  it('are right-handed and orthonormal for any direction and rotation', () => {
    for (let i = 0; i < 500; i++) {
      const end: Vec = [Math.sin(i * 1.3) * 9, Math.cos(i * 2.1) * 7, Math.sin(i * 0.7 + 1) * 5]
      const [e1, e2, e3] = localAxes([0, 0, 0], end, i * 37 - 4000)!
      expect(dot(cross(e1, e2), e3)).toBeCloseTo(1, 10)
      expect(dot(e1, e2)).toBeCloseTo(0, 10)
    }
  })

  it('count a rotation of any size modulo 360', () => {
    near(localAxes([0, 0, 0], [1, 0, 0], 360_090), localAxes([0, 0, 0], [1, 0, 0], 90)!)
    expect(localAxes([0, 0, 0], [1, 0, 0], 1e300)!.flat().every(Number.isFinite)).toBe(true)
  })

  it('do not exist for a frame without length, nor beyond doubles', () => {
    expect(localAxes([1, 2, 3], [1, 2, 3])).toBeNull()
    expect(localAxes([-1e308, 0, 0], [1e308, 0, 0])).toBeNull()
  })
})

describe('area axes', () => {
  it.each<[string, Vec[], Axes]>([
    [
      'slab, counter-clockwise from above',
      [
        [0, 0, 3],
        [6, 0, 3],
        [6, 4, 3],
        [0, 4, 3],
      ],
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    ],
    [
      'slab, clockwise from above',
      [
        [0, 0, 3],
        [0, 4, 3],
        [6, 4, 3],
        [6, 0, 3],
      ],
      [
        [-1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
    ],
    [
      'wall, normal +Y',
      [
        [0, 2, 0],
        [0, 2, 3],
        [5, 2, 3],
        [5, 2, 0],
      ],
      [
        [-1, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
      ],
    ],
    [
      'roof, normal (0, -0.6, 0.8)',
      [
        [0, 0, 0],
        [5, 0, 0],
        [5, 4, 3],
        [0, 4, 3],
      ],
      [
        [1, 0, 0],
        [0, 0.8, 0.6],
        [0, -0.6, 0.8],
      ],
    ],
  ])('%s', (_, points, expected) => near(shellAxes(points), expected))

  it('hold far from the origin', () => {
    const corners: Vec[] = [
      [0, 0, 0],
      [5, 0, 0],
      [5, 4, 3],
      [0, 4, 3],
    ]
    const far = corners.map((p): Vec => [p[0] + 5e5, p[1] + 4e6, p[2]])
    near(shellAxes(far), [
      [1, 0, 0],
      [0, 0.8, 0.6],
      [0, -0.6, 0.8],
    ])
  })

  it('do not exist for nodes on one line', () => {
    expect(
      shellAxes([
        [0, 0, 0],
        [1, 1, 1],
        [3, 3, 3],
      ]),
    ).toBeNull()
  })
})
