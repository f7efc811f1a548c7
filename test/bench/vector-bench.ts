/** The vectors nearest to a question, through the prefilter and by comparing all: how long each takes, and how many of the nearest are kept. */
import { type NearNode, prefilterWidth, VectorTable } from '@crabtrail/core'
import { hashedDimension, hashedVector } from '@crabtrail/models/hashed'
import { corpus } from './corpus.ts'
import { percentile } from './measure.ts'
import { heading, number, say, table } from './print.ts'
import { type Random, random } from './random.ts'

const sizes = [1_000, 10_000, 100_000]
const asked = 60
const warmUp = 10
const wanted = 20
/** Characters of a text. */
const textLength = 400
const clusters = 1_000
/** Distance of a vector from the middle of its cluster, in units of the distance between the middles. */
const scatter = 1.2

interface Drawn {
  readonly name: string
  /** Returns the vector with this number. */
  readonly vector: (number: number) => Float32Array
  readonly questions: ReadonlyArray<Float32Array>
}

export const vectorBench = (): void => {
  const most = Math.max(...sizes)
  heading(`the ${wanted} nearest of vectors of ${hashedDimension} numbers, ${asked} questions (ms)`)
  table([
    ['', 'width', 'p50', 'p95', 'exact p50', 'exact p95', 'p50 ÷ exact', 'p95 ÷ exact', 'recall'],
    ...[texts(most), clustered()].flatMap(measured),
  ])
  say('each question both ways, in shuffled order; recall: how many of the nearest the prefilter keeps')
}

const measured = ({ name, questions, vector }: Drawn): ReadonlyArray<ReadonlyArray<string>> => {
  const vectors = new VectorTable(hashedDimension)
  return sizes.map((size) => {
    while (vectors.size < size) vectors.upsert(vectors.size + 1, vector(vectors.size + 1))
    return [`${name}, ${number(size)}`, ...row(vectors, questions)]
  })
}

const row = (vectors: VectorTable, questions: ReadonlyArray<Float32Array>): ReadonlyArray<string> => {
  const taken = { near: [] as number[], exact: [] as number[] }
  const { shuffled } = random(61)
  let [kept, all] = [0, 0]
  for (const [nth, question] of questions.entries()) {
    const found: Record<keyof typeof taken, ReadonlyArray<NearNode>> = { near: [], exact: [] }
    for (const way of shuffled(['near', 'exact'] as const)) {
      const began = performance.now()
      found[way] = way === 'near' ? vectors.nearest(question, wanted) : vectors.nearestExactly(question, wanted)
      if (nth >= warmUp) taken[way].push(performance.now() - began)
    }
    // As alike as the last of them is as good as it.
    const least = found.exact.at(-1)?.similarity ?? 0
    kept += found.near.filter(({ similarity }) => similarity >= least).length
    all += found.exact.length
  }
  const at = (way: keyof typeof taken, share: number) => percentile(taken[way], share)
  const ratio = (share: number) => at('near', share) / at('exact', share)
  return [
    ...[prefilterWidth(vectors.size), at('near', 0.5), at('near', 0.95), at('exact', 0.5), at('exact', 0.95), ratio(0.5), ratio(0.95)].map(
      number,
    ),
    (kept / all).toFixed(4),
  ]
}

/** Made-up notes by the built-in embedder: hard, for what is near to a question is hardly nearer than the rest. */
const texts = (most: number): Drawn => {
  const sections = 40
  const { documents, questions } = corpus(Math.ceil(most / sections), sections, asked + warmUp)
  const passages = documents.flatMap(({ text }) => text.split(/\n(?=##)/)).map((text) => text.slice(0, textLength))
  return { name: 'texts', vector: (of) => hashedVector(passages[of - 1] ?? ''), questions: questions.map(hashedVector) }
}

/** Draws vectors like those of models: in clusters, all of which lie a little to one side. */
const clustered = (): Drawn => {
  const draw = random(67)
  const side = bells(draw).map((one) => one / 2)
  const middles = Array.from({ length: clusters }, () => bells(draw).map((one, at) => one + (side[at] ?? 0)))
  const one = (): Float32Array => {
    const middle = draw.pick(middles)
    const numbers = bells(draw).map((off, at) => off * scatter + (middle[at] ?? 0))
    const length = Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0))
    return Float32Array.from(numbers, (each) => each / length)
  }
  return { name: 'clusters', vector: one, questions: Array.from({ length: asked + warmUp }, one) }
}

/** Nearly normal. */
const bells = (draw: Random): ReadonlyArray<number> =>
  Array.from({ length: hashedDimension }, () => draw.next() + draw.next() + draw.next() + draw.next() - 2)
