/** Eigenvalues and eigenvectors of a small symmetric matrix by Jacobi's rotations, largest first. Golub and Van Loan, section 8.5. */
export function eigenvectors(matrix: readonly Float64Array[]): { value: number; vector: Float64Array }[] {
  const size = matrix.length
  const a = matrix.map((row) => Float64Array.from(row))
  const v = matrix.map((_, i) => Float64Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)))
  const at = (i: number, j: number) => a[i]![j]!
  for (let sweep = 0; sweep < 60; sweep++) {
    let [off, whole] = [0, 0]
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        whole += at(i, j) ** 2
        if (i !== j) off += at(i, j) ** 2
      }
    }
    if (!(off > 1e-32 * whole)) break
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(at(p, q)) < 1e-300) continue
        const theta = (at(q, q) - at(p, p)) / (2 * at(p, q))
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1))
        const c = 1 / Math.hypot(t, 1)
        rotateColumns(a, p, q, c, t * c)
        rotateRows(a, p, q, c, t * c)
        rotateColumns(v, p, q, c, t * c)
      }
    }
  }
  return matrix
    .map((_, j) => ({ value: at(j, j), vector: Float64Array.from({ length: size }, (_, i) => v[i]![j]!) }))
    .sort((one, other) => other.value - one.value)
}

function rotateColumns(rows: readonly Float64Array[], p: number, q: number, c: number, s: number): void {
  for (const row of rows) {
    const [x, y] = [row[p]!, row[q]!]
    row[p] = c * x - s * y
    row[q] = s * x + c * y
  }
}

function rotateRows(rows: readonly Float64Array[], p: number, q: number, c: number, s: number): void {
  const [one, other] = [rows[p]!, rows[q]!]
  for (let k = 0; k < one.length; k++) {
    const [x, y] = [one[k]!, other[k]!]
    one[k] = c * x - s * y
    other[k] = s * x + c * y
  }
}
