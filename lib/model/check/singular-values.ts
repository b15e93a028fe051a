/**
 * Singular values of a tall matrix by rows, with their right singular vectors: rows are folded one by one into a square
 * triangle (Givens), whose columns are then turned until they are orthogonal (one-sided Jacobi). Keeps full precision in
 * the small values, which the squares of a Gram matrix would lose.
 */
export type Singular = { value: number; vector: number[] }

/** `columns` of them, largest first; vectors are orthonormal. */
export function singularValues(rows: Iterable<readonly number[]>, columns: number): Singular[] {
  const triangle = Array.from({ length: columns }, () => new Array<number>(columns).fill(0))
  for (const row of rows) fold(triangle, [...row])
  const turns = Array.from({ length: columns }, (_, i) => Array.from({ length: columns }, (_, j) => (i === j ? 1 : 0)))
  for (let sweep = 0; sweep < 60; sweep++) {
    let isDone = true
    for (let p = 0; p < columns; p++) {
      for (let q = p + 1; q < columns; q++) {
        const [pp, qq, pq] = [product(triangle, p, p), product(triangle, q, q), product(triangle, p, q)]
        if (Math.abs(pq) <= 1e-15 * Math.sqrt(pp * qq)) continue
        isDone = false
        const zeta = (qq - pp) / (2 * pq)
        const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta))
        const cosine = 1 / Math.sqrt(1 + tangent * tangent)
        turn(triangle, p, q, cosine, cosine * tangent)
        turn(turns, p, q, cosine, cosine * tangent)
      }
    }
    if (isDone) break
  }
  return Array.from({ length: columns }, (_, k) => ({
    value: Math.sqrt(product(triangle, k, k)),
    vector: turns.map((row) => row[k]!),
  })).sort((a, b) => b.value - a.value)
}

function fold(triangle: number[][], row: number[]): void {
  for (let k = 0; k < row.length; k++) {
    const [a, b] = [triangle[k]![k]!, row[k]!]
    if (b === 0) continue
    const radius = Math.hypot(a, b)
    const [cosine, sine] = [a / radius, b / radius]
    const pivot = triangle[k]!
    for (let j = k; j < row.length; j++) {
      const [above, below] = [pivot[j]!, row[j]!]
      pivot[j] = cosine * above + sine * below
      row[j] = cosine * below - sine * above
    }
  }
}

function product(matrix: number[][], p: number, q: number): number {
  return matrix.reduce((sum, row) => sum + row[p]! * row[q]!, 0)
}

function turn(matrix: number[][], p: number, q: number, cosine: number, sine: number): void {
  for (const row of matrix) {
    const [a, b] = [row[p]!, row[q]!]
    row[p] = cosine * a - sine * b
    row[q] = sine * a + cosine * b
  }
}
