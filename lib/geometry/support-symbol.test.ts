import { describe, expect, it } from 'vitest'
import { perAxis, subtract } from '#lib/model/shape/vector.ts'
import { patternText } from './support-pattern.ts'
import { supportSymbol, symbolMesh } from './support-symbol.ts'

const shapes = (text: string) => {
  const pattern = [...text.replace(' ', '')].reduce((bits, digit, k) => bits | (Number(digit) << k), 0)
  expect(patternText(pattern)).toBe(text)
  return supportSymbol(pattern).map((part) =>
    'axis' in part ? `${part.shape} ${'XYZ'[part.axis]}` : 'along' in part ? `${part.shape} ${part.along}` : part.shape,
  )
}

describe('support symbols', () => {
  it.each([
    ['111 111', ['block']],
    ['111 000', ['cone']],
    ['001 000', ['ball']],
    ['011 000', ['wheels X']],
    ['101 000', ['wheels Y']],
    ['000 000', ['ring']],
    ['110 001', ['strut X', 'strut Y', 'clamp Z']],
    ['000 010', ['clamp Y']],
  ])('%s', (pattern, expected) => expect(shapes(pattern)).toEqual(expected))

  it('tells all 64 patterns apart', () => {
    const drawn = new Set(
      Array.from({ length: 64 }, (_, pattern) =>
        symbolMesh(supportSymbol(pattern))
          .positions.map((v) => v.toFixed(3))
          .join(),
      ),
    )
    expect(drawn.size).toBe(64)
  })

  it('lies below the node, closed and facing outward', () => {
    for (let pattern = 0; pattern < 64; pattern++) {
      const { positions, normals } = symbolMesh(supportSymbol(pattern))
      expect(positions.every((value, i) => Number.isFinite(value) && (i % 3 !== 2 || value <= 0.001))).toBe(true)
      expect(normals).toHaveLength(positions.length)
      let six = 0
      for (let i = 0; i < positions.length; i += 9) {
        const [ax, ay, az, bx, by, bz, cx, cy, cz] = positions.slice(i, i + 9) as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ]
        six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
      }
      expect(six).toBeGreaterThan(0)
    }
  })

  it('lays wheels so that they roll along their axis: two behind each other, their axles across', () => {
    const boxOf = (text: string, isWheel: (z: number) => boolean) => {
      const pattern = [...text.replace(' ', '')].reduce((bits, digit, k) => bits | (Number(digit) << k), 0)
      const { positions } = symbolMesh(supportSymbol(pattern))
      const points = Array.from({ length: positions.length / 3 }, (_, k) => positions.slice(3 * k, 3 * k + 3))
      const lowest = points.filter(([, , z]) => isWheel(z!))
      return [0, 1].map((k) => Number(Math.max(...lowest.map((point) => point[k]!)).toFixed(3)))
    }
    const atAxle = (z: number) => Math.abs(z + 0.55) < 0.01
    expect(boxOf('011 000', atAxle)).toEqual([0.58, 0.38])
    expect(boxOf('101 000', atAxle)).toEqual([0.38, 0.58])
    const atPlate = (z: number) => z > -0.1
    expect(boxOf('011 000', atPlate)).toEqual([0.6, 0.4])
    expect(boxOf('101 000', atPlate)).toEqual([0.4, 0.6])
  })

  type Corner = [x: number, y: number, z: number]
  const trianglesOf = (text: string) => {
    const { positions, normals } = symbolMesh(supportSymbol(patternOfText(text)))
    return Array.from({ length: positions.length / 9 }, (_, k) => {
      const at = (list: number[]) => perAxis((c): Corner => perAxis((i) => list[9 * k + 3 * c + i]!))
      return { points: at(positions), normals: at(normals) }
    })
  }
  const patternOfText = (text: string) => [...text.replace(' ', '')].reduce((bits, digit, k) => bits | (Number(digit) << k), 0)
  const facing = ([a, b, c]: [Corner, Corner, Corner]): Corner => {
    const [u, v] = [subtract(b, a), subtract(c, a)]
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  }

  it.each(['111 111', '111 000', '001 000', '011 000', '101 000', '000 000'])('%s has no gap', (text) => {
    const open = new Map<string, number>()
    for (const { points } of trianglesOf(text)) {
      const [a, b, c] = points.map((point) =>
        point.map((value) => (value + 0).toFixed(6).replace('-0.000000', '0.000000')).join(),
      )
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as [string, string][]) {
        // biome-ignore format: a triangle
        const back = open.get(`${to} ${from}`) ?? 0
        if (back > 0) open.set(`${to} ${from}`, back - 1)
        else open.set(`${from} ${to}`, (open.get(`${from} ${to}`) ?? 0) + 1)
      }
    }
    expect([...open].filter(([, count]) => count > 0)).toEqual([])
  })

  it('is shaded as its triangles face, by unit normals', () => {
    for (const text of ['111 111', '111 000', '001 000', '011 000', '101 000', '000 000', '110 001', '001 110', '000 001'])
      for (const { points, normals } of trianglesOf(text)) {
        const face = facing(points)
        for (const normal of normals) {
          expect(Math.hypot(...normal)).toBeCloseTo(1, 6)
          // Half the angle between two sides of the thinnest tube is 30°.
          expect(face.reduce((sum, value, k) => sum + value * normal[k]!, 0)).toBeGreaterThan(0.8 * Math.hypot(...face))
        }
      }
  })

  it.each<[string, Corner, Corner]>([
    ['111 111', [-0.5, -0.5, -0.62], [0.5, 0.5, -0.02]],
    ['111 000', [-0.5, -0.5, -0.9], [0.5, 0.5, 0]],
    ['001 000', [-0.419, -0.43, -0.88], [0.419, 0.43, -0.02]],
    ['011 000', [-0.6, -0.4, -0.79], [0.6, 0.4, -0.02]],
    ['101 000', [-0.4, -0.6, -0.79], [0.4, 0.6, -0.02]],
    ['000 000', [-0.48, -0.069, -0.98], [0.48, 0.069, -0.02]],
    ['100 000', [-0.9, -0.28, -0.58], [-0.08, 0.28, -0.02]],
    ['010 000', [-0.28, -0.9, -0.58], [0.28, -0.08, -0.02]],
    ['000 100', [0.08, -0.28, -0.58], [0.9, 0.28, -0.02]],
    ['000 010', [-0.28, 0.08, -0.58], [0.28, 0.9, -0.02]],
    ['001 001', [-0.28, -0.28, -1.4], [0.28, 0.28, -0.02]],
    ['000 001', [-0.28, -0.28, -1.4], [0.28, 0.28, -0.02]],
  ])('%s stands between %j and %j', (text, low, high) => {
    const points = trianglesOf(text).flatMap((one) => one.points)
    for (const k of [0, 1, 2]) {
      const values = points.map((point) => point[k]!)
      // A ring of ten or fourteen corners is a little narrower one way than the other.
      expect(Math.abs(Math.min(...values) - low[k]!)).toBeLessThan(0.012)
      expect(Math.abs(Math.max(...values) - high[k]!)).toBeLessThan(0.012)
    }
  })

  it('ends in a plate where it holds a displacement, in a disc on the other side where it holds a rotation, and never in an arrow', () => {
    /** Where along an axis it is wide. */
    const wide = (text: string, axis: 0 | 1 | 2) => {
      const across = axis === 2 ? 0 : 2
      const middle = axis === 2 ? 0 : -0.3
      const points = trianglesOf(text).flatMap((one) => one.points.filter((p) => Math.abs(p[across] - middle) > 0.15))
      return [...new Set(points.map((p) => Number(p[axis].toFixed(3))))].sort((a, b) => a - b)
    }
    expect(wide('100 000', 0)).toEqual([-0.9, -0.74])
    expect(wide('010 000', 1)).toEqual([-0.9, -0.74])
    expect(wide('001 001', 2)).toEqual([-1.4, -1.24, -0.9, -0.74])
    expect(wide('000 100', 0)).toEqual([0.74, 0.9])
    expect(wide('000 010', 1)).toEqual([0.74, 0.9])
    expect(wide('000 001', 2)).toEqual([-1.4, -1.24])
    // An arrow has its point on its axis; here the last of it is as wide as the rest.
    const corners = (text: string) =>
      new Set(trianglesOf(text).flatMap((one) => one.points.filter((p) => Math.abs(p[0]) > 0.899).map(String)))
    expect([corners('100 000').size, corners('000 100').size]).toEqual([4, 15])
  })
})
