/** Brings numbers to unit length. */

/** Undefined for numbers that have no direction, and where something is no number or too large to be counted with. */
export const unitVector = (numbers: ArrayLike<number>): Float32Array | undefined => {
  let squares = 0
  for (let at = 0; at < numbers.length; at++) {
    const one = numbers[at] ?? 0
    squares += one * one
  }
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) return undefined
  const length = Math.sqrt(squares)
  const unit = new Float32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) unit[at] = (numbers[at] ?? 0) / length
  return unit
}
