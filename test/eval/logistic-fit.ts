/** Logistic regression by Newton's method. */

export interface FitExample {
  readonly signs: ReadonlyArray<number>
  readonly isTrue: boolean
  readonly weight: number
}

/** One weight a sign, then the constant. `ridge` penalises the squares of the weights, not of the constant. */
export const logisticFit = (examples: ReadonlyArray<FitExample>, ridge: number): ReadonlyArray<number> => {
  const size = (examples[0]?.signs.length ?? 0) + 1
  const rows = examples.map((example) => ({ ...example, signs: [...example.signs, 1] }))
  let weights: Array<number> = Array.from({ length: size }, () => 0)
  for (let step = 0; step < 40; step++) {
    const gradient = weights.map((weight, at) => (at === size - 1 ? 0 : -ridge * weight))
    const curvature = weights.map((_, row) => weights.map((_, column): number => (row !== column ? 0 : row === size - 1 ? 1e-9 : ridge)))
    for (const { isTrue, signs, weight } of rows) {
      const odds = signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), 0)
      const probability = 1 / (1 + Math.exp(-odds))
      for (const [row, sign] of signs.entries()) {
        gradient[row] = (gradient[row] ?? 0) + weight * sign * (Number(isTrue) - probability)
        const line = curvature[row] ?? []
        for (const [column, other] of signs.entries())
          line[column] = (line[column] ?? 0) + weight * probability * (1 - probability) * sign * other
      }
    }
    const change = solved(curvature, gradient)
    weights = weights.map((weight, at) => weight + (change[at] ?? 0))
  }
  return weights
}

/** Solves by Gaussian elimination with partial pivoting. */
const solved = (matrix: ReadonlyArray<ReadonlyArray<number>>, right: ReadonlyArray<number>): ReadonlyArray<number> => {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const at of rows.keys()) {
    const pivot = rows.slice(at).reduce((best, row) => (Math.abs(row[at] ?? 0) > Math.abs(best[at] ?? 0) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(at, 0, pivot)
    for (const [other, row] of rows.entries()) {
      if (other === at) continue
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}
