/** The candidate that a mistyped word most likely means. */

/** The candidate that the fewest slips away from; ties go to the earlier one, and too far is nothing. */
export const nearest = (word: string, candidates: ReadonlyArray<string>): string | undefined => {
  const known = candidates.map((candidate) => ({ candidate, slips: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
  const best = known.reduce<(typeof known)[number] | undefined>((a, b) => (a === undefined || b.slips < a.slips ? b : a), undefined)
  if (best === undefined) return undefined
  const begins = word.length >= 3 ? candidates.find((candidate) => candidate.startsWith(word)) : undefined
  return best.slips <= Math.min(2, Math.ceil(word.length / 3)) ? best.candidate : begins
}

/** Letters put in, left out, changed or swapped with their neighbour. */
const slipsBetween = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const here = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const least = Math.min(cell(above, column) + 1, cell(here, column - 1) + 1, cell(above, column - 1) + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      here.push(swapped ? Math.min(least, cell(before, column - 2) + 1) : least)
    }
    before = above
    above = here
  }
  return cell(above, b.length)
}

const cell = (row: ReadonlyArray<number>, column: number): number => row[column] ?? Number.POSITIVE_INFINITY
