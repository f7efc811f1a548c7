/** The score that the last of the `count` best has; below every score where there are fewer. */
export const leastOfBest = (scored: ReadonlyArray<{ readonly score: number }>, count: number): number => {
  if (scored.length < count) return Number.NEGATIVE_INFINITY
  const scores = new Float64Array(scored.length)
  for (let at = 0; at < scores.length; at++) scores[at] = scored[at]?.score ?? 0
  return leastOfGreatest(scores, count)
}

/** Found without putting all of them in order (Hoare's selection). Changes their order. */
const leastOfGreatest = (numbers: Float64Array, count: number): number => {
  const wanted = numbers.length - count
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const pivot = numbers[(low + high) >> 1] ?? 0
    let [left, right] = [low, high]
    while (left <= right) {
      while ((numbers[left] ?? 0) < pivot) left++
      while ((numbers[right] ?? 0) > pivot) right--
      if (left > right) break
      const kept = numbers[left] ?? 0
      numbers[left++] = numbers[right] ?? 0
      numbers[right--] = kept
    }
    if (wanted <= right) high = right
    else if (wanted >= left) low = left
    else break
  }
  return numbers[wanted] ?? 0
}
