import { describe, expect, it } from 'vitest'
import { patternOf, patternText, supportSymbol, symbolMesh } from './support-symbol.ts'

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
    ['110 001', ['arrow X', 'arrow Y', 'doubleArrow Z']],
    ['000 010', ['doubleArrow Y']],
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

  it('counts null and absent as free', () => {
    expect(patternOf({ u1: true, u2: null, r3: true })).toBe(0b100001)
    expect(patternOf(undefined)).toBe(0)
  })
})
