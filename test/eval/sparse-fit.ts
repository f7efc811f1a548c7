/** Logistic regression over thousands of signs of which a message has a few: AdaGrad (Duchi et al., 2011), the same order of examples each time. */
import type { Sign } from '../../packages/text/src/signs/wording.ts'

export interface SparseExample {
  readonly signs: ReadonlyArray<Sign>
  readonly isTrue: boolean
  readonly weight: number
}

const rate = 0.08
const rounds = 20
/** Penalises the squares of the weights of the signs that an example has. */
const ridge = 1e-4

/** Returns a weight for each place, then the constant. */
export const sparseFit = (examples: ReadonlyArray<SparseExample>, places: number): ReadonlyArray<number> => {
  const weights = new Float64Array(places + 1)
  const squares = new Float64Array(places + 1).fill(1e-8)
  const step = (place: number, gradient: number) => {
    const square = (squares[place] ?? 0) + gradient * gradient
    squares[place] = square
    weights[place] = (weights[place] ?? 0) - (rate * gradient) / Math.sqrt(square)
  }
  const order = [...examples.keys()]
  let seed = 7
  for (let round = 0; round < rounds; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      const other = seed % (at + 1)
      const [one = 0, two = 0] = [order[at], order[other]]
      ;[order[at], order[other]] = [two, one]
    }
    for (const at of order) {
      const example = examples[at]
      if (example === undefined) continue
      let odds = weights[places] ?? 0
      for (const [place, value] of example.signs) odds += (weights[place] ?? 0) * value
      const error = (1 / (1 + Math.exp(-odds)) - Number(example.isTrue)) * example.weight
      for (const [place, value] of example.signs) step(place, error * value + ridge * (weights[place] ?? 0))
      step(places, error)
    }
  }
  return [...weights]
}
